import type { Failure, FailureKind } from "../model-event.ts"

/** What is known of a failure: an HTTP answer, an error inside a stream, or both. */
export interface FailureFacts {
  label: string
  status?: number
  /** The body of an HTTP answer, or the payload of an error frame. */
  body?: string
  headers?: Readonly<Record<string, string | string[] | undefined>>
}

export function classifyFailure({ label, status, body = "", headers = {} }: FailureFacts): Failure {
  const said = readError(body)
  // Gateways put errors into good answers, too.
  const kind = kindOf(status === undefined || (status === 200 && said.isError) ? said.status : status, said)
  const retryAfterMs = kind === "rate-limit" || kind === "overload" ? readRetryAfter(headers) : undefined
  return {
    kind,
    sentence: sentenceFor(kind, label, { status, retryAfterMs, isPage: said.isPage }),
    ...(said.message && { detail: said.message.slice(0, DETAIL_CHARACTERS) }),
    ...(status !== undefined && { status }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  }
}

/** A failure that no provider worded: the network's, ours, or the caller's. */
export function failureOf(kind: FailureKind, label: string, detail?: string): Failure {
  return { kind, sentence: sentenceFor(kind, label, {}), ...(detail && { detail: detail.slice(0, DETAIL_CHARACTERS) }) }
}

/** What may pass by itself. Malformed streams and timeouts are not: they repeat, at the operator's expense. */
export function isTransient({ kind }: Failure): boolean {
  return kind === "rate-limit" || kind === "overload" || kind === "network"
}

/** Providers echo keys in their errors. */
export function scrubKey(failure: Failure, key: string | undefined): Failure {
  // Shorter than any real key: removing it would garble sentences and protect nothing.
  if (!key || key.length < 4 || !failure.detail?.includes(key)) return failure
  return { ...failure, detail: failure.detail.replaceAll(key, "[key]") }
}

const DETAIL_CHARACTERS = 2_000

interface SaidError {
  message: string
  /** Type and code together, as providers put the same words in either. */
  code: string
  status?: number
  isPage?: boolean
  isError?: boolean
}

/** `{ error: { type, code, message } }`, `{ error: "..." }`, `{ message }`, a page, or words. */
function readError(body: string): SaidError {
  const text = body.trim()
  if (text.startsWith("<")) return { message: "", code: "", isPage: true }
  const parsed = parseObject(text)
  if (!parsed) return { message: text, code: "" }
  const error = parsed.error ?? parsed
  const isError = parsed.error !== undefined
  if (typeof error === "string") return { message: error, code: "", isError }
  const { message, type, code, status, metadata } = error as Record<string, unknown>
  // OpenRouter wraps the provider behind it: its own message says no more than "Provider returned error".
  const raw = (metadata as { raw?: unknown } | undefined)?.raw
  return {
    message: [message, raw].filter((words) => typeof words === "string" && words !== "").join(" "),
    code: [type, code, status].filter((word) => typeof word === "string").join(" "),
    isError,
    ...(typeof code === "number" && code >= 400 && code < 600 && { status: code }),
  }
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return value !== null && typeof value === "object" ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

function kindOf(status: number | undefined, { code, message }: SaidError): FailureKind {
  const bySaid = SAID.find(({ codes, words }) => codes.test(code) || words?.test(message))
  if (bySaid && (status === undefined || status >= 400)) return bySaid.kind
  // Inside a stream there is no status; what is not the request's fault is the provider's.
  if (status === undefined) return /\binvalid_/.test(code) ? "rejected" : "overload"
  if (status === 401 || status === 403) return "auth"
  if (status === 402) return "payment"
  if (status === 404) return "model-not-found"
  if (status === 413) return "too-large"
  if (status === 429) return "rate-limit"
  if (status === 408 || status >= 500) return "overload"
  if (status >= 400 || (status >= 300 && status < 400)) return "rejected"
  return "malformed-stream"
}

/** First match wins. Codes are exact words of a provider; message words only where one gives no code of its own. */
const SAID: { kind: FailureKind; codes: RegExp; words?: RegExp }[] = [
  {
    kind: "payment",
    codes: /\b(insufficient_quota|billing_error|billing_hard_limit_reached|payment_required)\b/,
    words: /credit balance is too low|insufficient credits|requires more credits/i,
  },
  {
    kind: "context-too-long",
    codes: /\b(context_length_exceeded|context_window_exceeded)\b/,
    words: /prompt is too long|maximum context length|exceeds? the (model's )?context (window|length)|context size/i,
  },
  {
    kind: "content-refused",
    codes: /\b(content_policy_violation|content_filter|moderation_blocked|image_content_policy_violation|bio_policy)\b/,
    words: /requires moderation|flagged by|content management policy/i,
  },
  { kind: "auth", codes: /\b(invalid_api_key|authentication_error|permission_error|invalid_authentication)\b/ },
  {
    kind: "model-not-found",
    codes: /\b(model_not_found|not_found_error|DeploymentNotFound)\b/,
    words: /not a valid model id|model .{1,200} (not found|does not exist)|no endpoints found/i,
  },
  { kind: "too-large", codes: /\b(request_too_large|image_file_too_large|image_too_large)\b/ },
  { kind: "rate-limit", codes: /\b(rate_limit_exceeded|rate_limit_error|RESOURCE_EXHAUSTED)\b/ },
]

function readRetryAfter(headers: NonNullable<FailureFacts["headers"]>): number | undefined {
  const milliseconds = Number(headers["retry-after-ms"])
  if (headers["retry-after-ms"] !== undefined && milliseconds >= 0) return milliseconds
  const value = headers["retry-after"]
  if (typeof value !== "string") return undefined
  const seconds = Number(value)
  const wait = Number.isNaN(seconds) ? Date.parse(value) - Date.now() : seconds * 1_000
  return Number.isNaN(wait) ? undefined : Math.max(0, Math.round(wait))
}

interface SentenceFacts {
  status?: number
  retryAfterMs?: number
  isPage?: boolean
}

function sentenceFor(kind: FailureKind, label: string, { status, retryAfterMs, isPage }: SentenceFacts): string {
  switch (kind) {
    case "auth":
      return `${label} did not accept the key of this connection. Check the key and what it may be used for.`
    case "payment":
      return `${label} wants to be paid first: the account behind this key has no credit left. Add credit there.`
    case "rate-limit":
      return retryAfterMs === undefined
        ? `${label} limits how often this key may call and the limit is reached. Wait a little and try again.`
        : `${label} limits how often this key may call. Try again ${describeWait(retryAfterMs)}.`
    case "overload":
      return `${label} could not answer${status === undefined ? "" : ` (status ${status})`}: the trouble is on its side. Try again in a moment.`
    case "context-too-long":
      return "The conversation is longer than this model can read. Start a new one, or choose a model with a larger context window."
    case "content-refused":
      return `${label} refused the request under its content policy. Put it differently.`
    case "model-not-found":
      return `${label} does not know this model at this address, or the key may not use it. Choose another model or check the base URL.`
    case "too-large":
      return `The request is larger than ${label} accepts. Send fewer or smaller images, or a shorter text.`
    case "rejected":
      return `${label} did not accept the request${status === undefined ? "" : ` (status ${status})`}. Its own words say why; another model may accept it.`
    case "network":
      return `${label} could not be reached. Check the base URL and that this server may connect to it.`
    case "silence":
      return `${label} said nothing for too long. Send the message again, or choose another model.`
    case "malformed-stream":
      return isPage
        ? `A web page answered where ${label} was expected. Check the base URL, and any proxy in between.`
        : `${label} sent an answer that could not be read to its end. Try again; if it repeats, check the base URL.`
    case "aborted":
      return "The answer was stopped."
  }
}

/** Providers have said the year 9999; what nobody waits for is not counted. */
function describeWait(milliseconds: number): string {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1_000))
  if (seconds > 30 * 86_400) return "later"
  const [size, name] = UNITS.find(([length]) => seconds >= length * 2) ?? [1, "second"]
  const count = Math.ceil(seconds / size)
  return `in ${count} ${name}${count === 1 ? "" : "s"}`
}

const UNITS = [
  [86_400, "day"],
  [3_600, "hour"],
  [60, "minute"],
] as const
