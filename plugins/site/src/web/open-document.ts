import type { Runner } from "@countersign/core/web"
import { NOT_DISTURBED, NOT_OPENED } from "../contract/snapshot.ts"
import type { siteContract } from "../contract.ts"
import { editPathOf, refIn } from "./words.ts"

/** Shows the document in the editor, unless its person would lose what they wrote. The server has seen that it is there. */
const showDocument: Runner<typeof siteContract.showDocument> = async ({ document: key, unlessEditing }, tab) => {
  if (unlessEditing && !isLookingOn(tab.now().path)) return { document: null, problem: NOT_DISTURBED }
  if ((await tab.open(editPathOf({ id: key }))) === "unsaved") return { document: null, problem: NOT_OPENED }
  return { document: refIn(key), problem: null }
}
export default showDocument

/** In the editor, with the hands elsewhere: what has the focus on the page, a field or the canvas, is what somebody works with. */
function isLookingOn(path: string): boolean {
  const main = document.querySelector("#main")
  const { activeElement: focused } = document
  return path.startsWith("/site/edit/") && (focused === main || !main?.contains(focused))
}
