export interface Leaning {
  /** Keys a model has no use for, at any depth: versions, times, counts it did not ask for. */
  drop?: readonly string[]
  /** Texts longer than this are cut, and say so. */
  longest?: number
}

/**
 * Leans a result for a model: nulls go everywhere, empty texts, lists and records within entries too. What the answer
 * itself consists of stays, so that an empty list still says "none". Any other shape passes unchanged.
 */
export function leanResult(result: unknown, { drop = [], longest = 1_000 }: Leaning = {}): unknown {
  const dropped = new Set(drop)

  function lean(value: unknown, depth: number): unknown {
    if (typeof value === "string") return clip(value, longest)
    if (Array.isArray(value)) return value.map((one) => lean(one, depth + 1))
    if (value === null || typeof value !== "object") return value
    const kept = Object.entries(value)
      .filter(([key, field]) => !dropped.has(key) && !isEmpty(field, depth))
      .map(([key, field]) => [key, lean(field, depth + 1)])
    return Object.fromEntries(kept)
  }

  return lean(result, 0)
}

function isEmpty(value: unknown, depth: number): boolean {
  if (value === null || value === undefined) return true
  if (depth === 0) return false
  if (typeof value === "string" || Array.isArray(value)) return value.length === 0
  return typeof value === "object" && Object.keys(value).length === 0
}

function clip(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}… (cut, ${text.length} characters in all)`
}
