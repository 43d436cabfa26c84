import type { PostAnswer, SendOutcome } from "../../contract.ts"

/** What an answer over HTTP means for the next attempt. */
export function httpOutcome(place: string, { status, text, retryAfterSeconds, redirected }: PostAnswer): SendOutcome {
  const told = { httpStatus: status, answer: text, retryAfterSeconds }
  if (status >= 200 && status < 300) return { outcome: "sent", sentence: `${place} took it (${status}).`, ...told }
  if (redirected)
    return {
      outcome: "never",
      sentence: `${place} points to another address (${status}), and such are not followed. Set the address that it points to.`,
      ...told,
    }
  if (status === 401 || status === 403)
    return {
      outcome: "never",
      sentence: `${place} did not accept who is calling (${status}). Check the address and the secret of the channel.`,
      ...told,
    }
  if (status === 404 || status === 410)
    return {
      outcome: "never",
      sentence: `${place} knows nobody at this address (${status}). Set the address of the channel anew.`,
      ...told,
    }
  if (status >= 400 && status < 500 && !PASSING.has(status))
    return { outcome: "never", sentence: `${place} refused the message (${status}).`, ...told }
  return { outcome: "later", sentence: `${place} could not take it right now (${status}).`, ...told }
}

/** Too slow, too early, too many: the same request may be accepted a while later. */
const PASSING = new Set([408, 425, 429])
