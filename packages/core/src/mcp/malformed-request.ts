import { InvalidInputError } from "../errors.ts"

/** The request as a whole is at fault, not the parameters of one. */
export class MalformedRequestError extends InvalidInputError {}

/** An id comes back with every answer, so its length is the length of answers. Clients count, or make a UUID. */
const LONGEST_ID_BYTES = 256

export function demandShortIds(body: unknown): void {
  for (const message of Array.isArray(body) ? body : [body]) {
    const { id } = (message ?? {}) as { id?: unknown }
    if (id === undefined || id === null || typeof id === "number") continue
    if (typeof id !== "string") throw new MalformedRequestError("The id of a request is a text or a number.")
    if (Buffer.byteLength(JSON.stringify(id)) > LONGEST_ID_BYTES)
      throw new MalformedRequestError(
        `The id of a request takes at most ${LONGEST_ID_BYTES} bytes as JSON, this one takes more. Send a shorter one.`,
      )
  }
}
