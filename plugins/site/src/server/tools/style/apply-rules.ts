/** Rules of a model into the stylesheets of a site, and what it is told of them. */
import { type Command, type Piece, type Site, type StyleEdit, takeRules } from "../../../document.ts"

export interface AppliedRules {
  readonly commands: readonly Command[]
  readonly created: number
  readonly updated: number
  readonly warnings: readonly string[]
  /** Of the rules that were written. */
  readonly selectors: readonly string[]
}

/** `merge` changes rules that are there; `add` leaves them as they are and says so. */
export function applyRules(site: Site, written: string, mode: "merge" | "add", nextId: () => string): AppliedRules {
  const { commands, created, updated, selectors, kept, removed, token } = takeRules(site, written, mode, nextId)
  const warnings = removed.map((part) => `${part} was left out: it could run or load something.`)
  if (kept.length > 0)
    warnings.push(
      `These selectors have rules already, which were left as they are: ${kept.slice(0, 20).join(", ")}. Use applyCss to change them.`,
    )
  if (token) warnings.push(`${token} is a token. Change it with setColorTokens, so that everything made of it follows.`)
  return { commands, created, updated, warnings, selectors }
}

/** How much of the site has a class of these selectors. */
export function affectedBy(site: Site, classes: ReadonlySet<string>): { documents: number; nodes: number } {
  let documents = 0
  let nodes = 0
  for (const document of site.documents.values()) {
    let here = 0
    for (const node of document.nodes.values())
      if (node.kind === "element" && node.classes.some((name) => classes.has(name))) here += 1
    if (here > 0) documents += 1
    nodes += here
  }
  return { documents, nodes }
}

export function editsFor(changes: ReadonlyMap<Piece, string>): StyleEdit[] {
  return [...changes].map(([{ id, text }, after]) =>
    after.trim() === ""
      ? { type: "remove", piece: id, expected: text }
      : { type: "replace", piece: id, expected: text, text: after },
  )
}
