import { type ErrorBody, READER } from "../contract/error-codes.ts"
import type { PlatformError } from "../errors.ts"

/** Our pages say that a person will read the answer; scripts, models and apps need the names that people do not. */
export function isReadByPeople(request: Request): boolean {
  return request.headers.get(READER.header) === READER.person
}

/**
 * An error as a person reads it. A sentence that names a verb or a tool tells a program how to go on ("List them with
 * incident.list"), so it is left out, and a field is called as words are, not as in the schema.
 */
export function wordsForPeople(body: ErrorBody, isName: (word: string) => boolean): ErrorBody {
  const issues = body.issues?.map(({ path, message }) => ({ path, message: sentenceForPeople(message, isName) }))
  const message = told(body.message, isName) || issues?.[0]?.message || FALLBACK
  return { ...body, message, ...(issues && { issues }) }
}

/** The same of a failure that is kept to be read later, such as on the card of what was signed. */
export function sentenceForPeople(text: string, isName: (word: string) => boolean): string {
  return told(text, isName) || FALLBACK
}

/** The same error in other words: of the same class, since routes tell refusals apart by theirs. */
export function errorForPeople(error: PlatformError, isName: (word: string) => boolean): PlatformError {
  const { code, issues } = error
  const { message } = wordsForPeople({ code, message: error.message, ...(issues && { issues }) }, isName)
  return Object.create(error, { message: { value: message } })
}

function told(text: string, isName: (word: string) => boolean): string {
  const named = text
    .replace(FIELD_IN_FRONT, (_, path) => `${fieldWords(path)}: `)
    .replace(CHOICES, (choices) => choices.replace(CAMEL, (word) => inWords(word)))
  return withoutNames(named, isName)
}

const FALLBACK = "This cannot be done as it stands. Look at it again, and reload the page if it stays."

/** As `invalidInput` puts it before what is wrong: `"links.0.url": `. */
const FIELD_IN_FRONT = /"([\w.-]+)": /g
/** As `schema-words.ts` tells what a field takes. */
const CHOICES = /\bChoose one of: .*/g
const CAMEL = /\b[a-z]+[A-Z]\w*/g
// It begins where a word begins: tried at every letter of a long word, it would read that word as often as it has letters.
const DOTTED = /(?<![\w-])[A-Za-z][\w-]*(?:\.\w+)+/g

/** As `invalidInput` begins, and as it goes on where a field is not known. */
const OF_SCHEMAS = /^The input of .+ does not fit\.$|^Known are /

function withoutNames(text: string, isName: (word: string) => boolean): string {
  const sentences = text.split(/(?<=[.!?])\s+/)
  const isForPrograms = (sentence: string) => OF_SCHEMAS.test(sentence) || (sentence.match(DOTTED) ?? []).some(isName)
  return sentences.filter((sentence) => !isForPrograms(sentence)).join(" ")
}

/** `links.0.url` to "Url", `ownerTeamId` to "Owner team". */
function fieldWords(path: string): string {
  const last = path.split(".").findLast((part) => !/^\d+$/.test(part)) ?? path
  const words = inWords(last.replace(/Ids?$/, ""))
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function inWords(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase()
}
