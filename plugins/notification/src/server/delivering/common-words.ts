import type { Words } from "../../contract/upkeep.ts"

/**
 * Of several readers' words what all of them may read. Two who see different systems of one incident are told which neither of the
 * other's: the shorter of two messages may well name what its reader alone sees.
 */
export function commonWords(seen: readonly Words[]): Words {
  const [first, ...others] = seen
  const facts = others.reduce((common, words) => commonFacts(common, words.facts), first!.facts)
  const least = seen.find((words) => same(words.facts, facts))
  if (least) return least
  return { ...first!, lines: first!.lines.filter((line) => others.every(({ lines }) => lines.includes(line))), facts }
}

/** Whether something that was told then, such as a system of an incident or the text of an update, is missing now. */
export function tellsMore(then: Pick<Words, "facts">, now: Pick<Words, "facts">): boolean {
  return Object.entries(then.facts).some(([key, value]) => {
    const told = now.facts[key]
    if (Array.isArray(value))
      return value.some((entry) => !Array.isArray(told) || !told.some((one) => same(one, entry)))
    return value !== null && (told === null || told === undefined)
  })
}

function commonFacts(some: Words["facts"], others: Words["facts"]): Words["facts"] {
  return Object.fromEntries(Object.entries(some).map(([key, value]) => [key, commonValue(value, others[key])]))
}

function commonValue(some: unknown, other: unknown): unknown {
  if (Array.isArray(some) && Array.isArray(other)) return some.filter((entry) => other.some((one) => same(one, entry)))
  return same(some, other) ? some : null
}

function same(some: unknown, other: unknown): boolean {
  return JSON.stringify(some) === JSON.stringify(other)
}
