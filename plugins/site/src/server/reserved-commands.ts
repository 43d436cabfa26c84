import type { SiteCommand } from "../contract.ts"

/** Why commands cannot come from an open page: what runs, and from where a page may load, has verbs of its own that are signed. */
export function whyNotFromTab(commands: readonly SiteCommand[]): string | null {
  for (const command of commands) {
    if (command.type === "asset.set" || command.type === "asset.remove")
      return "A script is not changed with the page. Change it among the code of the site, where somebody signs it."
    if (command.type === "setting.set" && ("resourceHosts" in command.set || "frameHosts" in command.set))
      return "The hosts that a site may load from are not changed with the page. Change them in its settings."
  }
  return null
}
