/** What is being guessed at, or asked for. Each kind has its own count. */
export type AttemptKind = keyof typeof LIMITS

interface Limit {
  /** Failures of one place with one subject within the window. */
  each: number
  /** Failures of one network with whomever within the window. Browsers with an allowance of their own do not count. */
  network: number
  /** In place of `each`, for networks, while a subject is besieged. Enough for somebody who mistypes. */
  besieged?: number
  /** For what few guesses would find: every failure doubles the wait until the next try. */
  grows?: boolean
}

const UNLIMITED = Number.POSITIVE_INFINITY

const LIMITS = {
  password: { each: 10, network: 20, besieged: 3 },
  // Six digits, guessed by somebody who has the password already.
  totp: { each: 10, network: 20, grows: true },
  "backup-code": { each: 10, network: 20 },
  "totp-set-up": { each: 10, network: 20 },
  passkey: { each: UNLIMITED, network: 30 },
  oidc: { each: UNLIMITED, network: 30 },
  "set-up": { each: UNLIMITED, network: 10 },
  // Nothing is guessed by these, but each writes a row, sends a mail or asks another server.
  "passkey-start": { each: UNLIMITED, network: 60 },
  "oidc-start": { each: UNLIMITED, network: 60 },
  "reset-request": { each: 5, network: 10 },
  "email-change": { each: 10, network: 20 },
  "oauth-register": { each: UNLIMITED, network: 20 },
  "oauth-document": { each: 30, network: 60 },
  // A mail that somebody may not have asked for. Its link lives for an hour, and so often it can be had again.
  "unasked-mail": { each: UNLIMITED, network: UNLIMITED, grows: true },
} satisfies Record<string, Limit>

export const WINDOW_SECONDS = 15 * 60
/** As far back as any limit looks. */
export const MEMORY_SECONDS = 24 * 3600
/** As many failures as any limit looks at. */
export const MOST_COUNTED = 64

/** So many failures from networks within the hour are nobody's typing. */
const SIEGE = { failures: 30, seconds: 3600 }
/** After the first five: 15 s, 30 s, 1 min and so on up to an hour, which is about 36 tries on the first day and 24 on each other. */
const GROWTH = { free: 5, firstSeconds: 15, mostSeconds: 3600 }
const MAIL_GROWTH = { free: 3, firstSeconds: 3600, mostSeconds: 3600 }

/** How long ago each of the last failures was, in seconds, the latest first. */
export interface Failures {
  /** Of this place with this subject. */
  here: readonly number[]
  /** Of this network with anybody. */
  network: readonly number[]
  /** Of all networks together with this subject. */
  anywhere: readonly number[]
}

/**
 * How long this attempt has to wait; 0 means that it may be judged now. What others fail at from elsewhere never refuses
 * a password. It does make codes of six digits wait, except in a browser that has an allowance of its own.
 */
export function secondsToWait(kind: AttemptKind, own: boolean, failures: Failures): number {
  const limit: Limit = LIMITS[kind]
  const each = limit.besieged !== undefined && !own && isBesieged(failures.anywhere) ? limit.besieged : limit.each
  return Math.ceil(
    Math.max(
      secondsUntilFree(failures.here, each),
      own ? 0 : secondsUntilFree(failures.network, limit.network),
      limit.grows ? grownWait(kind, own ? failures.here : failures.anywhere) : 0,
    ),
  )
}

/** There is room again once the oldest of those that fill the count leaves the window. */
function secondsUntilFree(ages: readonly number[], most: number): number {
  const oldest = ages[most - 1]
  return oldest === undefined ? 0 : Math.max(0, WINDOW_SECONDS - oldest)
}

function isBesieged(ages: readonly number[]): boolean {
  const oldest = ages[SIEGE.failures - 1]
  return oldest !== undefined && oldest < SIEGE.seconds
}

function grownWait(kind: AttemptKind, ages: readonly number[]): number {
  const { free, firstSeconds, mostSeconds } = kind === "unasked-mail" ? MAIL_GROWTH : GROWTH
  const recent = ages.filter((age) => age < MEMORY_SECONDS)
  if (recent.length < free) return 0
  return Math.max(0, Math.min(mostSeconds, firstSeconds * 2 ** (recent.length - free)) - recent[0]!)
}
