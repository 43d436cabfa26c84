import { randomUUID } from "node:crypto"
import type { Runtime } from "../../access/runtime.ts"
import type { ModelCall } from "../../connections/call-model.ts"
import type { TurnStart } from "../begin/turn-start.ts"
import { cleanText } from "../border/clean-text.ts"
import { writeTitle } from "../prompt/turn-context-store.ts"
import { askOnce } from "./ask-once.ts"
import { buildClassifierPrompt, parseClassifierVerdict } from "./classifier.ts"
import { sanitizeGeneratedTitle, titleRequest } from "./title.ts"

/** What a small call beside the conversation may be written in. */
const SHORT_TOKENS = 256
/** The answer waits for the verdict, so the verdict is not waited for much longer than a word takes. */
const VERDICT_MS = 10_000

/** The first message of a conversation only, and in doubt it is on topic. */
export async function isOffTopic(
  start: TurnStart,
  base: Omit<ModelCall, "reservation">,
  signal: AbortSignal,
): Promise<boolean> {
  const { conversation, choice } = start
  const { disableTopicalClassifier, rehearsal } = choice.connection
  const text = firstWords(start)
  if (text === null || disableTopicalClassifier || rehearsal || conversation.scope !== "operate") return false
  try {
    const prompt = buildClassifierPrompt(text, randomUUID())
    const call = { ...base, purpose: "classifier" as const }
    const soon = AbortSignal.any([signal, AbortSignal.timeout(VERDICT_MS)])
    const answer = await askOnce(call, { ...prompt, maxOutputTokens: SHORT_TOKENS }, soon)
    return answer !== null && parseClassifierVerdict(answer) === "OFF_TOPIC"
  } catch {
    return false
  }
}

/** Detached: a title must neither delay nor break an answer. The first words stand in for it until then. */
export function nameLater(runtime: Runtime, start: TurnStart, base: Omit<ModelCall, "reservation">): void {
  const { conversation, choice } = start
  const text = firstWords(start)
  if (text === null || isNamed(conversation) || choice.connection.rehearsal) return
  void (async () => {
    const call = { ...base, purpose: "title" as const }
    const answer = await askOnce(call, { ...titleRequest(text, randomUUID()), maxOutputTokens: SHORT_TOKENS })
    const title = answer === null ? null : sanitizeGeneratedTitle(cleanText(runtime.secrets.words.mask(answer)))
    if (title && (await writeTitle(runtime.database, conversation.id, title)))
      runtime.publishSignals(["ai.conversation"])
  })().catch((error) =>
    runtime.log.debug("A conversation keeps its first words as its title.", { error: String(error) }),
  )
}

/** By its person, or by a model when its question was answered the first time. */
function isNamed({ titledBy }: TurnStart["conversation"]): boolean {
  return titledBy === "person" || titledBy === "model"
}

/** Null when this does not answer the first message, or that has no words. As they are stored: without credentials. */
function firstWords({ question, conversation, messages }: TurnStart): string | null {
  if (!question?.trim() || conversation.summary !== null) return null
  return messages.filter(({ role }) => role === "user").length > 1 ? null : question
}
