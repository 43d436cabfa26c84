import { RE2JS } from "re2js"

export const LONGEST_PATTERN = 200
/** Text x program is what a search costs: 100 KB through 2,000 instructions stays within some milliseconds. */
const LARGEST_PROGRAM = 2_000

export type Pattern = { test(text: string): boolean; first(text: string): string | null } | { problem: string }

/** A pattern of somebody's, on an engine that takes linear time whatever it meets. */
export function compilePattern(source: string): Pattern {
  if (source.length > LONGEST_PATTERN)
    return { problem: `A pattern has at most ${LONGEST_PATTERN} characters, and this one has ${source.length}.` }
  // Compiling comes before the size is known, and 30 x [a-z]{0,1000} takes seconds to compile.
  if (estimatedSize(source) > LARGEST_PROGRAM) return { problem: TOO_LARGE }
  try {
    const compiled = RE2JS.compile(source)
    if (compiled.programSize() > LARGEST_PROGRAM) return { problem: TOO_LARGE }
    return { test: (text) => compiled.test(text), first: (text) => firstOf(compiled, text) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : "it cannot be read"
    return {
      problem: `"${source}" is no pattern that can be used here: ${reason}. Look-around and back-references are not known.`,
    }
  }
}

const TOO_LARGE = "This pattern is too large once its repetitions are written out. Use smaller counts."

/** The first group of the first match, or all of it where there is no group. */
function firstOf(compiled: RE2JS, text: string): string | null {
  const matcher = compiled.matcher(text)
  if (!matcher.find()) return null
  return (compiled.groupCount() > 0 ? matcher.group(1) : matcher.group()) ?? null
}

/** Instructions once every `{n,m}` is written out; a class or an escape counts as one. */
function estimatedSize(source: string): number {
  const groups: number[] = [0]
  let last = 0
  const add = (size: number) => {
    last = size
    groups[groups.length - 1]! += size
  }
  for (let at = 0; at < source.length; at++) {
    const char = source[at]!
    if (char === "\\") {
      at += 1
      add(1)
    } else if (char === "[") {
      const end = source.indexOf("]", at + 2)
      at = end < 0 ? source.length : end
      add(1)
    } else if (char === "(") groups.push(0)
    else if (char === ")") {
      const inner = groups.length > 1 ? groups.pop()! : 0
      add(inner + 2)
    } else if (char === "{") {
      const [whole, least, comma, most] = /^\{(\d{1,5})(,)?(\d{0,5})\}/.exec(source.slice(at, at + 14)) ?? []
      if (whole === undefined) add(1)
      else {
        const times = Math.max(Number(least), comma ? Number(most || least) + 1 : 0, 1)
        groups[groups.length - 1]! += last * (times - 1)
        last *= times
        at += whole.length - 1
      }
    } else add(1)
  }
  return groups.reduce((sum, size) => sum + size, 0)
}
