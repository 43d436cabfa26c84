import { readFileSync } from "node:fs"
import { findPackageJSON } from "node:module"
import { smallest } from "./size.ts"

/** Why a peer with these packages takes no part, as its row tells it; null where it does. */
export function absenceOf(packageNames: readonly string[]): string | null {
  // Only this folder's own install brings them; `npm test` must not depend on whether somebody has run it.
  if (smallest && packageNames.length > 0) return "left out of the smallest form"
  return packageNames.every((name) => versionOf(name) !== null) ? null : "not installed here"
}

export function versionOf(packageName: string): string | null {
  try {
    const { version } = JSON.parse(readFileSync(findPackageJSON(packageName, import.meta.url)!, "utf8"))
    return version as string
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_MODULE_NOT_FOUND") return null
    throw error
  }
}
