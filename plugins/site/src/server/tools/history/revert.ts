import type { SiteCommand } from "../../../contract.ts"
import { apply, guardBySettings, keyOf, type Site, subtreeOf } from "../../../document.ts"
import { whyNotFromTab } from "../../reserved-commands.ts"
import type { Ran } from "../run/runner.ts"
import { touchedBy } from "./touched-by.ts"

export interface LoggedChange {
  readonly sequence: number
  readonly turn: string | null
  readonly by: string
  readonly commands: readonly SiteCommand[]
  readonly inverse: readonly SiteCommand[]
}

/**
 * Takes back the changes of a turn, the newest first. What others set since stays theirs, and what they put something into is not
 * removed; each thing that stays is named, with whose it is.
 */
export function revert(
  site: Site,
  { changes, later }: { changes: readonly LoggedChange[]; later: readonly LoggedChange[] },
): Ran<{ reverted: number; left: string[] }> {
  const commands: SiteCommand[] = []
  const left = new Set<string>()
  let current = site
  for (const change of changes.toSorted((a, b) => b.sequence - a.sequence)) {
    const others = touchedSince(
      later.filter(({ sequence, turn }) => sequence > change.sequence && turn !== change.turn),
    )
    for (const command of change.inverse) {
      const reserved = whyNotFromTab([command])
      const theirs = reserved ? null : whoseNow(current, command, others)
      if (reserved) left.add(`${NAMES[command.type] ?? "Something"} stays. ${reserved}`)
      else if (theirs)
        left.add(`${NAMES[command.type] ?? "Something"}${aboutOf(command)} stays: ${theirs} changed it since.`)
      else {
        const applied = apply(current, command, guardBySettings)
        if (applied.ok) {
          current = applied.site
          commands.push(command)
        } else left.add(applied.reason)
      }
    }
  }
  return { commands, data: { reverted: commands.length, left: [...left].slice(0, 50) } }
}

interface Others {
  readonly fields: ReadonlyMap<string, string>
  readonly nodes: ReadonlyMap<string, string>
  readonly wholes: ReadonlyMap<string, string>
}

function touchedSince(changes: readonly LoggedChange[]): Others {
  const [fields, nodes, wholes] = [new Map<string, string>(), new Map<string, string>(), new Map<string, string>()]
  for (const { by, commands } of changes) {
    for (const command of commands) {
      const touched = touchedBy(command)
      for (const name of touched.fields) fields.set(name, by)
      for (const name of touched.nodes) nodes.set(name, by)
      for (const name of touched.wholes) wholes.set(name, by)
    }
  }
  return { fields, nodes, wholes }
}

/** Who touched what the command would set or remove; null where nobody did. */
function whoseNow(site: Site, command: SiteCommand, others: Others): string | null {
  for (const name of touchedBy(command).fields) {
    const by = others.fields.get(name)
    if (by) return by
  }
  if (command.type === "document.remove") return others.wholes.get(keyOf(command.document)) ?? null
  if (command.type === "sheet.remove") return others.wholes.get(`sheet ${command.sheet}`) ?? null
  if (command.type !== "remove" && command.type !== "unwrap") return null
  const document = site.documents.get(keyOf(command.document))
  if (!document) return null
  for (const { id } of subtreeOf(document.nodes, command.node)) {
    const by = others.nodes.get(`${keyOf(command.document)} ${id}`)
    if (by) return by
  }
  return null
}

function aboutOf(command: SiteCommand): string {
  if ("node" in command) return ` of ${command.node}`
  if (command.type === "page.set") return ` of ${command.page}`
  return ""
}

/** What an inverse would have put back, or taken away. */
const NAMES: Partial<Record<SiteCommand["type"], string>> = {
  "document.add": "A deleted document",
  "document.remove": "A new document",
  "document.set": "A title",
  "sheet.add": "A removed stylesheet",
  "sheet.remove": "A new stylesheet",
  editStyles: "A rule",
  "page.set": "What is known of a page",
  "redirect.set": "A redirect",
  "template.set": "What a template is for",
  "setting.set": "A setting",
  "breakpoints.set": "The breakpoints",
  setTokens: "A token",
  "asset.set": "A script",
  "asset.remove": "A script",
  remove: "What was inserted",
  unwrap: "The element around others",
  move: "The place",
  setAttributes: "An attribute",
  setText: "The text",
  spliceText: "The text",
  setClasses: "A class",
  setInlineStyle: "The inline style",
  rename: "The label",
  setFlags: "Whether something is locked or hidden",
  bind: "A binding",
}
