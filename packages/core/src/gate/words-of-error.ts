import type { Caller } from "../access/ctx.ts"
import type { RegisteredTool } from "../access/tool.ts"
import type { TaintSource } from "../contract/proposal.ts"
import { ForbiddenError, NotFoundError, ToolValidationError } from "../errors.ts"
import { whoseWords } from "../tools/whose-words.ts"

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

/** Others' words in what an error says, if there may be any. */
export function wordsOfError(error: unknown): TaintSource | null {
  return typeof error === "object" && error !== null ? (sources.get(error) ?? null) : null
}
