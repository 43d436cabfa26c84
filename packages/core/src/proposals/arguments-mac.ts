import { canonicalJson } from "../secrets/canonical-json.ts"
import type { Keyring } from "../secrets/keyring.ts"

/**
 * Tells equal arguments apart from others without keeping them. Keyed: anybody could guess an e-mail address
 * or an id from a bare hash of it.
 */
export function argumentsMac({ current }: Keyring, toolName: string, input: unknown): { keyId: string; mac: string } {
  const mac = current.mac(`tool arguments v1\n${toolName}\n${canonicalText(input)}`).toString("hex")
  return { keyId: current.id, mac }
}

function canonicalText(input: unknown): string {
  try {
    return canonicalJson(input)
  } catch {
    // Cyclic or too deep for the stack: it is about to be refused, and still leaves a row.
    return "unserialisable"
  }
}
