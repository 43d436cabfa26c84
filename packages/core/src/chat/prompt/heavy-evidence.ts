import type { Message, ToolResultPart } from "@countersign/llm"

/**
 * What a model asked to see may be large: pages, pictures, long documents. Only the latest of each tool stays whole, in
 * its turn too: earlier ones show a state that has moved on, and every further step would pay for them again. Messages
 * without any such come back as they are, so that whoever counted them need not count again.
 */
export function elideEvidence(
  messages: readonly Message[],
  isHeavy: (toolName: string) => boolean,
): readonly Message[] {
  const latest = new Map<string, ToolResultPart>()
  for (const message of messages)
    if (message.role === "tool")
      for (const part of message.parts) if (isEvidence(part, isHeavy)) latest.set(part.name, part)
  if (latest.size === 0) return messages
  return messages.map((message) => {
    if (message.role !== "tool") return message
    const parts = message.parts.map((part) =>
      isEvidence(part, isHeavy) && latest.get(part.name) !== part ? elided(part) : part,
    )
    return parts.every((part, at) => part === message.parts[at]) ? message : { ...message, parts }
  })
}

/** The result without what it held. */
export function elided(part: ToolResultPart): ToolResultPart {
  const { images = [], ...rest } = part
  return { ...rest, text: breadcrumb(part.name, part.text, images.length) }
}

/** What is left of a result: which it was, what it held in numbers, and the ids to ask for again. */
export function breadcrumb(toolName: string, text: string, images = 0): string {
  if (text.startsWith(BEGINNING)) return text
  const held = [...countsIn(text), ...(images > 0 ? [`${images} image${images === 1 ? "" : "s"}`] : [])]
  const { ids, left } = idsIn(text)
  const more = left > 0 ? ` and ${left} more` : ""
  return [
    `${BEGINNING}${toolName} was not kept; call it again if you need it.`,
    held.length > 0 ? `It held ${held.join(", ")}.` : "",
    ids.length > 0 ? `Ids: ${ids.join(", ")}${more}.` : "",
  ]
    .filter(Boolean)
    .join(" ")
}

const BEGINNING = "The result of "
const MOST_IDS = 10
/** Of markup, whose ids say what they are of. */
const MOST_LANDMARKS = 40
const MOST_COUNTS = 5
const LONGEST_ID = 64

function isEvidence({ name, images, failure, text }: ToolResultPart, isHeavy: (name: string) => boolean): boolean {
  return !failure && !text.startsWith(BEGINNING) && (isHeavy(name) || (images?.length ?? 0) > 0)
}

function countsIn(text: string): string[] {
  const value = parsed(text)
  if (Array.isArray(value)) return [`${value.length} entries`]
  return Object.entries(value ?? {})
    .flatMap(([key, list]) => (Array.isArray(list) && /^\w{1,40}$/.test(key) ? [`${list.length} ${key}`] : []))
    .slice(0, MOST_COUNTS)
}

/** Its own, and those of the lists it holds, then what its markup calls `uid`; nothing deeper, and nothing that does not look like an id. */
function idsIn(text: string): { ids: string[]; left: number } {
  const value = parsed(text)
  const fields = Object.values(value ?? {})
  const lists = Array.isArray(value) ? [value] : fields.filter(Array.isArray)
  const own = [value, ...fields.filter(isRecord), ...lists.flat()].flatMap(idOf)
  const marked = fields.flatMap((field) => (typeof field === "string" ? landmarksIn(field) : []))
  const known = [...own.slice(0, MOST_IDS), ...marked.filter(isLandmark).slice(0, MOST_LANDMARKS).map(inWords)]
  return { ids: known, left: own.length + marked.length - known.length }
}

function idOf(value: unknown): string[] {
  if (!isRecord(value)) return []
  const [, id] = Object.entries(value).find(([key]) => key === "id" || /^\w{1,20}Id$/.test(key)) ?? []
  return typeof id === "string" && id.length <= LONGEST_ID && ID.test(id) ? [id] : []
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value)
}

const ID = /^[\w.:~-]+$/

interface Marked {
  tag: string
  id: string
}

function landmarksIn(markup: string): Marked[] {
  return [...markup.matchAll(/<([a-z][a-z0-9]{0,9}) uid="([\w.:~-]{1,64})"/g)].map(([, tag, id]) => ({
    tag: tag!,
    id: id!,
  }))
}

/** What a page is found by. Other names of elements may be anybody's words. */
const LANDMARKS = new Set(
  "header nav main section article aside footer form h1 h2 h3 ul ol table figure dialog body".split(" "),
)

function isLandmark({ tag }: Marked): boolean {
  return LANDMARKS.has(tag)
}

function inWords({ tag, id }: Marked): string {
  return `${tag} ${id}`
}

function parsed(text: string): unknown[] | Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return value !== null && typeof value === "object" ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
