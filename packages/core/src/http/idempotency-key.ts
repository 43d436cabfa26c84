import { IDEMPOTENCY_KEY } from "../contract/idempotency-key.ts"
import { InvalidInputError } from "../errors.ts"

export function readIdempotencyKey(request: Request): string | undefined {
  const key = request.headers.get(IDEMPOTENCY_KEY.header)
  if (key === null) return undefined
  if (new RegExp(IDEMPOTENCY_KEY.pattern).test(key)) return key
  throw new InvalidInputError(
    "An Idempotency-Key has 16 to 128 characters, without blanks, quotes and letters beyond ASCII. A random UUID does.",
  )
}
