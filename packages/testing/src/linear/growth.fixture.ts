import { cpuMsOf } from "../measure.ts"

export interface Bounds {
  /** Nobody who is done by then is asked further. */
  enoughMs: number
  /** However it grows. */
  mostMs: number
}

/** How many times as long the whole is as the piece. */
export const PIECES = 16
/** What works for every character takes as long for sixteen pieces as for the whole, and what compares each with all a sixteenth. */
const MOST_GROWTH = 4
const ROUNDS = 12
/** Before, the compiler is not done with it. */
const ROUNDS_BEFORE_VERDICT = 3

/**
 * Null for one whose work grows with its text. What takes longer than enough is held against sixteen readings of a
 * sixteenth, by turns, each by its quickest round: a collection, the compiler and a neighbour only ever add, and as both
 * sides take equally long they add to both alike.
 */
export function growth(
  run: (text: string) => unknown,
  whole: string,
  piece: string,
  { enoughMs, mostMs }: Bounds,
): string | null {
  let wholeMs = Number.POSITIVE_INFINITY
  let piecesMs = Number.POSITIVE_INFINITY
  for (let round = 1; round <= ROUNDS; round += 1) {
    const again = cpuMsOf(() => run(whole))
    wholeMs = Math.min(wholeMs, again)
    if (wholeMs <= enoughMs) return null
    const apart = cpuMsOf(() => {
      for (let at = 0; at < PIECES; at += 1) run(piece)
    })
    piecesMs = Math.min(piecesMs, apart)
    if (round >= ROUNDS_BEFORE_VERDICT && wholeMs <= MOST_GROWTH * piecesMs && wholeMs <= mostMs) return null
    // No noise makes that of so little, three times over, and each further round may take seconds.
    if (round >= ROUNDS_BEFORE_VERDICT && wholeMs > 3 * mostMs) break
  }
  if (wholeMs <= MOST_GROWTH * piecesMs && wholeMs <= mostMs * slowness()) return null
  const growth = (wholeMs / piecesMs).toFixed(1)
  return `${whole.length} characters, ${Math.round(wholeMs)} ms, ${growth} times what ${PIECES} pieces of it take`
}

/** How much longer than a nanosecond this machine takes to read a character: two who share a core take twice its time each. */
function slowness(): number {
  const text = "a1-".repeat(1 << 18)
  const ms = Math.min(...[1, 2, 3].map(() => cpuMsOf(() => readEach(text))))
  return Math.max(1, (ms * 1e6) / (16 * text.length))
}

function readEach(text: string): number {
  let sum = 0
  for (let round = 0; round < 16; round += 1)
    for (let at = 0; at < text.length; at += 1) sum = (sum + text.charCodeAt(at)) | 0
  return sum
}
