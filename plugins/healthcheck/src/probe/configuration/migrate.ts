import type { Strategy } from "../../contract/strategy.ts"

/** Brings a stored configuration to the newest form, one step at a time. Without a version it is of the newest. */
export function migrateConfig(
  { title, version: newest, migrations }: Pick<Strategy, "title" | "version" | "migrations">,
  { version = newest, ...stored }: Record<string, unknown>,
): { config: Record<string, unknown> } | { problem: string } {
  if (typeof version !== "number" || !Number.isInteger(version) || version < 1)
    return { problem: `The version of a configuration is a whole number from 1 to ${newest}.` }
  if (version > newest)
    return {
      problem: `This configuration is of version ${version}, and this installation knows ${title} up to version ${newest}. Update it first.`,
    }
  let config: Record<string, unknown> = stored
  for (let from = version; from < newest; from++) {
    const step = migrations[from]
    if (!step) return { problem: `There is no way from version ${from} of ${title} to ${from + 1}. Write it anew.` }
    config = step(config)
  }
  return { config }
}
