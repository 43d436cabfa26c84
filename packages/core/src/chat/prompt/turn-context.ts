import { createHash } from "node:crypto"
import type { Message, TextPart } from "@countersign/llm"
import type { Caller } from "../../access/ctx.ts"
import type { RegisteredTool } from "../../access/points/tool.ts"
import type { ModelChoice } from "../../connections/choose-model.ts"
import type { PageSnapshot } from "../../contract/chat/page-snapshot.ts"
import { mergeSources, type TaintSource } from "../../contract/proposal.ts"
import type { Principal } from "../../identity/principal/principal.ts"
import { resolveTools } from "../../tools/resolve-tools.ts"
import { serializeTool } from "../../tools/serialize-tool.ts"
import type { TurnStart } from "../begin/turn-start.ts"
import { type CalledTool, specsOf } from "../turn/run-calls.ts"
import { buildHistory } from "./build-history.ts"
import { estimateTokens } from "./estimate-tokens.ts"
import { saidBefore } from "./own-words.ts"
import { placesOf } from "./page-place.ts"
import { quoteData } from "./quote-data.ts"
import { buildSystemPrompt, lastStepNote } from "./system-prompt.ts"
import { readImages, type StoredMessage, type TurnConversation } from "./turn-context-store.ts"
import type { GatheredNotes } from "./turn-notes.ts"

/** What the model is offered. The same objects every time, so that their length is counted once. */
export function offeredTools(caller: Caller, scope: TurnConversation["scope"]): readonly CalledTool[] {
  return sameList(resolveTools(caller.runtime.tools, caller.principal, scope).map(toCalled))
}

const lists = new Map<string, readonly CalledTool[]>()
/** As many as there are sets of rights, give or take. */
const MOST_LISTS = 100

/** People with the same rights are offered the same list, which is counted and written out once. */
function sameList(tools: readonly CalledTool[]): readonly CalledTool[] {
  const key = tools.map(({ name }) => name).join()
  const known = lists.get(key)
  if (known && tools.every((tool, index) => tool === known[index])) return known
  if (lists.size >= MOST_LISTS) lists.clear()
  lists.set(key, tools)
  return tools
}

const called = new WeakMap<RegisteredTool, CalledTool>()

function toCalled(tool: RegisteredTool): CalledTool {
  let one = called.get(tool)
  if (!one) {
    const { name, otherNames, effect, asks, heavy, needsTab } = tool
    const { wireName, description, inputSchema } = serializeTool(tool)
    one = { name, otherNames, effect, asks, heavy, needsTab, spec: { name: wireName, description, inputSchema } }
    called.set(tool, one)
  }
  return one
}

export interface TurnContext {
  /** Before the conversation itself: prompt, and the summary of what is no longer in it. */
  head: Message[]
  /** With the latest message: what holds for this turn alone. */
  facts: string
  /** The same for all calls that begin alike. */
  cacheKey: string
  lastStepNote: string
  taint: TaintSource[]
  overheadTokens: number
}

/** The head of a turn that is about to begin, or that is being played. */
export function headOf(
  start: Pick<TurnStart, "caller" | "choice" | "notes" | "timeZone" | "snapshot" | "messages">,
  conversation: TurnConversation,
): TurnContext {
  const { caller, choice, notes, timeZone, snapshot, messages } = start
  return buildHead(caller, {
    conversation,
    choice,
    notes,
    timeZone,
    tools: offeredTools(caller, conversation.scope),
    snapshot,
    idleMinutes: messages.length > 1 ? conversation.idleMinutes : null,
  })
}

