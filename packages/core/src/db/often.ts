/** So often a text must come back before it gets a name: what is put together for one question rarely does. */
const OFTEN = 10
/** Each costs every connection some 30 KB. */
const MOST_NAMES = 150
const MOST_COUNTED = 1_000
/** Longer ones are lists of rows that somebody brought. */
const LONGEST = 4_000

const counts = new Map<string, number>()
const names = new Map<string, string>()
let generation = 1

/**
 * Planning a statement takes longer than running it where it finds a few rows by their keys, as those of changes do. One
 * that comes back again and again gets a name, so that each connection plans it once. Undefined for any other.
 */
export function nameOfOften(text: string): string | undefined {
  const known = names.get(text)
  if (known) return known
  if (names.size >= MOST_NAMES || text.length > LONGEST) return undefined
  const count = (counts.get(text) ?? 0) + 1
  if (count < OFTEN) {
    if (counts.size >= MOST_COUNTED) counts.clear()
    counts.set(text, count)
    return undefined
  }
  counts.delete(text)
  const name = `often-${generation}-${names.size + 1}`
  names.set(text, name)
  return name
}

/** A table has changed its columns under a plan, as a newer server's migration does: all are planned anew. */
export function forgetOften(): void {
  generation += 1
  names.clear()
}

/** Postgres refuses a plan whose result would have other columns than it had. */
export function isOutdatedPlan(error: unknown): boolean {
  const { code, routine } = (error ?? {}) as { code?: string; routine?: string }
  return code === "0A000" && routine === "RevalidateCachedQuery"
}
