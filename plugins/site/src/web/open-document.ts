import type { Runner } from "@countersign/core/web"
import { NOT_OPENED } from "../contract/snapshot.ts"
import type { siteContract } from "../contract.ts"
import { editPathOf, refIn } from "./words.ts"

/** Shows the document in the editor, unless its person would lose what they wrote. The server has seen that it is there. */
const showDocument: Runner<typeof siteContract.showDocument> = async ({ document: key }, tab) => {
  if ((await tab.open(editPathOf({ id: key }))) === "unsaved") return { document: null, problem: NOT_OPENED }
  return { document: refIn(key), problem: null }
}
export default showDocument
