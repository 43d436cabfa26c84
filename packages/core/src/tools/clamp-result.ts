/**
 * A result as the model reads it: JSON within the budget, whatever the value. The tails of the largest arrays go first,
 * then the ends of the longest texts; `_truncated` says which, and how to get at the rest.
 */
export function clampResult(value: unknown, budgetChars: number): { text: string; truncated: boolean } {
  const budget = Math.max(2, Math.floor(budgetChars))
  const text = write(value)
  if (text === null) return { text: within(budget, { _truncated: UNWRITABLE }), truncated: true }
  if (text.length <= budget) return { text, truncated: false }
  try {
    return { text: shorten(text, budget) ?? beginning(text, budget), truncated: true }
  } catch {
    // Nested deeper than the stack is.
    return { text: beginning(text, budget), truncated: true }
  }
}

const FLOOR_CHARS = 4_000
const CEILING_CHARS = 60_000
const DEFAULT_CHARS = 12_000
/** One result takes at most a twentieth of the window, at four characters a token. */
const CHARS_PER_WINDOW_TOKEN = 4 / 20

export function resultBudget(contextWindowTokens: number | null): number {
  if (contextWindowTokens === null || !Number.isFinite(contextWindowTokens)) return DEFAULT_CHARS
  const share = Math.floor(contextWindowTokens * CHARS_PER_WINDOW_TOKEN)
  return Math.min(CEILING_CHARS, Math.max(FLOOR_CHARS, share))
}

const HINT = "Narrow the filters, page on, or ask for one thing to see the rest."
const UNWRITABLE = { fields: ["*"], hint: "This result cannot be written as JSON." }
/** What `_truncated` may take of the budget. */
const NOTE_CHARS = 1_200
const MOST_FIELDS = 12
/** A text cut shorter than this says nothing. */
const SHORTEST_TEXT = 40
/** Texts that must be cut leave this much for more than one entry of each array. */
const SHARE_OF_TEXTS = 0.7

function write(value: unknown): string | null {
  try {
    return JSON.stringify(value) ?? "null"
  } catch {
    // Cyclic, too deep, or a bigint.
    return null
  }
}

/** Null where neither arrays nor texts give enough: then the value is all structure. */
function shorten(text: string, budget: number): string | null {
  const parsed: unknown = JSON.parse(text)
  // The note needs a place to stand.
  const root = Array.isArray(parsed) ? { entries: parsed } : typeof parsed === "string" ? { text: parsed } : parsed
  const limits = findLimits(root, budget - NOTE_CHARS)
  if (!limits) return null
  const cuts: Cuts = new Map()
  const kept = keep(measure(root, limits), limits.room, "", cuts) as Record<string, unknown>
  const written = JSON.stringify({ ...kept, _truncated: noteOf(cuts) })
  return written.length <= budget ? written : null
}

/** What was cut, by where it stands, in the order it was come upon. */
type Cuts = Map<string, string>

function noteOf(cuts: Cuts): { fields: string[]; hint: string } {
  const told = [...cuts].slice(0, MOST_FIELDS).map(([field, how]) => ({ field: field.slice(0, 50), how }))
  const first = told.slice(0, 3).map(({ field, how }) => `${field} (${how})`)
  const more = cuts.size > first.length ? " and more" : ""
  return { fields: told.map(({ field }) => field), hint: `Shortened to fit: ${first.join(", ")}${more}. ${HINT}` }
}

// Sizes

interface Limits {
  room: number
  longestText: number
}

/**
 * How long texts may be, so that the value fits with one entry in every array: as long as they are where that is
 * enough. It stops as soon as the room is used up, so it looks at no more than the room could hold.
 */
function findLimits(root: unknown, room: number): Limits | null {
  const texts: number[] = []
  let others = 0
  const visit = (value: unknown): void => {
    if (others > room) return
    if (typeof value === "string") {
      texts.push(lengthUpTo(value, room))
      others += 2
    } else if (Array.isArray(value)) {
      others += 3
      if (value.length > 0) visit(value[0])
    } else if (value !== null && typeof value === "object") {
      others += 2
      for (const key of Object.keys(value)) {
        others += jsonLength(key) + 2
        visit((value as Record<string, unknown>)[key])
        if (others > room) return
      }
    } else others += JSON.stringify(value).length
  }
  visit(root)
  if (others > room) return null
  const left = room - others
  const longestText =
    texts.reduce((sum, length) => sum + length, 0) <= left
      ? Number.MAX_SAFE_INTEGER
      : (levelWithin(texts, left * SHARE_OF_TEXTS) ?? levelWithin(texts, left))
  return longestText === null ? null : { room, longestText }
}

/** The level at which sizes, cut off there, come to `room`. */
function levelWithin(sizes: readonly number[], room: number): number | null {
  const sorted = sizes.toSorted((a, b) => a - b)
  let left = room
  for (const [at, size] of sorted.entries()) {
    const share = Math.floor(left / (sorted.length - at))
    if (size > share) return share < SHORTEST_TEXT ? null : share
    left -= size
  }
  return Number.MAX_SAFE_INTEGER
}

