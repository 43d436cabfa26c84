import type { ErrorBody } from "../contract/error-codes.ts"
import { type AnyProcedure, type InputOf, metaOf, type OutputOf } from "../contract/procedure.ts"

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
  const { id } = metaOf(procedure)
  return (await postJson(`/api/v1/${id.replace(".", "/")}`, input, options)) as OutputOf<P>
}

/** For the few addresses that are no verbs. Fails with the server's sentence. */
export async function postJson(
  address: string,
  body: unknown,
  options: { signal?: AbortSignal } = {},
): Promise<unknown> {
  const response = await send(address, JSON.stringify(body), options.signal)
  if (!response.ok) throw new CallError(await readError(response))
  return response.json()
}

const HEADERS = { "content-type": "application/json", accept: "application/json" }

async function send(address: string, body: string, signal: AbortSignal | undefined): Promise<Response> {
  try {
    return await fetch(address, { method: "POST", headers: HEADERS, body, signal })
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
