import type { DocumentRef, NodeId, Site } from "../tree/node.ts"
import { keyOf } from "../tree/node.ts"
import type { Command, CommandOf, NodeCommand } from "./command.ts"
import { addDocument, documentOf, removeDocument, setDocument } from "./documents.ts"
import { checkOutlets, closeDraft, type Draft, openDraft } from "./draft.ts"
import * as facts from "./facts.ts"
import * as fields from "./fields.ts"
import { Refusal, refuse } from "./refusal.ts"
import * as structure from "./structure.ts"
import * as styles from "./styles.ts"
import * as texts from "./texts.ts"

export interface Applied {
  readonly ok: true
  readonly site: Site
  /** Gives back the site as it was. */
  readonly inverse: Command
  /** Nodes that were added, changed or removed, by document. */
  readonly touched: readonly { document: DocumentRef; nodes: readonly NodeId[] }[]
  /** What happened otherwise than it was asked for. */
  readonly notes: readonly string[]
}
export interface Refused {
  readonly ok: false
  readonly reason: string
}

/** Judges a command before anything of it happens: null lets it pass, a sentence refuses it. */
export type Guard = (command: Command, site: Site) => string | null

/** One command on a site, which stays as it is: the answer holds another, or the reason why there is none. */
export function apply(site: Site, command: Command, guard: Guard = () => null): Applied | Refused {
  try {
    return { ok: true, ...run(site, command, guard) }
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, reason: error.message }
    throw error
  }
}

type Outcome = Omit<Applied, "ok">

function run(site: Site, command: Command, guard: Guard): Outcome {
  if (command.type === "group") return runGroup(site, command, guard)
  const objection = guard(command, site)
  if (objection) refuse(objection)
  switch (command.type) {
    case "document.add":
      return addDocument(site, command)
    case "document.remove":
      return removeDocument(site, command)
    case "document.set":
      return setDocument(site, command)
    case "sheet.add":
      return styles.addSheet(site, command)
    case "sheet.remove":
      return styles.removeSheet(site, command)
    case "editStyles":
      return styles.editStyles(site, command)
    case "page.set":
      return facts.setPage(site, command)
    case "redirect.set":
      return facts.setRedirect(site, command)
    case "template.set":
      return facts.setTemplate(site, command)
    case "setting.set":
      return facts.setSetting(site, command)
    case "breakpoints.set":
      return facts.setBreakpoints(site, command)
    case "setTokens":
      return facts.setTokens(site, command)
    case "asset.set":
      return facts.setScript(site, command)
    case "asset.remove":
      return facts.removeScript(site, command)
    default:
      return runOnNodes(site, command)
  }
}

function runGroup(site: Site, { commands }: CommandOf<"group">, guard: Guard): Outcome {
  const inverses: Command[] = []
  const touched: Outcome["touched"][number][] = []
  const notes: string[] = []
  let current = site
  for (const command of commands) {
    const outcome = run(current, command, guard)
    current = outcome.site
    inverses.push(outcome.inverse)
    touched.push(...outcome.touched)
    notes.push(...outcome.notes)
  }
  return { site: current, inverse: { type: "group", commands: inverses.reverse() }, touched, notes }
}

function runOnNodes(site: Site, command: NodeCommand): Outcome {
  const document = documentOf(site, command.document)
  const draft = openDraft(document)
  const inverse = change(draft, command)
  checkOutlets(draft)
  return {
    site: { ...site, documents: site.documents.set(keyOf(document.ref), closeDraft(draft)) },
    inverse,
    touched: [{ document: document.ref, nodes: [...draft.touched] }],
    notes: draft.notes,
  }
}

function change(draft: Draft, command: NodeCommand): Command {
  switch (command.type) {
    case "insert":
      return structure.insert(draft, command)
    case "remove":
      return structure.remove(draft, command)
    case "move":
      return structure.move(draft, command)
    case "duplicate":
      return structure.duplicate(draft, command)
    case "wrap":
      return structure.wrap(draft, command)
    case "unwrap":
      return structure.unwrap(draft, command)
    case "split":
      return "at" in command ? texts.splitText(draft, command) : texts.splitElement(draft, command)
    case "join":
      return texts.join(draft, command)
    case "setText":
      return texts.setText(draft, command)
    case "spliceText":
      return texts.spliceText(draft, command)
    case "setAttributes":
      return fields.setAttributes(draft, command)
    case "setClasses":
      return fields.setClasses(draft, command)
    case "setInlineStyle":
      return fields.setInlineStyle(draft, command)
    case "rename":
      return fields.rename(draft, command)
    case "setFlags":
      return fields.setFlags(draft, command)
    case "bind":
      return fields.bind(draft, command)
  }
}
