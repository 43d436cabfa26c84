/** The known name that was probably meant: at most a third of its letters differ. Null where none is near. */
export function closest(written: string, known: readonly string[]): string | null {
  const short = written.slice(0, 60).toLowerCase()
  const ranked = known
    .map((name) => ({ name, steps: distance(short, name.toLowerCase()) }))
    .filter(({ name, steps }) => steps <= Math.max(2, Math.ceil(name.length / 3)))
    .sort((a, b) => a.steps - b.steps)
  return ranked[0]?.name ?? null
}

/** Letters to add, take away, change or swap with their neighbour. */
function distance(a: string, b: string): number {
  let [before, row] = [[] as number[], Array.from({ length: b.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let least = Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + same)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, before[j - 2]! + 1)
      next.push(least)
    }
    ;[before, row] = [row, next]
  }
  return row[b.length]!
}