type Measured = {
  /** As JSON, texts at their limit; arrays are measured until they are larger than the room. */
  size: number
  /** The same with one entry at most in every array. */
  floor: number
} & (
  | { kind: "leaf"; value: unknown }
  | { kind: "text"; value: string }
  | { kind: "array"; entries: Measured[]; count: number }
  | { kind: "object"; fields: [key: string, measured: Measured][] }
)

function measure(value: unknown, limits: Limits): Measured {
  if (typeof value === "string") {
    const size = Math.min(lengthUpTo(value, limits.room), limits.longestText)
    return { kind: "text", value, size, floor: size }
  }
  if (Array.isArray(value)) {
    const entries: Measured[] = []
    let size = 2
    for (const entry of value) {
      const measured = measure(entry, limits)
      entries.push(measured)
      size += measured.size + 1
      if (size > limits.room) break
    }
    return { kind: "array", entries, count: value.length, size, floor: 3 + (entries[0]?.floor ?? 0) }
  }
  if (value === null || typeof value !== "object") {
    const size = JSON.stringify(value).length
    return { kind: "leaf", value, size, floor: size }
  }
  let size = 2
  let floor = 2
  const fields = Object.entries(value).map(([key, field]): [string, Measured] => {
    const measured = measure(field, limits)
    const around = jsonLength(key) + 2
    size += measured.size + around
    floor += measured.floor + around
    return [key, measured]
  })
  return { kind: "object", fields, size, floor }
}

function jsonLength(text: string): number {
  return JSON.stringify(text).length
}

/** Exact where it matters: what is longer than the room is cut anyway. */
function lengthUpTo(text: string, room: number): number {
  return text.length > room ? text.length : jsonLength(text)
}

// What is kept

/** The value within `room`, which is never less than its floor. */
function keep(measured: Measured, room: number, path: string, cuts: Cuts): unknown {
  switch (measured.kind) {
    case "leaf":
      return measured.value
    case "text":
      return keepText(measured.value, measured.size, path, cuts)
    case "array":
      return keepHead(measured, room, path, cuts)
    case "object": {
      const shares = shareOut(measured.fields, room - 2)
      const kept = measured.fields.map(([key, field], at) => {
        return [key, keep(field, shares[at]!, path ? `${path}.${key}` : key, cuts)] as const
      })
      return Object.fromEntries(kept)
    }
  }
}

function keepHead(array: Extract<Measured, { kind: "array" }>, room: number, path: string, cuts: Cuts): unknown[] {
  const kept: unknown[] = []
  let left = room - 2
  for (const entry of array.entries) {
    if (kept.length > 0 && entry.size + 1 > left) break
    const share = Math.min(left - 1, entry.size)
    kept.push(keep(entry, share, `${path}[]`, cuts))
    left -= share + 1
  }
  if (kept.length < array.count) tell(cuts, path, `${kept.length} of ${array.count} entries`)
  return kept
}

function keepText(text: string, room: number, path: string, cuts: Cuts): string {
  if (text.length + 2 <= room && jsonLength(text) <= room) return text
  let length = Math.min(text.length, room)
  // Escapes take up to six characters for one.
  while (length > 0 && jsonLength(`${text.slice(0, length)}…`) > room) length = Math.floor(length * 0.9)
  if (isHighSurrogate(text.charCodeAt(length - 1))) length -= 1
  tell(cuts, path, `${length} of ${text.length} characters`)
  return `${text.slice(0, length)}…`
}

/** The first of several cuts in one place stands for them all: entries of an array share their path. */
function tell(cuts: Cuts, path: string, how: string): void {
  if (!cuts.has(path)) cuts.set(path, how)
}

/** Small fields keep all they have; large ones share the rest evenly, none below its floor. */
function shareOut(fields: readonly [string, Measured][], room: number): number[] {
  let left = room - fields.reduce((sum, [key, { floor }]) => sum + jsonLength(key) + 2 + floor, 0)
  const shares = fields.map(([, { floor }]) => floor)
  const wants = fields.map(([, { size, floor }], at) => ({ at, wish: size - floor })).filter(({ wish }) => wish > 0)
  wants.sort((a, b) => a.wish - b.wish)
  for (const [order, { at, wish }] of wants.entries()) {
    const given = Math.max(0, Math.min(wish, Math.floor(left / (wants.length - order))))
    shares[at]! += given
    left -= given
  }
  return shares
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}

// The last resort

function beginning(text: string, budget: number): string {
  const note = { fields: ["*"], hint: `Only the beginning of ${text.length} characters is shown. ${HINT}` }
  for (let length = budget; length >= SHORTEST_TEXT; length = Math.floor(length * 0.8)) {
    const written = JSON.stringify({ _truncated: note, beginning: text.slice(0, length) })
    if (written.length <= budget) return written
  }
  return within(budget, { _truncated: note })
}

function within(budget: number, value: unknown): string {
  const written = JSON.stringify(value)
  return written.length <= budget ? written : "{}"
}
