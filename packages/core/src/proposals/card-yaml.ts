import { hasHidden } from "../contract/text/hidden-characters.ts"

/**
 * A value that holds others, as YAML that parses back to exactly that value: one entry for each field of an object and
 * for each element of a list. Keys stand in alphabetical order, so that the same value reads the same before and after.
 * An id whose name is known carries it as a comment.
 */
export function yamlEntries(value: object, nameOf: (id: string) => string | undefined): string[] {
  const write = (one: unknown, depth: number): string => {
    if (one === null || typeof one !== "object") return scalar(one, nameOf)
    const lines = Array.isArray(one)
      ? one.map((element) => `- ${write(element, depth + 1)}`)
      : fieldsOf(one).map(([key, field]) => pair(key, field, depth))
    if (lines.length === 0) return Array.isArray(one) ? "[]" : "{}"
    return lines.join(`\n${"  ".repeat(depth)}`)
  }
  const pair = (key: string, field: unknown, depth: number): string => {
    const nested = field !== null && typeof field === "object" && Object.keys(field).length > 0
    return `${plainOrQuoted(key)}:${nested ? `\n${"  ".repeat(depth + 1)}` : " "}${write(field, depth + 1)}`
  }
  if (Array.isArray(value)) return value.map((element) => write(element, 0))
  return fieldsOf(value).map(([key, field]) => pair(key, field, 0))
}

function fieldsOf(value: object): [string, unknown][] {
  return Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
}

function scalar(value: unknown, nameOf: (id: string) => string | undefined): string {
  if (typeof value !== "string") return JSON.stringify(value)
  const name = nameOf(value)
  const written = plainOrQuoted(value)
  return name === undefined ? written : `${written} # ${name.replaceAll(/\s+/g, " ")}`
}

/** What YAML reads as these very characters without quotes. Everything it might take for something else is quoted. */
function plainOrQuoted(text: string): string {
  const plain = PLAIN.test(text) && !/: |:$| #/.test(text) && !RESERVED.test(text) && !hasHidden(text)
  return plain ? text : quoted(text)
}

const PLAIN = /^(?:[\p{L}/]|[0-9a-f]{8}-[0-9a-f]{4}-)(?:[\p{L}\p{M}\p{N}_./@+()&=?%~:,;'!*#-]| (?! |$))*$/u
const RESERVED = /^(?:null|true|false|yes|no|on|off|y|n)$/i

/** As JSON has it, with every character that cannot be seen written as its number. */
function quoted(text: string): string {
  return JSON.stringify(text).replaceAll(UNSEEN, escaped)
}

function escaped(character: string): string {
  let numbers = ""
  for (let at = 0; at < character.length; at++)
    numbers += `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`
  return numbers
}

const UNSEEN = /(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu
