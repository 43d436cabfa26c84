import { databaseError } from "../errors.ts"
import { isOutdatedPlan } from "./often.ts"

/** A state of the database that passes by itself or by an administrator's hand: the request was right, only too early. */
export interface Condition {
  readonly kind: keyof typeof CONDITIONS
  /** What is the matter. Whether something was changed is for whoever knows the transaction to say. */
  readonly sentence: string
  readonly retryAfterSeconds: number
}

const CONDITIONS = {
  gone: ["The database cannot be reached right now.", 2],
  silent: ["The database did not answer in time.", 2],
  crowded: ["All connections to the database are in use right now.", 2],
  full: ["The database's disk is full. An administrator has to make room before anything can be saved.", 30],
  exhausted: ["The database has run out of memory.", 10],
  readOnly: ["The database takes no changes right now: it is read-only, as while another one takes over.", 10],
  slow: ["The database needed too long for this.", 5],
  locked: ["Somebody else is changing the same things right now, and waiting for them took too long.", 2],
  raced: ["Others kept changing the same things at the same moment.", 1],
} as const

const BY_CODE: Readonly<Record<string, Condition["kind"]>> = {
  "57P01": "gone",
  "57P02": "gone",
  "57P03": "gone",
  ECONNREFUSED: "gone",
  ECONNRESET: "gone",
  ENOENT: "gone",
  EPIPE: "gone",
  ETIMEDOUT: "gone",
  EHOSTUNREACH: "gone",
  "53300": "crowded",
  "53100": "full",
  "53200": "exhausted",
  "25006": "readOnly",
  "57014": "slow",
  "55P03": "locked",
  "40001": "raced",
  "40P01": "raced",
}

/** What the driver says without a code. */
const BY_MESSAGE: readonly [RegExp, Condition["kind"]][] = [
  [/timeout exceeded when trying to connect/, "crowded"],
  [/Query read timeout/, "silent"],
  [/Connection terminated|connection error|timeout expired|is not queryable/, "gone"],
]

export function conditionOf(error: unknown): Condition | null {
  const kind = kindOf(error)
  if (!kind) return null
  const [sentence, retryAfterSeconds] = CONDITIONS[kind]
  return { kind, sentence, retryAfterSeconds }
}

function kindOf(error: unknown): Condition["kind"] | null {
  const raised = databaseError(error) as (Error & { code: string; syscall?: string }) | null
  const code = raised?.code ?? ""
  // The next attempt plans anew.
  if (isOutdatedPlan(raised)) return "raced"
  // ENOENT is a socket that is not there, but also any file.
  const ofSocket = !code.startsWith("E") || ["connect", "read", "write"].includes(raised?.syscall ?? "")
  const known = ofSocket ? (BY_CODE[code] ?? (code.startsWith("08") ? "gone" : null)) : null
  if (known) return known
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    if (cause.name === "CrowdedError") return "crowded"
    const { message } = cause
    const told = BY_MESSAGE.find(([words]) => words.test(message))
    if (told) return told[1]
  }
  return null
}
