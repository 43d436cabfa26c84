/** Round numbers from zero up to at least the largest value, about so many steps. */
export function niceTicks(largest: number, steps = 4): number[] {
  if (!(largest > 0)) return [0, 1]
  const rough = largest / steps
  const magnitude = 10 ** Math.floor(Math.log10(rough))
  const step = magnitude * (ROUND.find((factor) => factor * magnitude >= rough) ?? 10)
  const count = Math.ceil(largest / step - TINY)
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)))
}

/** Which of so many bars have room for their label: the first, the last, and even steps between. */
export function labelledBars(count: number, room: number): ReadonlySet<number> {
  if (count <= room) return new Set(Array.from({ length: count }, (_, index) => index))
  const step = Math.ceil((count - 1) / Math.max(1, room - 1))
  const shown: number[] = []
  // Counted from the end: the latest is what people look for.
  for (let index = count - 1; index >= 0; index -= step) shown.push(index)
  return new Set(shown)
}

const ROUND = [1, 2, 2.5, 5, 10]
/** 0.3 / 0.1 is a little more than 3. */
const TINY = 1e-9
