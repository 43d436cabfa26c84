import type { BlockOf, ContentBlock } from "./content-block.ts"
import type { ContextUse, TurnEvent, TurnMetadata, TurnUsage } from "./turn-event.ts"

/** A turn as far as its events tell: what the thread shows while it runs, and what is left when a server dies in it. */
export interface FoldedTurn {
  readonly messageId: string | null
  readonly metadata: TurnMetadata | null
  readonly blocks: readonly ContentBlock[]
  /** Where the parts stand that are still being written, by their id. */
  readonly open: Readonly<Record<string, number>>
  readonly context: ContextUse | null
  readonly usage: TurnUsage | null
  readonly ended: boolean
}

export const emptyTurn: FoldedTurn = {
  messageId: null,
  metadata: null,
  blocks: [],
  open: {},
  context: null,
  usage: null,
  ended: false,
}

/** Pure, and the same on both sides: the thread after a reload and the thread that watched are one. */
export function foldTurn(turn: FoldedTurn, event: TurnEvent): FoldedTurn {
  switch (event.type) {
    case "start":
      return { ...turn, messageId: event.messageId, metadata: event.messageMetadata }
    case "text-start":
      return begin(turn, event.id, { type: "text", text: "" })
    case "reasoning-start":
      return begin(turn, event.id, { type: "reasoning", text: "", provider: "" })
    case "tool-input-start":
      return begin(turn, event.toolCallId, {
        type: "tool-call",
        callId: event.toolCallId,
        name: event.toolName,
        arguments: "",
      })
    case "text-delta":
    case "reasoning-delta":
      return grow(turn, event.id, event.delta)
    case "tool-input-delta":
      return grow(turn, event.toolCallId, event.inputTextDelta)
    case "text-end":
    case "reasoning-end":
      return close(turn, event.id)
    case "tool-input-available":
    case "tool-input-error":
      return closeCall(turn, event)
    case "tool-output-available":
      return append(turn, { ...resultOf(turn, event.toolCallId), text: toText(event.output) })
    case "tool-output-error":
      return append(turn, failed(turn, event))
    case "data-proposal":
    case "data-applied":
    case "data-question":
    case "data-notice":
      return append(turn, event.data)
    case "data-context":
      return { ...turn, context: event.data }
    case "data-usage":
      return { ...turn, usage: event.data }
    case "finish":
    case "abort":
      return { ...turn, ended: true }
    default:
      return turn
  }
}

/** What is shown of parts that never ended. */
export function cutOpenParts({ blocks, open }: FoldedTurn): ContentBlock[] {
  const unfinished = new Set(Object.values(open))
  return blocks.flatMap((block, index) => {
    if (!unfinished.has(index)) return [block]
    if (block.type === "tool-call") return [{ ...block, cut: true as const }]
    if (block.type !== "text" && block.type !== "reasoning") return [block]
    return block.text ? [{ ...block, cut: true as const }] : []
  })
}

function begin(turn: FoldedTurn, id: string, block: ContentBlock): FoldedTurn {
  return { ...append(turn, block), open: { ...turn.open, [id]: turn.blocks.length } }
}

function append(turn: FoldedTurn, block: ContentBlock): FoldedTurn {
  return { ...turn, blocks: [...turn.blocks, block] }
}

function grow(turn: FoldedTurn, id: string, more: string): FoldedTurn {
  const index = turn.open[id]
  const block = index === undefined ? undefined : turn.blocks[index]
  if (!block) return turn
  if (block.type === "text" || block.type === "reasoning")
    return put(turn, index!, { ...block, text: block.text + more })
  if (block.type === "tool-call") return put(turn, index!, { ...block, arguments: block.arguments + more })
  return turn
}

function close(turn: FoldedTurn, id: string): FoldedTurn {
  const { [id]: _, ...open } = turn.open
  return { ...turn, open }
}

function closeCall(
  turn: FoldedTurn,
  event: Extract<TurnEvent, { type: "tool-input-available" | "tool-input-error" }>,
): FoldedTurn {
  const { toolCallId, toolName, input } = event
  const block: BlockOf<"tool-call"> = {
    type: "tool-call",
    callId: toolCallId,
    name: toolName,
    arguments: typeof input === "string" ? input : JSON.stringify(input ?? {}),
  }
  const index = turn.open[toolCallId]
  const closed = index === undefined ? append(turn, block) : close(put(turn, index, block), toolCallId)
  if (event.type === "tool-input-available") return closed
  return append(closed, failed(closed, event))
}

function failed(
  turn: FoldedTurn,
  event: Extract<TurnEvent, { type: "tool-input-error" | "tool-output-error" }>,
): BlockOf<"tool-result"> {
  const { toolCallId, errorText, toolMetadata } = event
  const failure = toolMetadata ? { failure: toolMetadata.failure } : {}
  return { ...resultOf(turn, toolCallId), text: errorText, isError: true, ...failure }
}

function put(turn: FoldedTurn, index: number, block: ContentBlock): FoldedTurn {
  return { ...turn, blocks: turn.blocks.with(index, block) }
}

function resultOf(turn: FoldedTurn, callId: string): Omit<BlockOf<"tool-result">, "text"> {
  const call = turn.blocks.findLast((block) => block.type === "tool-call" && block.callId === callId)
  return { type: "tool-result", callId, name: call?.type === "tool-call" ? call.name : "" }
}

function toText(output: unknown): string {
  return typeof output === "string" ? output : JSON.stringify(output ?? null)
}
