/** Own changes taken back, the newest first. What others set since stays theirs, and what they put something into is not removed. */
import { apply, type Guard } from "../commands/apply.ts"
import { keyOf, type Site, subtreeOf } from "../tree/node.ts"
import { type SingleCommand, touchedBy } from "./touched-by.ts"

export interface OthersChange {
  readonly by: string
  readonly commands: readonly SingleCommand[]
}

export interface OwnChange<C extends SingleCommand> {
  readonly inverse: readonly C[]
  /** What others did after it. */
  readonly since: readonly OthersChange[]
}

export interface TakeBackOptions {
  readonly guard: Guard
  /** How a sentence names what the command is about, with a space before it. */
  about(command: SingleCommand): string
  /** Why a command may not be sent, whatever others did; null where it may. */
  refuses?(command: SingleCommand): string | null
  /** Texts were told anew for what others typed, so their letters stay, and nobody's text is a reason. */
  readonly textsFollow?: boolean
}

/** What takes back as much as can be, and a sentence for each thing that stays, with whose it is. */
export function takeBack<C extends SingleCommand>(
  site: Site,
  newestFirst: readonly OwnChange<C>[],
  { guard, about, refuses, textsFollow = false }: TakeBackOptions,
): { commands: readonly C[]; left: readonly string[] } {
  const commands: C[] = []
  const left = new Set<string>()
  let current = site
  for (const { inverse, since } of newestFirst) {
    const others = touchedSince(since)
    for (const command of inverse) {
      const name = NAMES[command.type] ?? "Something"
      const reserved = refuses?.(command) ?? null
      const follows = textsFollow && (command.type === "spliceText" || command.type === "setText")
      const theirs = reserved || follows ? null : whoseNow(current, command, others)
      if (reserved) left.add(`${name} stays. ${reserved}`)
      else if (theirs) left.add(`${name}${about(command)} stays: ${theirs} changed it since.`)
      else {
        const applied = apply(current, command, guard)
        if (applied.ok) {
          current = applied.site
          commands.push(command)
        } else left.add(applied.reason)
      }
    }
  }
  return { commands, left: [...left] }
}

interface Others {
  readonly fields: ReadonlyMap<string, string>
  readonly nodes: ReadonlyMap<string, string>
  readonly wholes: ReadonlyMap<string, string>
}

function touchedSince(changes: readonly OthersChange[]): Others {
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
function whoseNow(site: Site, command: SingleCommand, others: Others): string | null {
  for (const name of touchedBy(command).fields) {
    const by = others.fields.get(name)
    if (by) return by
  }
  if (command.type === "document.remove") return others.wholes.get(keyOf(command.document)) ?? null
  if (command.type === "sheet.remove") return others.wholes.get(`sheet ${command.sheet}`) ?? null
  if (command.type !== "remove" && command.type !== "unwrap") return null
  if (others.nodes.size === 0) return null
  const document = site.documents.get(keyOf(command.document))
  if (!document) return null
  for (const { id } of subtreeOf(document.nodes, command.node)) {
    const by = others.nodes.get(`${keyOf(command.document)} ${id}`)
    if (by) return by
  }
  return null
}

/** What an inverse would have put back, or taken away. */
const NAMES: Partial<Record<SingleCommand["type"], string>> = {
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
