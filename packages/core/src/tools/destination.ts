import type { RegisteredTool } from "../access/tool.ts"
import { InvalidInputError } from "../errors.ts"

/** The host an egress tool would reach, from its argument alone: decided before any name is looked up. */
export function destinationOf(tool: RegisteredTool, input: Readonly<Record<string, unknown>>): string | null {
  if (!tool.egress) return null
  const value = String(input[tool.egress] ?? "")
  try {
    return new URL(value).host.toLowerCase()
  } catch {
    throw new InvalidInputError(
      `"${tool.egress}" of ${tool.name} is not an address: pass one such as https://example.com/.`,
      [{ path: tool.egress, message: "Not an address." }],
    )
  }
}

/** `*.example.com` stands for every name below example.com, a bare host for itself on its usual port. */
export function isNamed(destination: string, allowed: readonly string[]): boolean {
  return allowed.some((entry) => {
    const host = entry.toLowerCase()
    return host.startsWith("*.") ? destination.endsWith(host.slice(1)) : destination === host
  })
}
