import { ProbeError } from "../probe-error.ts"

export interface Secret {
  value: string
  /** Where it may go: `api.example.com`, `*.example.com`. None: nowhere. */
  hosts: readonly string[]
}

/** The secrets one run of a check uses, and where they may go. */
export interface Secrets {
  /** Throws when one of these (all that the check names, unless told) may not go to the host. */
  demand(host: string, carried?: readonly string[]): void
  usedIn(path: string): readonly string[]
  readonly values: Readonly<Record<string, string>>
}

export const NO_SECRETS: Secrets = { demand: () => {}, usedIn: () => [], values: {} }

/** @param used secret names by the path of the field they stand in: `headers.0.value`. */
export function usedSecrets(
  used: ReadonlyMap<string, readonly string[]>,
  known: Readonly<Record<string, Secret>>,
): Secrets {
  const all = [...new Set([...used.values()].flat())]
  return {
    values: Object.fromEntries(all.map((name) => [name, known[name]!.value])),
    usedIn: (path) => [
      ...new Set([...used].filter(([at]) => at === path || at.startsWith(`${path}.`)).flatMap(([, names]) => names)),
    ],
    demand(host, carried = all) {
      for (const name of carried) if (!mayGo(known[name]!, host)) throw elsewhere(name, host)
    },
  }
}

/** Where a placeholder may go, which is worth nothing. Nobody can write it for a secret of theirs. */
export const ANYWHERE = "*"

export function mayGo({ hosts }: Pick<Secret, "hosts">, host: string): boolean {
  const plain = host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/\.$/, "")
  return hosts.some((pattern) => {
    if (pattern === ANYWHERE) return true
    const wanted = pattern.trim().toLowerCase()
    return wanted.startsWith("*.")
      ? plain.endsWith(wanted.slice(1)) && plain.length > wanted.length - 1
      : plain === wanted
  })
}

function elsewhere(name: string, host: string): ProbeError {
  return new ProbeError(
    "secret-elsewhere",
    `The secret ${name} may not go to ${host}. Whoever set it can add the host to where it may go, or the check names another secret.`,
  )
}

/**
 * Puts `__SECRET_<NAME>__` where a value stands, also as it is written in addresses, on one line, in JSON and inside base64, such as
 * `user:value`; and where a text was cut inside one, so that only its beginning stands before the dots.
 */
export function maskOf(values: Readonly<Record<string, string>>): (text: string) => string {
  const spellings = Object.entries(values).flatMap(([name, value]) =>
    value === "" ? [] : spellingsOf(value).map((text) => ({ text, name })),
  )
  // Longest first: one secret may begin with another.
  spellings.sort((a, b) => b.text.length - a.text.length)
  return (text) => {
    const masked = spellings.reduce(
      (so, { text: value, name }) => so.replaceAll(value, () => `__SECRET_${name}__`),
      text,
    )
    const end = masked.lastIndexOf("…")
    if (end < SHORTEST_BEGINNING) return masked
    for (const { text: value, name } of spellings) {
      const begins = beginningBefore(masked, end, value)
      if (begins !== null) return `${masked.slice(0, begins)}__SECRET_${name}__${masked.slice(end)}`
    }
    return masked
  }
}

/** Fewer letters of a secret are found in what has nothing to do with it. */
const SHORTEST_BEGINNING = 4
/** No sentence is longer. */
const LONGEST_BEGINNING = 500

/** Where the beginning of a value stands right before `end`; null where it does not. */
function beginningBefore(text: string, end: number, value: string): number | null {
  for (let long = Math.min(value.length - 1, end, LONGEST_BEGINNING); long >= SHORTEST_BEGINNING; long--)
    if (text.startsWith(value.slice(0, long), end - long)) return end - long
  return null
}

function spellingsOf(value: string): string[] {
  const joined = value.replace(/[\s\p{C}]+/gu, " ").trim()
  return [
    value,
    ...(joined === value || joined.length < SHORTEST_BEGINNING ? [] : [joined]),
    encodeURIComponent(value.toWellFormed()),
    ...insideJson(value),
    ...insideBase64(value),
  ]
}

/** As a body quotes it, and as a value quotes that body. */
function insideJson(value: string): string[] {
  const once = JSON.stringify(value).slice(1, -1)
  return once === value ? [] : [once, JSON.stringify(once).slice(1, -1)]
}

/** Three bytes become four characters, so what stands before a value shifts it: its inner part at each of three places. */
function insideBase64(value: string): string[] {
  const bytes = Buffer.from(value)
  return [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString("base64")
      .replace(/={1,2}$/, "")
    const [first, last] = [
      before === 0 ? 0 : before + 1,
      (before + bytes.length) % 3 === 0 ? text.length : text.length - 1,
    ]
    // Shorter pieces would be found in what has nothing to do with it.
    return last - first >= 6 ? [text.slice(first, last)] : []
  })
}

/** Names of the secrets that stand in one of these texts, in a spelling that would be hidden. */
export function carriedIn(texts: readonly string[], values: Readonly<Record<string, string>>): string[] {
  return Object.entries(values)
    .filter(([name, value]) => texts.some((text) => maskOf({ [name]: value })(text) !== text))
    .map(([name]) => name)
}

/** The same at any depth. */
export function maskDeep(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value === "string") return mask(value)
  if (Array.isArray(value)) return value.map((part) => maskDeep(part, mask))
  if (typeof value !== "object" || value === null) return value
  // fromEntries defines, so that a key "__proto__" stays a key.
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [mask(key), maskDeep(part, mask)]))
}
