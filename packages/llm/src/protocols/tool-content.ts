import type { ToolSpec } from "../driver.ts"
import type { Message, TextPart, ToolFailure, ToolResultPart } from "../message.ts"

/**
 * A tool's result as text, with a line in place of images the model cannot see. A failure is one in its text, too: most
 * protocols have no mark for it, and a gateway may drop the mark of those that have.
 */
export function resultText(part: ToolResultPart, seesImages: boolean): string {
  if (part.failure) return JSON.stringify(failureBody(part, part.failure))
  const { text, images = [] } = part
  if (seesImages || images.length === 0) return text
  return [text, imagesLeftOut(images.length)].filter((line) => line !== "").join("\n")
}

/** What a model reads of a call that failed, whatever its provider. */
export function failureBody({ name, text }: ToolResultPart, { kind, issues = [] }: ToolFailure) {
  const told = issues.slice(0, MOST_ISSUES).map(({ path, message }) => ({ path, message }))
  return { error: { kind, toolName: name, message: text, ...(told.length > 0 && { issues: told }) } }
}

/** Enough to mend a draft in one go; a schema can name thousands. */
const MOST_ISSUES = 10

/** A user's words, with a line in place of images the model cannot see; what is not theirs stands between marks, last. */
export function userParts(message: Extract<Message, { role: "user" }>, seesImages: boolean): typeof message.parts {
  const parts = message.parts.map((part) => (part.type === "text" && part.aside ? marked(part) : part))
  if (seesImages) return parts
  const texts = parts.filter((part): part is TextPart => part.type === "text")
  const left = parts.length - texts.length
  if (left === 0) return texts
  const asides = texts.filter(({ aside }) => aside)
  return [...texts.filter(({ aside }) => !aside), { type: "text", text: imagesLeftOut(left) }, ...asides]
}

/** Text cannot end the marks it stands between. */
function marked(part: TextPart): TextPart {
  const text = part.text.replaceAll(/<(?=\/?workspace>)/gi, "‹")
  return { ...part, text: `<workspace>\n${text}\n</workspace>` }
}

/** The other way round: what the user said, without what came with it. */
export function withoutAside(text: string): string {
  const at = text.endsWith("\n</workspace>") ? text.lastIndexOf("<workspace>\n") : -1
  return at === -1 ? text : text.slice(0, at).trimEnd()
}

/** Arguments that are no JSON object came from a model, too, and are told back to it as what they were. */
export function argumentsObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text === "" ? "{}" : text)
    if (value !== null && typeof value === "object" && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // Not JSON: wrapped below.
  }
  return { unreadable: text }
}

/** For providers that take arguments as text, some of which fail on text that is no JSON object. */
export function argumentsText(text: string): string {
  const value = argumentsObject(text)
  return "unreadable" in value || text === "" ? JSON.stringify(value) : text
}

/**
 * Wire forms of tools. The same tool has the same one in every request, and the same list of tools is the same array:
 * tools are most of a request's bytes, and this lets them be written out once.
 */
export function toolWriter<Wire extends object>(
  toWire: (tool: ToolSpec) => Wire,
  finish: (wires: readonly Wire[]) => readonly Wire[] = (wires) => wires,
): (tools: readonly ToolSpec[]) => readonly Wire[] {
  const known = new WeakMap<ToolSpec, Wire>()
  const lists = new WeakMap<readonly ToolSpec[], { of: readonly ToolSpec[]; wires: readonly Wire[] }>()
  return (tools) => {
    const list = lists.get(tools)
    if (list && list.of.length === tools.length && tools.every((tool, index) => tool === list.of[index]))
      return list.wires
    const wires = finish(
      tools.map((tool) => {
        const wire = known.get(tool) ?? toWire(tool)
        known.set(tool, wire)
        return wire
      }),
    )
    lists.set(tools, { of: [...tools], wires })
    return wires
  }
}

/** The frame that ends a stream of OpenAI's kind, however it is spaced. */
export function isDone(data: string): boolean {
  return data.length < 32 && data.trim() === "[DONE]"
}

/** A payload's field that must be text; what else it is would break everyone downstream. */
export function textOf(value: unknown): string {
  if (typeof value !== "string") throw new TypeError("A frame holds no text where the protocol has text.")
  return value
}

function imagesLeftOut(count: number): string {
  return count === 1
    ? "[One image was left out: this model cannot see images.]"
    : `[${count} images were left out: this model cannot see images.]`
}
