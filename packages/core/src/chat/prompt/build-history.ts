import type { ImagePart, Message, TextPart, ToolResultPart } from "@countersign/llm"
import type { BlockOf, ContentBlock } from "../../contract/chat/content-block.ts"
import type { TaintSource } from "../../contract/proposal.ts"
import { namedDestinations } from "../border/named-destinations.ts"
import { breadcrumb } from "./heavy-evidence.ts"
import { ownWords, type SaidBefore } from "./own-words.ts"
import { type PairedCall, pairCalls } from "./pair-calls.ts"
import { readBlocks } from "./read-blocks.ts"
import { sourceOfBlock } from "./source-of-block.ts"

export interface HistoryRow {
  id: string
  role: "user" | "assistant"
  blocks: unknown
}

export interface HistoryOptions {
  /** The driver's id: reasoning goes back only to the one it came from. */
  provider: string
  vision: boolean
  imageOf(imageId: string): { mediaType: string; data: string } | undefined
  /** `incident.list` to `incident_list`. */
  toolName(dotted: string): string
  /** Tools whose earlier results are left out once there is a later one. */
  heavy?: ReadonlySet<string>
  /** What came before these rows. */
  before?: SaidBefore
}

export interface History {
  messages: Message[]
  /** What others wrote and the model has read, left-out results included: it may have written on from them. */
  taint: TaintSource[]
  /** What a person wrote themselves. */
  words: string[]
  /** Hosts that they named. */
  named: string[]
}

export const INTERRUPTED_CALL = "This call was interrupted before it had a result. Call it again if you still need it."

/**
 * What the rows of a conversation are to a model. Healed, not trusted: whatever was stored, providers get a sequence
 * that begins with the user, alternates, and answers every call once, right after it.
 */
export function buildHistory(rows: readonly HistoryRow[], options: HistoryOptions): History {
  const read = rows.map(({ role, blocks }) => ({ role, blocks: readBlocks(blocks) }))
  const answers = read.filter(({ role }) => role === "assistant").map(({ blocks }) => blocks)
  const pairs = pairCalls(answers)
  const latest = latestHeavy(pairs, options.heavy)
  const messages: Message[] = []
  for (const { role, blocks } of read) {
    const made = role === "user" ? userMessages(blocks, options) : answerMessages(blocks, pairs, latest, options)
    for (const message of made) append(messages, message)
  }
  if (messages.length > 0 && messages[0]!.role !== "user") messages.unshift(userLine(BEGINNING))
  const words = ownWords(read, options.before)
  return { messages, taint: taintOf(answers), words, named: namedDestinations(words) }
}

const BEGINNING = "[What came before this is not shown.]"

// What the operator said

function userMessages(blocks: readonly ContentBlock[], { vision, imageOf }: HistoryOptions): Message[] {
  const parts: (TextPart | ImagePart)[] = []
  let unseen = 0
  let gone = 0
  for (const block of blocks) {
    if (block.type === "text" && block.text.trim()) parts.push({ type: "text", text: block.text })
    if (block.type !== "image") continue
    const image = vision ? imageOf(block.imageId) : undefined
    if (image) parts.push({ type: "image", mediaType: image.mediaType, data: image.data })
    else if (vision) gone += 1
    else unseen += 1
  }
  if (unseen > 0) parts.push({ type: "text", text: `[${images(unseen)} left out: this model cannot see images.]` })
  if (gone > 0) parts.push({ type: "text", text: `[${images(gone)} left out: no longer stored.]` })
  return parts.length > 0 ? [{ role: "user", parts }] : []
}

function images(count: number): string {
  return count === 1 ? "One image was" : `${count} images were`
}

// What the assistant said and did

type AnswerPart = Extract<Message, { role: "assistant" }>["parts"][number]

function answerMessages(
  blocks: readonly ContentBlock[],
  pairs: ReadonlyMap<ContentBlock, PairedCall>,
  latest: ReadonlySet<PairedCall>,
  options: HistoryOptions,
): Message[] {
  const messages: Message[] = []
  let said: AnswerPart[] = []
  let called: PairedCall[] = []
  let answered = false

  const endStep = () => {
    // Reasoning that led to nothing is refused: by some as the last part, by others for want of what it belongs to.
    while (said.at(-1)?.type === "reasoning") said.pop()
    if (said.length > 0) messages.push({ role: "assistant", parts: said })
    if (called.length > 0)
      messages.push({ role: "tool", parts: called.map((pair) => toResult(pair, latest.has(pair), options)) })
    said = []
    called = []
    answered = false
  }

  for (const block of blocks) {
    if (block.type === "tool-result") {
      answered = called.length > 0
      continue
    }
    if (block.type === "notice" || block.type === "applied") {
      const line = block.type === "notice" ? TOLD[block.kind] : decidedLine(block)
      if (!line) continue
      endStep()
      messages.push(userLine(line))
      continue
    }
    const part = toPart(block, pairs.get(block), options)
    if (!part) continue
    if (answered) endStep()
    said.push(part)
    if (part.type === "tool-call") called.push(pairs.get(block)!)
  }
  endStep()
  return messages
}

