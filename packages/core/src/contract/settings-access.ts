import { type AccessRule, defineAccess } from "./access.ts"

/** The rule that the platform makes for a plugin's settings. In a file of its own: navigation needs it, and no schema. */
export function settingsAccess(plugin: string, title: string): { readonly manage: AccessRule } {
  return defineAccess(`${plugin}.settings`, {
    manage: { sentence: `Read and change the settings of ${title}`, roles: [] },
  })
}
