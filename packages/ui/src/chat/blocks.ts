/** A message's parts as the server stores and streams them: plain data. */
export type ChatBlock =
  | { type: "text"; text: string; cut?: true }
  | { type: "image"; mediaType: string; imageId: string }
  | { type: "reasoning"; text: string; cut?: true }
  | ToolCallBlock
  | ToolResultBlock
  | ProposalBlock
  | AppliedBlock
  | QuestionBlock
  | NoticeBlock

export type ToolCallBlock = { type: "tool-call"; callId: string; name: string; arguments: string; cut?: true }
export type ToolResultBlock = {
  type: "tool-result"
  callId: string
  name: string
  text: string
  isError?: true
  /** Why it came to nothing. `invalid`: a draft that went back to the model, which is no failure. */
  failure?: { kind: string }
  durationMs?: number
  /** Whose words it holds, where they are others'. */
  source?: { class?: "colleague" | "outside"; what?: string }
  /** The same as it was stored before there were classes. */
  outside?: { at: string }
}
export type ProposalBlock = {
  type: "proposal"
  callId: string
  proposalId: string
  toolName: string
  effect: "read" | "mutate" | "destructive"
  summary: string
  expiresAt: string
}
export type AppliedBlock = {
  type: "applied"
  callId: string
  proposalId: string
  toolName: string
  summary: string
  undo?: { toolName: string; input: Record<string, unknown>; label: string }
}
export type QuestionBlock = { type: "question"; callId: string; question: string; options: readonly string[] }
export type NoticeKind =
  | "stopped"
  | "interrupted"
  | "failed"
  | "cut"
  | "refused"
  | "length"
  | "off-topic"
  | "over-spend"
  | "over-budget"
  | "out-of-steps"
  | "compacted"
  | "decided"
  | "again"
export type NoticeBlock = { type: "notice"; kind: NoticeKind; text: string; detail?: string }

export type ChatItem = {
  id: string
  role: "user" | "assistant"
  blocks: readonly ChatBlock[]
  at: string
  /** The turn it belongs to, as soon as it is known. */
  turnId: string | null
  model: string | null
  /** An answer to a question that was answered again. */
  superseded: boolean
  /** It is being written: these blocks, by their place, are not finished. Null: it is whole. */
  open: ReadonlySet<number> | null
  /** Addresses of images that are on their way with it. */
  previews: readonly string[]
}

/** A block in its place, with what belongs to it: a call has its result, and what became of it says what it was. */
export type Row =
  | {
      type: "call"
      key: string
      call: ToolCallBlock
      result: ToolResultBlock | undefined
      effect: Effect
      /** It became a proposal: while the turn goes on that is told without the call's result. */
      proposed: boolean
    }
  | { type: "block"; key: string; block: Exclude<ChatBlock, ToolCallBlock>; open: boolean }
export type Effect = "read" | "mutate" | "destructive"

export function rowsOf({ blocks, open }: Pick<ChatItem, "blocks" | "open">): readonly Row[] {
  const results = new Map(blocks.flatMap((block) => (block.type === "tool-result" ? [[block.callId, block]] : [])))
  const called = new Set(blocks.flatMap((block) => (block.type === "tool-call" ? [block.callId] : [])))
  const asked = new Set(blocks.flatMap((block) => (block.type === "question" ? [block.callId] : [])))
  const proposed = new Set(blocks.flatMap((block) => (block.type === "proposal" ? [block.callId] : [])))
  const effects = new Map<string, Effect>()
  for (const block of blocks) {
    if (block.type === "proposal") effects.set(block.callId, block.effect)
    if (block.type === "applied") effects.set(block.callId, "mutate")
  }
  return blocks.flatMap((block, index): Row[] => {
    if (block.type === "tool-call") {
      // The question's card says all that its row could.
      if (asked.has(block.callId)) return []
      const { callId } = block
      return [
        {
          type: "call",
          key: `call ${callId}`,
          call: block,
          result: results.get(callId),
          effect: effects.get(callId) ?? "read",
          proposed: proposed.has(callId),
        },
      ]
    }
    if (block.type === "tool-result" && called.has(block.callId)) return []
    // The earlier answer, folded above it, says as much.
    if (isAgain(block)) return []
    // Said as text for those who know no notices: the notice says what it is.
    const next = blocks[index + 1]
    if (block.type === "text" && next?.type === "notice" && next.text === block.text) return []
    return [{ type: "block", key: keyOf(block, index), block, open: open?.has(index) ?? false }]
  })
}

/** A card keeps what is being typed on it when what was watched makes way for what is stored, in whatever order. */
function keyOf(block: Exclude<ChatBlock, ToolCallBlock>, index: number): string {
  if (block.type === "proposal" || block.type === "applied") return `${block.type} ${block.proposalId}`
  if (block.type === "question") return `question ${block.callId}`
  return `${block.type} ${index}`
}

/** Where another answer to the same question begins. */
export function isAgain(block: ChatBlock): boolean {
  return block.type === "notice" && block.kind === "again"
}

/** What was said, without the work behind it: for copying and for reading aloud. */
export function spokenText(blocks: readonly ChatBlock[]): string {
  return blocks.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n\n")
}
