import { callModel, chooseOn, findConnection, listModels, type StoredConnection } from "@countersign/core/assistant"
import type { Ctx } from "@countersign/core/server"
import { implement, NotFoundError, PlatformError } from "@countersign/core/server"
import { aiContract } from "../../contract.ts"

/** A model that thinks first takes its time even for one word. */
const TIMEOUT_MS = 45_000

export const testConnection = implement(aiContract.testConnection, async (ctx, { id }) => {
  // Outside the transaction: it must not stay open while a provider thinks.
  const stored = await findConnection(ctx.runtime.database.direct, id)
  if (!stored) throw new NotFoundError("This AI connection does not exist any more. Look at the list again.")
  const began = performance.now()
  const { models, problem } = await listModels(ctx.runtime, stored, { refresh: true })
  const listed = await findConnection(ctx.runtime.database.direct, id)
  const spoken = await speak(ctx, listed ?? stored, problem)
  ctx.audit({
    thing: { id, name: stored.label },
    note: spoken.ok ? "It was tested and works." : "It was tested and failed.",
  })
  return { ...spoken, latencyMs: Math.round(spoken.latencyMs ?? performance.now() - began), models }
})

/** One word from the default model: the list of models is public at some providers and proves nothing. */
async function speak(
  ctx: Ctx,
  stored: StoredConnection,
  problem: string | null,
): Promise<{ ok: boolean; sentence: string; latencyMs?: number }> {
  try {
    const choice = await chooseOn(ctx.runtime, stored, null)
    const began = performance.now()
    const { failure } = await callModel(
      {
        runtime: ctx.runtime,
        choice,
        principal: ctx.principal,
        purpose: "test",
        scope: "operate",
        conversationId: null,
        turnId: null,
      },
      {
        messages: [{ role: "user", parts: [{ type: "text", text: "Answer with the word OK." }] }],
        // The least that all providers take.
        maxOutputTokens: 16,
      },
      {
        onEvents: () => {},
        signal: AbortSignal.timeout(TIMEOUT_MS),
        retry: { attempts: 1, firstDelayMs: 0, longestDelayMs: 0 },
      },
    )
    const latencyMs = performance.now() - began
    if (failure?.kind === "aborted")
      return { ok: false, sentence: `${choice.model} did not answer within ${TIMEOUT_MS / 1_000} seconds.`, latencyMs }
    if (failure) return { ok: false, sentence: failure.sentence, latencyMs }
    const unlisted = problem ? ` Its models could not be listed, though: ${problem}` : ""
    return { ok: true, sentence: `${choice.model} answered.${unlisted}`, latencyMs }
  } catch (error) {
    // No model chosen yet, a key that cannot be opened, a cap that is reached: all say what to do.
    if (!(error instanceof PlatformError)) throw error
    return { ok: false, sentence: problem ?? error.message }
  }
}