/** Said in the user's place: in its own, a model learns to write such lines itself. */
const TOLD: Partial<Record<BlockOf<"notice">["kind"], string>> = {
  stopped: "[The operator stopped your answer here.]",
  interrupted: "[Your answer was interrupted here.]",
  failed: "[Your answer failed here.]",
  cut: "[Your answer was cut off here.]",
  length: "[Your answer was cut off here: it had reached its longest length.]",
  again: "[The operator asked for another answer to the same question.]",
  // Without the words of whoever decided: those were quoted, once, in the turn that told of it.
  decided:
    "[A proposal of yours was decided. It was not applied, or its outcome is unknown: read before you rely on it.]",
}

/** What was signed after its turn: the turn that told of it may have failed. Within a turn the call's result says so. */
function decidedLine({ callId, proposalId, toolName }: BlockOf<"applied">): string | null {
  return callId === proposalId ? `[A proposal of yours, ${toolName}, was signed and applied.]` : null
}

/** Images are the user's; proposals, applied changes, questions and notices are for people. */
function toPart(block: ContentBlock, pair: PairedCall | undefined, options: HistoryOptions): AnswerPart | null {
  if (block.type === "text") {
    const { text, phase } = block
    return text.trim() ? { type: "text", text, ...(phase ? { phase } : {}) } : null
  }
  if (block.type === "reasoning") {
    const { text, provider, replay, cut } = block
    // Without its seal or in another provider's hands it is worthless, and refused by some.
    return provider === options.provider && replay && !cut ? { type: "reasoning", text, provider, replay } : null
  }
  if (block.type !== "tool-call" || !pair) return null
  const { arguments: text, replay } = block
  const name = wireName(block.name, options)
  const sealed = replay?.provider === options.provider ? { replay } : {}
  return { type: "tool-call", callId: pair.wireId, name, arguments: text, ...sealed }
}

function toResult({ block, wireId, result }: PairedCall, whole: boolean, options: HistoryOptions): ToolResultPart {
  const name = wireName(block.name, options)
  const answer = { type: "tool-result" as const, callId: wireId, name }
  if (!result) return { ...answer, text: INTERRUPTED_CALL, failure: { kind: "interrupted" } }
  if (result.isError)
    return { ...answer, text: result.text.trim() || "The call failed.", failure: result.failure ?? { kind: "failed" } }
  if (options.heavy?.has(block.name) && !whole) return { ...answer, text: breadcrumb(name, result.text) }
  return { ...answer, text: result.text.trim() ? result.text : "(no output)" }
}

/** The latest good result of each heavy tool: earlier ones describe a state that has moved on. */
function latestHeavy(pairs: ReadonlyMap<ContentBlock, PairedCall>, heavy?: ReadonlySet<string>): Set<PairedCall> {
  const latest = new Map<string, PairedCall>()
  for (const pair of pairs.values())
    if (heavy?.has(pair.block.name) && pair.result && !pair.result.isError) latest.set(pair.block.name, pair)
  return new Set(latest.values())
}

/** A model may have made the name up, in letters that no provider takes back. */
function wireName(dotted: string, { toolName }: HistoryOptions): string {
  const name = toolName(dotted).replaceAll(/[^a-zA-Z0-9_-]/g, "_")
  return name.slice(0, 64) || "unknown"
}

// The sequence

function append(messages: Message[], message: Message): void {
  const before = messages.at(-1)
  if (before?.role === "user" && message.role === "user")
    messages[messages.length - 1] = { role: "user", parts: join(before.parts, message.parts) }
  else if (before?.role === "assistant" && message.role === "assistant")
    messages[messages.length - 1] = { role: "assistant", parts: join(before.parts, message.parts) }
  else messages.push(message)
}

/** Two texts that meet become one: some protocols would run their words together, others want no list. */
function join<Part extends { type: string }>(before: readonly Part[], after: readonly Part[]): Part[] {
  const [left, right] = [before.at(-1) as Part | TextPart | undefined, after[0] as Part | TextPart | undefined]
  if (!left || !right || !isText(left) || !isText(right) || left.phase !== right.phase) return [...before, ...after]
  const met = { ...left, text: `${left.text}\n\n${right.text}` } as unknown as Part
  return [...before.slice(0, -1), met, ...after.slice(1)]
}

function isText(part: { type: string }): part is TextPart {
  return part.type === "text"
}

function userLine(text: string): Message {
  return { role: "user", parts: [{ type: "text", text }] }
}

// What is in it

function taintOf(answers: readonly (readonly ContentBlock[])[]): TaintSource[] {
  const sources = new Map<string, TaintSource>()
  for (const block of answers.flat()) {
    const source = sourceOfBlock(block)
    if (source) sources.set(`${source.class} ${source.toolCallId}`, source)
  }
  return [...sources.values()]
}
