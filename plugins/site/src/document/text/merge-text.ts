/**
 * One text out of two that were made from a third. Compared are words as the language has them, because a Japanese
 * sentence has no spaces, and single characters where the text is short.
 */
export interface ThreeTexts {
  base: string
  mine: string
  theirs: string
  language: string | undefined
}

/** Null where both changed the same words, each in another way. Who is called mine makes no difference. */
export function mergeText({ base, mine, theirs, language }: ThreeTexts): string | null {
  if (mine === base || mine === theirs) return theirs
  if (theirs === base) return mine
  const granularity = Math.max(base.length, mine.length, theirs.length) <= SHORT ? "grapheme" : "word"
  const tokens = segmenter(language, granularity)
  const from = tokens(base)
  return interleave(from, changes(from, tokens(mine)), changes(from, tokens(theirs)))
}

/** Tokens of the base from `start` to `end` became these. */
interface Change {
  start: number
  end: number
  tokens: readonly string[]
}

const SHORT = 200
/** Looking for the fewest changes takes longer the more there are. Beyond this everything between the first and the last counts as one. */
const MOST_CHANGES = 400

function segmenter(language: string | undefined, granularity: "grapheme" | "word"): (text: string) => string[] {
  let one: Intl.Segmenter
  try {
    one = new Intl.Segmenter(language, { granularity })
  } catch {
    // A page may claim any language.
    one = new Intl.Segmenter(undefined, { granularity })
  }
  return (text) => Array.from(one.segment(text), ({ segment }) => segment)
}

function interleave(base: readonly string[], mine: readonly Change[], theirs: readonly Change[]): string | null {
  const merged: string[] = []
  let at = 0
  let m = 0
  let t = 0
  while (m < mine.length || t < theirs.length) {
    const a = mine[m]
    const b = theirs[t]
    if (a && b && alike(a, b)) t += 1
    else if (a && b && touch(a, b)) return null
    const next = a && (!b || a.start < b.start || alike(a, b)) ? a : b!
    if (next === a) m += 1
    else t += 1
    for (; at < next.start; at += 1) merged.push(base[at]!)
    for (const token of next.tokens) merged.push(token)
    at = next.end
  }
  for (; at < base.length; at += 1) merged.push(base[at]!)
  return merged.join("")
}

/** Also where one ends and the other begins: which of two insertions stands first nobody could tell. */
function touch(a: Change, b: Change): boolean {
  return a.start <= b.end && b.start <= a.end
}

function alike(a: Change, b: Change): boolean {
  return (
    a.start === b.start &&
    a.end === b.end &&
    a.tokens.length === b.tokens.length &&
    a.tokens.every((token, n) => token === b.tokens[n])
  )
}

function changes(from: readonly string[], to: readonly string[]): Change[] {
  let start = 0
  while (start < from.length && start < to.length && from[start] === to[start]) start += 1
  let fromEnd = from.length
  let toEnd = to.length
  while (fromEnd > start && toEnd > start && from[fromEnd - 1] === to[toEnd - 1]) {
    fromEnd -= 1
    toEnd -= 1
  }
  if (start === fromEnd && start === toEnd) return []
  const middle = fewestChanges(from.slice(start, fromEnd), to.slice(start, toEnd))
  if (!middle) return [{ start, end: fromEnd, tokens: to.slice(start, toEnd) }]
  return middle.map((change) => ({ ...change, start: change.start + start, end: change.end + start }))
}

/** Myers: the furthest one gets on each diagonal with so many insertions and deletions. */
function fewestChanges(from: readonly string[], to: readonly string[]): Change[] | null {
  const trail: Map<number, number>[] = []
  let reach = new Map([[1, 0]])
  for (let steps = 0; steps <= MOST_CHANGES; steps += 1) {
    const next = new Map<number, number>()
    for (let diagonal = -steps; diagonal <= steps; diagonal += 2) {
      let x = goesDown(reach, diagonal, steps) ? reach.get(diagonal + 1)! : reach.get(diagonal - 1)! + 1
      while (x < from.length && x - diagonal < to.length && from[x] === to[x - diagonal]) x += 1
      next.set(diagonal, x)
      if (x >= from.length && x - diagonal >= to.length) return retrace([...trail, reach], from, to)
    }
    trail.push(reach)
    reach = next
  }
  return null
}

function goesDown(reach: Map<number, number>, diagonal: number, steps: number): boolean {
  return (
    diagonal === -steps || (diagonal !== steps && (reach.get(diagonal - 1) ?? -1) < (reach.get(diagonal + 1) ?? -1))
  )
}

function retrace(trail: readonly Map<number, number>[], from: readonly string[], to: readonly string[]): Change[] {
  const found: Change[] = []
  let x = from.length
  let y = to.length
  for (let steps = trail.length - 1; steps > 0; steps -= 1) {
    const reach = trail[steps]!
    const diagonal = x - y
    const before = goesDown(reach, diagonal, steps) ? diagonal + 1 : diagonal - 1
    const fromX = reach.get(before)!
    const fromY = fromX - before
    const down = before === diagonal + 1
    const [cutX, cutY] = down ? [fromX, fromY + 1] : [fromX + 1, fromY]
    const first = found.at(-1)
    const step: Change = { start: fromX, end: cutX, tokens: to.slice(fromY, cutY) }
    // The way back meets the later change first; one that it touches is the same change.
    if (first && first.start === cutX && x === cutX)
      found[found.length - 1] = { start: step.start, end: first.end, tokens: [...step.tokens, ...first.tokens] }
    else found.push(step)
    x = fromX
    y = fromY
  }
  return found.reverse()
}
