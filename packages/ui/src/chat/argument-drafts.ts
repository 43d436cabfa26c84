/**
 * One argument as it is typed. What is neither text, number nor yes or no is typed as JSON. Ids are nothing that people
 * type: they are kept as they are.
 */
export type ArgumentDraft = { name: string; kind: "text" | "number" | "boolean" | "json" | "id"; text: string }
export type Drafts = readonly ArgumentDraft[]

export function draftsOf(source: string): Drafts {
  let value: unknown
  try {
    value = JSON.parse(source)
  } catch {
    return []
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return []
  return Object.entries(value).map(([name, each]) => {
    if (isId(each)) return { name, kind: "id", text: JSON.stringify(each) }
    if (typeof each === "string") return { name, kind: "text", text: each }
    if (typeof each === "number") return { name, kind: "number", text: String(each) }
    if (typeof each === "boolean") return { name, kind: "boolean", text: String(each) }
    return { name, kind: "json", text: JSON.stringify(each, null, 2) }
  })
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function isId(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every(isId)
  return typeof value === "string" && UUID.test(value)
}

/** `systemIds` to "System ids". */
export function labelOf(name: string): string {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Fails with a sentence that names the field. */
export function toArguments(drafts: Drafts): Record<string, unknown> {
  return Object.fromEntries(drafts.map((draft) => [draft.name, typedValue(draft)]))
}

function typedValue({ name, kind, text }: ArgumentDraft): unknown {
  if (kind === "text") return text
  if (kind === "boolean") return text === "true"
  if (kind === "number") {
    const number = Number(text)
    if (text.trim() === "" || !Number.isFinite(number)) throw new Error(`${labelOf(name)} takes a number.`)
    return number
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${labelOf(name)} is no JSON. Look at brackets and quotes.`)
  }
}
