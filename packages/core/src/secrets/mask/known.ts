/** What would stand out as damage in ordinary text if it were replaced wherever it occurs. */
export const SHORTEST_REMEMBERED = 6
// Some 50 MB of heap when full (13 MB empty, 61 to 66 with 20,000 values). Nobody stores as many; without a bound, whoever may have values sealed could fill the memory.
const MOST_REMEMBERED = 20_000
/** Of those, the share that makes room at once: to sort all of them anew for each one would cost more than the mask. */
const ROOM = 0.1
/** A heap is joined with the one before it unless that is so many times as large: so there are few, and few are sorted anew. */
const GROWTH = 4

/** Values this process has seen in clear, in every form they may be written in. */
export interface KnownValues {
  /** By the hash of four characters: whether a form may begin with them. */
  starts(): Uint8Array
  /** How long the longest value is that begins here; 0 for none, `UNDECIDED` when the text ends too early to say. */
  at(text: string, at: number, final: boolean): number
}

export interface KnownValuesStore extends KnownValues {
  remember(plain: string): void
  /** The same without those values that one of the texts holds, in whatever form. */
  without(texts: Iterable<string>): KnownValues
}

export const UNDECIDED = -1

/** Forms in the order of their characters, so that a search by halves finds the one that stands at a place of a text. */
interface Heap {
  readonly entries: readonly Entry[]
  /** For each form the longest one before it that it begins with, also one that is equal. */
  readonly shorter: Int32Array
  readonly shortStarts: ReadonlySet<string>
}

interface Entry {
  readonly form: string
  /** The value, or the line of a value, that is written so. */
  readonly of: string
}

/**
 * At any place of a text a hash of four characters says whether a form may begin there, one of six asks closer, and a
 * search by halves finds it. So 5,000 values cost little more than one does, also where all begin alike. What is new
 * makes a heap of its own: to remember a value costs the same however many are known.
 */
export function createKnownValues(options: { onForget?(count: number): void } = {}): KnownValuesStore {
  const remembered = new Set<string>()
  let fresh: string[] = []
  let heaps: Heap[] = []
  let starts = NOTHING_STARTS
  let sixes = new Uint8Array(0)

  function refresh(): void {
    if (fresh.length === 0) return
    let entries = fresh.flatMap(entriesOf)
    fresh = []
    if (starts === NOTHING_STARTS) starts = new Uint8Array(START_HASHES)
    for (const { form } of entries) starts[startHash(form, 0, form.charCodeAt(0))] = 1
    markSixes(entries)
    while (heaps.length > 0 && heaps.at(-1)!.entries.length < entries.length * GROWTH)
      entries = [...heaps.pop()!.entries, ...entries]
    heaps.push(heapOf(entries))
  }

  function markSixes(entries: readonly Entry[]): void {
    const all = heaps.reduce((sum, heap) => sum + heap.entries.length, entries.length)
    let marked = [entries]
    if (all * SIXES_PER_FORM > sixes.length) {
      sixes = new Uint8Array(2 ** Math.ceil(Math.log2(all * SIXES_PER_FORM * 2)))
      marked = [...heaps.map((heap) => heap.entries), entries]
    }
    for (const { form } of marked.flat()) sixes[sixHash(form, 0) & (sixes.length - 1)] = 1
  }

  function makeRoom(): void {
    const count = Math.ceil(MOST_REMEMBERED * ROOM)
    for (const oldest of [...remembered].slice(0, count)) remembered.delete(oldest)
    fresh = [...remembered]
    heaps = []
    starts = NOTHING_STARTS
    sixes = new Uint8Array(0)
    options.onForget?.(count)
  }

  function longestAt(text: string, at: number, final: boolean, left: ReadonlySet<string>): number {
    refresh()
    if (at + 4 > text.length)
      return !final && heaps.some(({ shortStarts }) => shortStarts.has(text.slice(at))) ? UNDECIDED : 0
    if (!mayBegin(text, at)) return 0
    let longest = 0
    for (const heap of heaps) {
      const length = longestIn(heap, text, at, final, left)
      if (length === UNDECIDED) return UNDECIDED
      longest = Math.max(longest, length)
    }
    return longest
  }

  function mayBegin(text: string, at: number): boolean {
    if (starts[startHash(text, at, text.charCodeAt(at))] === 0) return false
    return at + SHORTEST_REMEMBERED > text.length || sixes[sixHash(text, at) & (sixes.length - 1)] !== 0
  }

  /** Every place of every text is looked at, whatever was found: how long it takes must not tell. */
  function heldBy(texts: Iterable<string>): ReadonlySet<string> {
    refresh()
    const held = new Set<string>()
    // What such a form begins with was found with it: values that begin alike are not gone through at every place.
    const found = new Set<Entry>()
    for (const text of texts) {
      for (let at = 0; at + SHORTEST_REMEMBERED <= text.length; at++) {
        if (!mayBegin(text, at)) continue
        for (const heap of heaps) {
          for (let one = placeIn(heap, text, at) - 1; one >= 0; one = heap.shorter[one]!) {
            const entry = heap.entries[one]!
            if (found.has(entry)) break
            if (!text.startsWith(entry.form, at)) continue
            found.add(entry)
            held.add(entry.of)
          }
        }
      }
    }
    return held
  }

  return {
    remember(plain) {
      if (plain.length < SHORTEST_REMEMBERED || remembered.has(plain)) return
      remembered.add(plain)
      fresh.push(plain)
      if (remembered.size > MOST_REMEMBERED) makeRoom()
    },
    starts() {
      refresh()
      return starts
    },
    at: (text, at, final) => longestAt(text, at, final, NONE),
    without(texts) {
      const held = heldBy(texts)
      return {
        starts() {
          refresh()
          return starts
        },
        at: (text, at, final) => longestAt(text, at, final, held),
      }
    },
  }
}

