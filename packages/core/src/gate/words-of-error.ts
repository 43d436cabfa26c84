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
  const asked = { ...call, gone: isOfNothing(error) }
  const source = await whoseWords({ database: runtime.database, principal }, tool, asked)
  if (source) sources.set(error, source)
}

/** Of what is not there, or not the caller's, there are no words to repeat. */
function isOfNothing(error: object): boolean {
  const first = error instanceof ToolValidationError ? (error.cause ?? error) : error
  return first instanceof NotFoundError || first instanceof ForbiddenError
}

/** Others' words in what an error says, if there may be any. */
export function wordsOfError(error: unknown): TaintSource | null {
  return typeof error === "object" && error !== null ? (sources.get(error) ?? null) : null
}
