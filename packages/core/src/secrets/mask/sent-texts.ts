/**
 * Every text in a value, names of fields included, as it was sent and as a sentence may repeat it: in small letters
 * (addresses, names of hosts), decoded once more (a form, an address in a field), without its escapes (JSON in a field).
 */
export function* textsOf(sent: unknown): Generator<string> {
  const open: unknown[] = [sent]
  const seen = new Set<object>()
  for (let at = 0; at < open.length; at++) {
    const one = open[at]
    if (typeof one === "string") yield* saidAs(one)
    else if (typeof one === "number" || typeof one === "bigint") yield String(one)
    else if (typeof one === "object" && one !== null && !seen.has(one)) {
      seen.add(one)
      for (const [key, value] of Object.entries(one)) {
        if (!Array.isArray(one)) open.push(key)
        open.push(value)
      }
    }
  }
}

/** A longer one is a picture or a file, and nobody repeats those in other words. */
const LONGEST_REPEATED = 20_000

function* saidAs(text: string): Generator<string> {
  yield text
  if (text.length > LONGEST_REPEATED) return
  const small = text.toLowerCase()
  if (small !== text) yield small
  const decoded = decode(text)
  if (decoded !== text) yield* [decoded, decoded.toLowerCase()]
  const plain = withoutEscapes(text)
  if (plain !== text) yield* [plain, plain.toLowerCase()]
}

function decode(text: string): string {
  if (!text.includes("%") && !text.includes("+")) return text
  const spaced = text.replaceAll("+", " ")
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}

function withoutEscapes(text: string): string {
  if (!text.includes("\\")) return text
  return text.replace(/\\(?:u([0-9a-f]{4})|x([0-9a-f]{2})|(.))/gi, (_, four, two, one) =>
    one === undefined ? String.fromCharCode(Number.parseInt(four ?? two, 16)) : (ESCAPES[one] ?? one),
  )
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" }
