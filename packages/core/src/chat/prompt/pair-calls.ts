import type { BlockOf, ContentBlock } from "../../contract/chat/content-block.ts"

/** A call and what came of it. Both lists of blocks and providers rely on the two finding each other. */
export interface PairedCall {
  block: BlockOf<"tool-call">
  /** Unique in the conversation, and of letters that every provider takes. */
  wireId: string
  result: BlockOf<"tool-result"> | null
}

/** Each result goes to the latest call with its id that has none yet; calls that were never finished are left out. */
export function pairCalls(rows: readonly (readonly ContentBlock[])[]): Map<ContentBlock, PairedCall> {
  const pairs = new Map<ContentBlock, PairedCall>()
  const open = new Map<string, PairedCall>()
  const taken = new Set<string>()
  for (const block of rows.flat()) {
    if (block.type === "tool-call") {
      open.delete(block.callId)
      if (block.cut) continue
      const pair = { block, wireId: freeId(block.callId, taken), result: null }
      pairs.set(block, pair)
      open.set(block.callId, pair)
    }
    if (block.type === "tool-result") {
      const pair = open.get(block.callId)
      if (!pair) continue
      pair.result = block
      open.delete(block.callId)
    }
  }
  return pairs
}

/** Providers refuse ids longer than 64 characters and those with other signs in them. */
function freeId(callId: string, taken: Set<string>): string {
  const base = callId.replaceAll(/[^a-zA-Z0-9_-]/g, "_").slice(0, 56) || "call"
  let id = base
  for (let count = 2; taken.has(id); count += 1) id = `${base}-${count}`
  taken.add(id)
  return id
}