const NONE: ReadonlySet<string> = new Set()

function heapOf(unsorted: readonly Entry[]): Heap {
  const entries = unsorted.toSorted((a, b) => byCode(a.form, b.form))
  const shortStarts = new Set<string>()
  const shorter = new Int32Array(entries.length)
  for (let index = 0; index < entries.length; index++) {
    const { form } = entries[index]!
    for (let length = 1; length < 4; length++) shortStarts.add(form.slice(0, length))
    let one = index - 1
    while (one >= 0 && !form.startsWith(entries[one]!.form)) one = shorter[one]!
    shorter[index] = one
  }
  return { entries, shorter, shortStarts }
}

/** Behind the last form that is not behind what the text says from here. */
function placeIn({ entries }: Heap, text: string, at: number): number {
  let low = 0
  let high = entries.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (compareAt(entries[middle]!.form, text, at) > 0) high = middle
    else low = middle + 1
  }
  return low
}

function longestIn(heap: Heap, text: string, at: number, final: boolean, left: ReadonlySet<string>): number {
  const { entries, shorter } = heap
  const place = placeIn(heap, text, at)
  const rest = text.length - at
  const next = entries[place]?.form
  if (!final && next !== undefined && next.length > rest && text.endsWith(next.slice(0, rest))) return UNDECIDED
  for (let one = place - 1; one >= 0; one = shorter[one]!) {
    const { form, of } = entries[one]!
    if (text.startsWith(form, at) && !left.has(of)) return form.length
  }
  return 0
}

const START_HASHES = 1 << 17
const NOTHING_STARTS = new Uint8Array(START_HASHES)
const SIXES_PER_FORM = 8

// Of four characters: by two, nearly every place of an ordinary text would begin one of thousands of values.
export function startHash(text: string, at: number, code: number): number {
  const rest = (text.charCodeAt(at + 1) << 8) ^ (text.charCodeAt(at + 2) << 16) ^ (text.charCodeAt(at + 3) << 24)
  return Math.imul(code ^ rest, 0x9e3779b1) >>> 15
}

function sixHash(text: string, at: number): number {
  const four = Math.imul(startHash(text, at, text.charCodeAt(at)), 0x85ebca6b)
  const two = Math.imul((text.charCodeAt(at + 4) << 8) ^ text.charCodeAt(at + 5), 0xc2b2ae35)
  return Math.imul(four ^ two, 0x9e3779b1) >>> 8
}

function byCode(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Above zero when the form sorts behind the text from there on. A form that the text begins with does not. */
function compareAt(form: string, text: string, at: number): number {
  const length = Math.min(form.length, text.length - at)
  for (let index = 0; index < length; index++) {
    const difference = form.charCodeAt(index) - text.charCodeAt(at + index)
    if (difference !== 0) return difference
  }
  return form.length > length ? 1 : -1
}

function entriesOf(plain: string): Entry[] {
  // A key of several lines is often logged line by line. Each is known for itself: many keys share their first one.
  const lines = plain.split(/\r?\n/).filter((line) => line.length >= 16)
  return [plain, ...(lines.length > 1 ? lines : [])].flatMap((of) => [...formsOf(of)].map((form) => ({ form, of })))
}

function formsOf(value: string): ReadonlySet<string> {
  const inJson = JSON.stringify(value).slice(1, -1)
  // Its last backslash alone could be the first half of an escape.
  const bare = value.slice(0, value.length - trailingBackslashes(value))
  const inUrl = encode(value)
  const inText = bare.length < SHORTEST_REMEMBERED ? inJson : bare
  const twice = JSON.stringify(inJson).slice(1, -1)
  return new Set([inText, inJson, twice, inUrl, inUrl.replaceAll("%20", "+"), ...base64Forms(value)])
}

function trailingBackslashes(value: string): number {
  let count = 0
  while (count < value.length && value[value.length - 1 - count] === "\\") count++
  return count
}

function encode(value: string): string {
  try {
    return encodeURIComponent(value)
  } catch {
    // Half of a surrogate pair has no URL form.
    return value
  }
}

/** Inside longer base64 (`user:password`) a value looks different at each of three offsets; its edges are cut off. */
function base64Forms(value: string): string[] {
  const bytes = Buffer.from(value)
  return [0, 1, 2].flatMap((offset) => {
    const padded = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64")
    const text = padded.slice(0, padded.length - (padded.endsWith("==") ? 2 : padded.endsWith("=") ? 1 : 0))
    const first = offset === 0 ? 0 : offset + 1
    const whole = (offset + bytes.length) % 3 === 0 ? text.length : text.length - 1
    const inner = text.slice(first, whole)
    if (inner.length < SHORTEST_REMEMBERED) return []
    return [inner, inner.replaceAll("+", "-").replaceAll("/", "_")]
  })
}
