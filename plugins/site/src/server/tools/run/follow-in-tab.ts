import { readPageFacts } from "@countersign/core/contract"
import type { Ctx } from "@countersign/core/server"
import { editorFacts } from "../../../contract/editor-facts.ts"
import { type Command, keyOf } from "../../../document.ts"
import { flatten } from "../../parts.ts"

/** The tab has no more to do than to go there. */
const LONGEST_MS = 10_000

/**
 * Has the editor of whoever talks show the document that was changed, where it shows another one and they are not at work in it. It
 * is asked once the change is there, and nobody waits for it: what was done is done, whether somebody looks on or not.
 */
export function followInTab({ askTab, looksAt, afterCommit }: Ctx, commands: readonly Command[]): void {
  const open = askTab && readPageFacts(editorFacts, looksAt?.told)
  const document = open && changedDocument(commands)
  if (!document || document === open.document) return
  const input = { document, unlessEditing: true }
  afterCommit(() => {
    askTab({
      toolName: "site.showDocument",
      input,
      timeoutMs: LONGEST_MS,
      abort: AbortSignal.timeout(LONGEST_MS),
    }).catch(() => {})
  })
}

/** Undefined where several were changed, or none that is still there. */
export function changedDocument(commands: readonly Command[]): string | undefined {
  const all = flatten({ type: "group", commands })
  const keys = new Set(all.flatMap((command) => ("document" in command ? [keyOf(command.document)] : [])))
  const [only] = keys
  return keys.size === 1 && all.every(({ type }) => type !== "document.remove") ? only : undefined
}
