import { randomUUID } from "node:crypto"
import type { Caller } from "../access/ctx.ts"
import type { RegisteredTool } from "../access/points/tool.ts"
import type { TaintSource } from "../contract/proposal.ts"
import { ForbiddenError, NotFoundError, ToolValidationError } from "../errors.ts"
import { callerIn, classOf, whoseWords } from "../tools/whose-words.ts"

const sources = new WeakMap<object, TaintSource>()

/** A refusal names what it is about, in others' words where those named it: judged like a result, and kept with the error. */
export async function noteWordsOf(
  error: unknown,
  { runtime, principal }: Caller,
  tool: RegisteredTool,
  call: { id: string; input: unknown },
): Promise<void> {
  if (typeof error !== "object" || error === null) return
  const first = error instanceof ToolValidationError ? (error.cause ?? error) : error
  // It repeats what the caller asked for and nothing else. A look at who wrote on it would tell what is another's from what is not there.
  if (first instanceof NotFoundError) return
  const asked = { ...call, gone: first instanceof ForbiddenError }
  const source = await whoseWords({ database: runtime.database, principal }, tool, asked)
  if (source) sources.set(error, source)
}

/** A refusal may name whoever asked, whatever the call was for. */
export async function noteCallerNamed(
  error: unknown,
  { runtime, principal }: Caller,
  { toolName }: { toolName: string },
): Promise<void> {
  if (!(error instanceof Error)) return
  const known = sources.get(error)
  const named = callerIn(principal, error.message)
  if (named.length === 0 || known?.class === "outside") return
  const { database } = runtime
  const { class: read, ...words } = await classOf({ database, principal }, named).catch(() => ({
    class: "outside" as const,
  }))
  if (read === "own") return
  const source = { toolName, toolCallId: randomUUID(), at: new Date().toISOString(), ...words, class: read }
  const people = [...new Set([...(known?.people ?? []), ...(source.people ?? [])])]
  sources.set(error, { ...known, ...source, ...(read === "colleague" && people.length > 0 ? { people } : {}) })
}

/** Others' words in what an error says, if there may be any. */
export function wordsOfError(error: unknown): TaintSource | null {
  return typeof error === "object" && error !== null ? (sources.get(error) ?? null) : null
}
