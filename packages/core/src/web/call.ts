import { type ErrorBody, READER } from "../contract/error-codes.ts"
import { IDEMPOTENCY_KEY } from "../contract/idempotency-key.ts"
import type { AnyProcedure, InputOf, OutputOf } from "../contract/procedure.ts"
import { metaOf } from "../contract/procedure-meta.ts"
import { changeKeyFor } from "./change-keys.ts"
import { noteAnswered } from "./live/own-changes.ts"

/** The server's own sentence, as an error a page can show. */
export class CallError extends Error {
  override name = "CallError"
  readonly body: ErrorBody

  constructor(body: ErrorBody) {
    super(body.message)
    this.body = body
  }
}

/** Calls a verb of the server. Typed by the contract both sides share. */
export async function call<P extends AnyProcedure>(
  procedure: P,
  input: InputOf<P>,
  options: { signal?: AbortSignal } = {},
): Promise<OutputOf<P>> {
  return (await callAndNote(procedure, input, options)).output
}

/** The output, and since when this page knows of the change, if it was one: reads that began later have it. */
export async function callAndNote<P extends AnyProcedure>(
  procedure: P,
  input: InputOf<P>,
  options: { signal?: AbortSignal } = {},
): Promise<{ output: OutputOf<P>; since: number }> {
  const { id, effect, access } = metaOf(procedure)
  const address = `/api/v1/${id.replace(".", "/")}`
  // Whoever is not signed in has no name under which a key could be kept.
  const isPlain = effect === "read" || access === "anyone"
  const response = isPlain ? await post(address, input, options) : await postOnce(id, address, input, options)
  const since = effect === "read" ? 0 : noteAnswered(response.headers.get("x-correlation-id"))
  return { output: (await response.json()) as OutputOf<P>, since }
}

// The server waits up to ten seconds for a database that comes back before it says that it does not know.
const MOST_ATTEMPTS = 3

/** A change, with a key that stays the same over everything that leaves its outcome open. */
async function postOnce(
  verb: string,
  address: string,
  input: unknown,
  options: { signal?: AbortSignal },
): Promise<Response> {
  const change = changeKeyFor(verb, JSON.stringify(input))
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await post(address, input, { ...options, key: change.key })
      change.settle()
      return answer
    } catch (error) {
      const code = error instanceof CallError ? error.body.code : "unavailable"
      const undecided = code === "in_progress" || code === "outcome_unknown"
      if (undecided && attempt < MOST_ATTEMPTS) {
        await new Promise((resolve) => setTimeout(resolve, 1_000))
        continue
      }
      if (undecided || code === "unavailable") change.keep()
      else change.settle()
      throw error
    }
  }
}

/** For the few addresses that are no verbs. Fails with the server's sentence. */
export async function postJson(
  address: string,
  body: unknown,
  options: { signal?: AbortSignal } = {},
): Promise<unknown> {
  return (await post(address, body, options)).json()
}

async function post(
  address: string,
  body: unknown,
  options: { signal?: AbortSignal; key?: string },
): Promise<Response> {
  const response = await send(address, JSON.stringify(body), options)
  if (!response.ok) throw new CallError(await readError(response))
  return response
}

const HEADERS = { "content-type": "application/json", accept: "application/json", [READER.header]: READER.person }

async function send(
  address: string,
  body: string,
  { signal, key }: { signal?: AbortSignal; key?: string },
): Promise<Response> {
  const headers = key ? { ...HEADERS, [IDEMPOTENCY_KEY.header]: key } : HEADERS
  try {
    return await fetch(address, { method: "POST", headers, body, signal })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new CallError({
      code: "unavailable",
      message: "Countersign cannot be reached. Check your connection; what you typed is still here.",
    })
  }
}

async function readError(response: Response): Promise<ErrorBody> {
  try {
    const body = (await response.json()) as ErrorBody
    if (typeof body.message === "string" && typeof body.code === "string") return body
  } catch {
    // Not ours: a proxy answered with a page of its own.
  }
  return {
    code: "unavailable",
    message: `The server answered ${response.status} without saying why. Try again in a moment.`,
  }
}
