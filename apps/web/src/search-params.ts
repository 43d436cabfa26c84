/**
 * Addresses hold plain words: `?text=123` is the text "123", not a number, and nothing needs quotes. Lists and objects
 * travel as JSON.
 */
export function parseSearch(search: string): Record<string, unknown> {
  return Object.fromEntries([...new URLSearchParams(search)].map(([name, value]) => [name, read(value)]))
}

export function stringifySearch(values: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null || value === "") continue
    params.set(name, typeof value === "string" && !looksLikeJson(value) ? value : JSON.stringify(value))
  }
  const text = params.toString()
  return text && `?${text}`
}

function read(value: string): unknown {
  if (!looksLikeJson(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

function looksLikeJson(value: string): boolean {
  return /^[[{"]/.test(value)
}
