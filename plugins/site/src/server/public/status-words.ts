/** What visitors read. A status that nobody reported is not known to them either. */
export function statusFields(status: string | null): { status: string; statusWords: string } {
  const known = status !== null && Object.hasOwn(WORDS, status) ? status : "unknown"
  return { status: known, statusWords: WORDS[known]! }
}

const WORDS: Readonly<Record<string, string>> = {
  healthy: "Working",
  degraded: "Has problems",
  unhealthy: "Not working",
  maintenance: "In maintenance",
  unknown: "Not known",
}
