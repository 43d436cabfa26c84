/** Copy, cut and paste of nodes: as HTML, so that they go to other pages, other programs, and come from anywhere. */
import { writeNode } from "../../../document.ts"
import { insertFiles } from "../insert/insert-files.ts"
import { insertHtml } from "../insert/insert-html.ts"
import type { EditorStore } from "../store/editor-store.ts"
import { topmost } from "../store/tree.ts"
import { deleteNodes } from "./delete.ts"
import { doGesture } from "./gestures.ts"

/** Null where nothing is selected that could be copied. */
export function copiedHtml(store: EditorStore): string | null {
  const { document, selection } = store.get()
  const nodes = document ? topmost(document, selection) : []
  if (!document || nodes.length === 0) return null
  return nodes.map((id) => writeNode(document, id, { policy: null })).join("\n")
}

export function copyTo(store: EditorStore, data: DataTransfer, isCut: boolean): boolean {
  const html = copiedHtml(store)
  if (html === null) return false
  data.setData("text/html", html)
  data.setData("text/plain", html)
  if (isCut) doGesture(store, deleteNodes, () => {})
  return true
}

export function pasteFrom(store: EditorStore, data: DataTransfer): boolean {
  const html = pastedHtml(data.getData("text/html"), data.getData("text/plain"))
  const files = [...data.files]
  if (html === "" && files.length > 0) {
    void insertFiles(store, files, null)
    return true
  }
  if (html === "") return false
  void insertHtml(store, html, "Paste")
  return true
}

/** Words without tags become paragraphs. */
export function pastedHtml(html: string, plain: string): string {
  const marked = between(html, "<!--StartFragment-->", "<!--EndFragment-->")
  // No document can hold a NUL: for one of them all that was copied would be refused.
  if (marked.trim() !== "") return marked.replaceAll("\0", "")
  const words = plain.replaceAll("\0", "")
  if (/^\s*<[a-z!]/i.test(words)) return words
  return words
    .split(/\n{2,}/)
    .filter((part) => part.trim() !== "")
    .map((part) => `<p>${part.trim().replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</p>`)
    .join("")
}

/** Programs mark what was copied in the page that they hand over. */
function between(text: string, start: string, end: string): string {
  const [from, to] = [text.indexOf(start), text.lastIndexOf(end)]
  return from >= 0 && to >= from + start.length ? text.slice(from + start.length, to) : text
}
