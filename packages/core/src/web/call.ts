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
  const response = await send(`/api/v1/${id.replace(".", "/")}`, JSON.stringify(input), options.signal)
  if (!response.ok) throw new CallError(await readError(response))
  return (await response.json()) as OutputOf<P>
}

async function send(address: string, body: string, signal: AbortSignal | undefined): Promise<Response> {
  try {
    return await fetch(address, { method: "POST", headers: { "content-type": "application/json" }, body, signal })
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
