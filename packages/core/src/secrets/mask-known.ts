/** What would stand out as damage in ordinary text if it were replaced wherever it occurs. */
export const SHORTEST_REMEMBERED = 6
// Each value has several forms, and all are looked for at once; the oldest values go first.
const MOST_REMEMBERED = 500

/** Values this process has seen in clear, in every form they may be written in. */
export interface KnownValues {
  remember(plain: string): void
  /** By the hash of four characters: whether a form may begin with them. */
  starts(): Uint8Array
  /** How long the longest value is that begins here; 0 for none, `UNDECIDED` when the text ends too early to say. */
  at(text: string, at: number, final: boolean): number
}

export const UNDECIDED = -1

/**
 * The forms stand in one sorted list: at any place of a text a hash of four characters says whether a form may begin
 * there, and a search by halves finds it. So 500 values cost what one costs, also where all begin alike.
 */
export function createKnownValues(): KnownValues {
  const remembered = new Map<string, readonly string[]>()
  let forms: readonly string[] = []
  /** For each form the longest other one that it begins with. */
  let shorter: Int32Array = new Int32Array(0)
  let starts = new Uint8Array(0x10000)
  let shortStarts = new Set<string>()
  let stale = false

  function refresh(): void {
    stale = false
    forms = [...new Set([...remembered.values()].flat())].sort(byCode)
    starts = new Uint8Array(0x10000)
    shortStarts = new Set()
    for (const form of forms) {
      starts[startHash(form, 0, form.charCodeAt(0))] = 1
      for (let length = 1; length < 4; length++) shortStarts.add(form.slice(0, length))
    }
    shorter = new Int32Array(forms.length)
    for (let index = 0; index < forms.length; index++) {
      let one = index - 1
      while (one >= 0 && !forms[index]!.startsWith(forms[one]!)) one = shorter[one]!
      shorter[index] = one
    }
  }

  return {
    remember(plain) {
      if (plain.length < SHORTEST_REMEMBERED) return
      // Seen again is seen lately.
      const known = remembered.get(plain)
      remembered.delete(plain)
      remembered.set(plain, known ?? formsOf(plain))
      if (known) return
      if (remembered.size > MOST_REMEMBERED) remembered.delete(remembered.keys().next().value!)
      stale = true
    },
    starts() {
      if (stale) refresh()
      return starts
    },
    at(text, at, final) {
      if (stale) refresh()
      if (at + 4 > text.length) return !final && shortStarts.has(text.slice(at)) ? UNDECIDED : 0
      if (starts[startHash(text, at, text.charCodeAt(at))] === 0) return 0
      // The last form that is not behind what the text says from here.
      let low = 0
      let high = forms.length
      while (low < high) {
        const middle = (low + high) >> 1
        if (compareAt(forms[middle]!, text, at) > 0) high = middle
        else low = middle + 1
      }
      const rest = text.length - at
      if (!final && low < forms.length && forms[low]!.length > rest && text.endsWith(forms[low]!.slice(0, rest)))
        return UNDECIDED
      let one = low - 1
      while (one >= 0 && !text.startsWith(forms[one]!, at)) one = shorter[one]!
      return one >= 0 ? forms[one]!.length : 0
    },
  }
}

// Of 500 values with a dozen forms each, one place in ten of an ordinary text is looked at a second time.
export function startHash(text: string, at: number, code: number): number {
  const first = (code << 12) ^ (text.charCodeAt(at + 1) << 8)
  return (first ^ (text.charCodeAt(at + 2) << 4) ^ text.charCodeAt(at + 3)) & 0xffff
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

function formsOf(plain: string): string[] {
  // A key of several lines is often logged line by line.
  const lines = plain.split(/\r?\n/).filter((line) => line.length >= 16)
  return [plain, ...(lines.length > 1 ? lines : [])].flatMap((value) => {
    const inJson = JSON.stringify(value).slice(1, -1)
    // Its last backslash alone could be the first half of an escape.
    const bare = value.slice(0, value.length - trailingBackslashes(value))
    const inUrl = encode(value)
    const inText = bare.length < SHORTEST_REMEMBERED ? inJson : bare
    const twice = JSON.stringify(inJson).slice(1, -1)
    return [inText, inJson, twice, inUrl, inUrl.replaceAll("%20", "+"), ...base64Forms(value)]
  })
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
