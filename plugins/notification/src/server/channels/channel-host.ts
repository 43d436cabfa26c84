import { type Ctx, EgressFaultError, EgressRefusedError, MailError } from "@countersign/core/server"
import type { ChannelHost, ChannelKind, ChannelTarget, Notice, PostAnswer, SendOutcome } from "../../contract.ts"
import { readableNotice } from "./readable-notice.ts"

type Runtime = Ctx["runtime"]

/** How long a receiver may take before it counts as silent. */
const TIMEOUT_MS = 10_000
/** Of an answer that is read at all; what the log keeps is shorter. */
const MOST_BYTES = 4_096
const MOST_ANSWER = 500
/** A receiver that asks for more is asked again after this. */
const LONGEST_WAIT_SECONDS = 3_600

/** One attempt. Whatever goes wrong becomes an outcome. */
export async function sendThrough(
  runtime: Runtime,
  kind: ChannelKind,
  target: ChannelTarget,
  notice: Notice,
  { shared }: { shared: boolean },
): Promise<SendOutcome> {
  const place = kind.place(target.address)
  try {
    return scrubbed(runtime, await kind.send(readableNotice(notice), target, hostFor(runtime, { shared })))
  } catch (error) {
    return scrubbed(runtime, {
      httpStatus: null,
      answer: "",
      retryAfterSeconds: null,
      ...explained(place, error as Error),
    })
  }
}

/**
 * Those who manage channels are told why an address is not called, and reach what whoever runs this server allows. What one person
 * wrote down for themselves leads to the public internet only, and every failure looks alike: it would map our network otherwise.
 */
function hostFor({ egress, mail }: Runtime, { shared }: { shared: boolean }): ChannelHost {
  const call = shared ? egress.ask : egress.fetch
  return {
    async post(url, request) {
      const bounds = { timeoutMs: TIMEOUT_MS, maxBytes: MOST_BYTES, truncate: true }
      const answer = await call(url, { method: "POST", ...request, ...bounds })
      return {
        status: answer.status,
        text: readable(answer.body),
        retryAfterSeconds: retryAfter(answer.headers.get("retry-after")),
        redirected: answer.status >= 300 && answer.status < 400,
      } satisfies PostAnswer
    },
    async mail(message) {
      try {
        await mail.send(message)
        return null
      } catch (error) {
        if (!(error instanceof MailError)) throw error
        return { sentence: error.message, permanent: error.permanent }
      }
    },
    now: () => Math.floor(Date.now() / 1_000),
  }
}

function explained(place: string, error: Error): Pick<SendOutcome, "outcome" | "sentence"> {
  // An attempt like another: one that nobody writes down is made again and again, and its receiver hears each of them.
  if (error instanceof EgressFaultError)
    return {
      outcome: "later",
      sentence: `${place} could not be called because of a fault here. The log of this server says which.`,
    }
  // The guard's own sentence says what an administrator can do.
  if (error.name === "NotAllowedError") return { outcome: "never", sentence: error.message }
  if (error instanceof EgressRefusedError)
    return { outcome: "later", sentence: `${place} could not be reached, or is no address on the public internet.` }
  if (error.name === "TimeoutError" || error.name === "AbortError")
    return { outcome: "later", sentence: `${place} did not answer within ${TIMEOUT_MS / 1_000} seconds.` }
  return { outcome: "later", sentence: `${place} could not be reached${reasonOf(error)}.` }
}

function reasonOf(error: Error): string {
  for (let cause: unknown = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    const { code } = cause as { code?: unknown }
    if (typeof code === "string") return ` (${code})`
  }
  return ""
}

function retryAfter(header: string | null): number | null {
  if (header === null) return null
  // In seconds, or as a date.
  const seconds = /^\d{1,6}$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - Date.now()) / 1_000)
  return Number.isFinite(seconds) ? Math.min(Math.max(0, seconds), LONGEST_WAIT_SECONDS) : null
}

/** Somebody else's bytes as one line for a log. */
function readable(bytes: Uint8Array): string {
  return new TextDecoder()
    .decode(bytes)
    .replace(/[\p{C}\s]+/gu, " ")
    .trim()
}

function scrubbed({ secrets }: Runtime, { sentence, answer, ...rest }: SendOutcome): SendOutcome {
  return {
    ...rest,
    sentence: secrets.mask(sentence).slice(0, 1_000),
    answer: secrets.mask(answer).slice(0, MOST_ANSWER),
  }
}
