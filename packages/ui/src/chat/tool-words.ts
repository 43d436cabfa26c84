/** What a call is about, from its arguments: "open true, text checkout". Empty when they say nothing a line can hold. */
export function describeArguments(source: string): string {
  const value = parse(source)
  if (!isRecord(value)) return ""
  return Object.entries(value)
    .flatMap(([key, each]) => {
      const word = wordOf(each)
      return word === null ? [] : [`${inWords(key)} ${word}`]
    })
    .slice(0, 4)
    .join(", ")
}

/** `ownerTeamId` to "owner team". */
function inWords(key: string): string {
  return key
    .replace(/Ids$/, "s")
    .replace(/Id$/, "")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
}

/** JSON over lines; anything else as it is. */
export function prettyJson(source: string): string {
  const value = parse(source)
  return value === undefined ? source : JSON.stringify(value, null, 2)
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function wordOf(value: unknown): string | null {
  if (typeof value === "number" || typeof value === "boolean") return String(value)
  // An id says nothing in a line; it stands with the others behind it.
  if (typeof value === "string" && UUID.test(value)) return null
  if (typeof value === "string") return value.length > 60 ? `${value.slice(0, 59)}…` : value || null
  if (Array.isArray(value)) return value.length === 1 ? wordOf(value[0]) : listOf(value)
  return null
}

/** "degraded and unhealthy" while a line can hold it, else how many. */
function listOf(values: readonly unknown[]): string {
  const words = values.map(wordOf)
  const few = values.length <= 3 && words.every((word) => word !== null && word.length <= 24)
  return few && words.length > 0 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : `${values.length} entries`
}

function parse(source: string): unknown {
  try {
    return JSON.parse(source)
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
