import type { SiteCommand } from "../contract.ts"

/** What somebody did, in a line of the history: "Changed text, moved 3 nodes". */
export function describeCommands(commands: readonly SiteCommand[]): string {
  const added = commands.find(({ type }) => type === "document.add")
  const removed = commands.some(({ type }) => type === "document.remove")
  if (added && removed) return "Restored an earlier version"
  const counts = new Map<string, number>()
  for (const { type } of commands) counts.set(WORDS[type], (counts.get(WORDS[type]) ?? 0) + 1)
  const parts = [...counts].map(([words, count]) => (count === 1 ? words : `${words} (${count} times)`))
  const shown = parts.length > 4 ? [...parts.slice(0, 3), "more"] : parts
  const line = shown.join(", ")
  return line.charAt(0).toUpperCase() + line.slice(1)
}

const WORDS: Record<SiteCommand["type"], string> = {
  "document.add": "created the document",
  "document.remove": "deleted the document",
  "document.set": "changed the title",
  "sheet.add": "added a stylesheet",
  "sheet.remove": "removed a stylesheet",
  editStyles: "changed styles",
  "page.set": "changed what is known of a page",
  "redirect.set": "changed a redirect",
  "template.set": "changed what a template is for",
  "setting.set": "changed the settings of the site",
  "breakpoints.set": "changed the breakpoints",
  setTokens: "changed design tokens",
  "asset.set": "changed a script",
  "asset.remove": "removed a script",
  insert: "inserted something",
  remove: "removed something",
  move: "moved something",
  split: "split something",
  join: "joined neighbours",
  setAttributes: "changed attributes",
  setText: "changed text",
  spliceText: "changed text",
  setClasses: "changed classes",
  setInlineStyle: "changed inline styles",
  duplicate: "duplicated something",
  wrap: "wrapped something",
  unwrap: "unwrapped something",
  rename: "changed a label",
  setFlags: "locked, hid or showed something",
  bind: "changed a binding",
}
