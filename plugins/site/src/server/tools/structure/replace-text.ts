import type { ParsedInputOf } from "@countersign/core/contract"
import type { siteContract } from "../../../contract.ts"
import { type Command, type DocumentRef, refuse, type Site, type SiteDocument } from "../../../document.ts"
import type { Ran } from "../run/runner.ts"

/** In texts only, exactly as written. What is locked stays, with a word about it. */
export function replaceText(
  site: Site,
  { oldText, newText }: ParsedInputOf<typeof siteContract.replaceText>,
): Ran<{ replaced: number; documents: DocumentRef[] }> {
  const commands: Command[] = []
  const documents: DocumentRef[] = []
  let replaced = 0
  let locked = 0
  for (const document of site.documents.values()) {
    const before = commands.length
    for (const node of document.nodes.values()) {
      if (node.kind !== "text" || !node.text.includes(oldText)) continue
      if (isLocked(document, node.id)) {
        locked += 1
        continue
      }
      replaced += node.text.split(oldText).length - 1
      const text = node.text.replaceAll(oldText, () => newText)
      commands.push({ type: "setText", document: document.ref, node: node.id, text, base: node.text })
    }
    if (commands.length > before) documents.push({ ...document.ref })
  }
  if (replaced === 0 && locked === 0)
    refuse(`No text has "${oldText.slice(0, 60)}" in it, exactly as written. Read the document for its words.`)
  const warnings =
    locked > 0 ? [`${locked} ${locked === 1 ? "text is" : "texts are"} locked and stayed as they were.`] : []
  return { commands, data: { replaced, documents }, warnings }
}

function isLocked({ nodes }: SiteDocument, id: string): boolean {
  for (let at: string | null = id; at !== null; at = nodes.get(at)?.parent ?? null)
    if (nodes.get(at)?.locked) return true
  return false
}