export function buildHead(
  caller: Caller,
  parts: {
    conversation: Pick<
      TurnConversation,
      "id" | "permissionMode" | "scope" | "summary" | "summaryTaint" | "tokenCorrection"
    >
    choice: ModelChoice
    tools: readonly CalledTool[]
    notes: GatheredNotes
    timeZone: string
    snapshot: PageSnapshot | null
    idleMinutes: number | null
  },
): TurnContext {
  const { conversation, choice, tools } = parts
  const { skill, data } = parts.notes
  const prompt = buildSystemPrompt({
    product: PRODUCT,
    may: describeHoldings(caller.principal),
    tools,
    mode: conversation.permissionMode,
    scope: conversation.scope,
    modelFamily: choice.connection.modelFamily,
    sections: caller.runtime.plugins.flatMap(({ assistant }) => assistant?.prompt ?? []),
    skill,
    timeZone: parts.timeZone,
    now: caller.runtime.now(),
    idleMinutes: parts.idleMinutes,
    snapshot: parts.snapshot,
    places: placesOf(caller.runtime.plugins),
  })
  const { summary, scope } = conversation
  const notes = data.map(({ title, text }) => ({ title, text }))
  const head: Message[] = [
    { role: "system", text: prompt.stable },
    ...(prompt.skill ? [{ role: "system" as const, text: prompt.skill }] : []),
    ...(summary ? [userText(quoteData([{ title: "What was said before", text: summary }], conversation.id))] : []),
  ]
  // Notes depend on the page that is looked at.
  const facts = [prompt.facts, quoteData(notes, conversation.id)].filter(Boolean).join("\n\n")
  return {
    head,
    facts,
    cacheKey: cacheKeyOf([scope, choice.connection.modelFamily, tools.map(({ name }) => name).join(), prompt.stable]),
    lastStepNote: lastStepNote(skill),
    taint: mergeSources(
      conversation.summaryTaint,
      data.flatMap(({ outside }) => (outside ? [outside] : [])),
    ),
    overheadTokens: estimateTokens([...head, userText(facts)], specsOf(tools), conversation.tokenCorrection),
  }
}

/** What everybody shares who asks with the same beginning: a conversation's id would split one cache into many. */
function cacheKeyOf(parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32)
}

/** The messages with this turn's facts at the end of the latest one a user sent, where no next turn misses them. */
export function withFacts(messages: readonly Message[], facts: string): Message[] {
  const aside: TextPart = { type: "text", text: facts, aside: true }
  const at = messages.findLastIndex(({ role }) => role === "user")
  const latest = messages[at]
  if (latest?.role !== "user") return [...messages, { role: "user", parts: [aside] }]
  return messages.with(at, { role: "user", parts: [...latest.parts, aside] })
}

const PRODUCT = [
  "Countersign is a self-hosted workspace in which people run services: it knows their systems, handles incidents, and lets nothing change that nobody signed.",
]

/** Rules by their ids would be noise; whether somebody may do everything is worth knowing. */
function describeHoldings(principal: Principal): string {
  return principal.rules.has("*")
    ? "They are an administrator."
    : "You are offered only the tools that their permissions open."
}

export type History = ReturnType<typeof buildHistory>

export async function buildMessages(
  caller: Caller,
  parts: {
    conversation: TurnConversation
    messages: readonly StoredMessage[]
    choice: ModelChoice
    images: ReadonlyMap<string, { mediaType: string; data: string }>
  },
): Promise<History> {
  const { conversation, messages, choice } = parts
  const { vision } = choice.capabilities
  const wanted = vision ? imageIds(messages).filter((id) => !parts.images.has(id)) : []
  const stored = await readImages(caller.runtime.database, conversation.id, wanted)
  return buildHistory(messages, {
    provider: choice.driver.id,
    vision,
    imageOf: (id) => parts.images.get(id) ?? stored.get(id),
    toolName: (name) => caller.runtime.tools.find(name)?.wireName ?? name,
    heavy: heavyTools(caller),
    before: saidBefore(conversation),
  })
}

function heavyTools({ runtime }: Caller): ReadonlySet<string> {
  return new Set(runtime.tools.tools.filter(({ heavy }) => heavy).map(({ name }) => name))
}

function imageIds(messages: readonly StoredMessage[]): string[] {
  return messages.flatMap(({ blocks }) =>
    Array.isArray(blocks) ? blocks.flatMap((block) => (block?.type === "image" ? [String(block.imageId)] : [])) : [],
  )
}

export function userText(text: string): Message {
  return { role: "user", parts: [{ type: "text", text }] }
}
