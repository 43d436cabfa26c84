import { startChatProduct } from "./ours-product.ts"
import { type Contender, startScript } from "./peers.ts"

/** No storage, no gate, no audit. */
export const OURS_ALONE: Contender = {
  name: "ours, run-turn and driver",
  absent: null,
  start: (providerUrl) => startScript(new URL("./ours-run-turn.ts", import.meta.url), providerUrl),
  tool: { name: "add", arguments: { a: 2, b: 3 } },
}

/** Everything on. The tool finds nothing and asks no database: what is left is the gate and its audit. */
export const OURS_PRODUCT: Contender = {
  name: "ours, the product",
  absent: null,
  start: startChatProduct,
  tool: { name: "ai_searchDocs", arguments: { query: "xylophone" } },
}
