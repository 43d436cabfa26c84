import { type ErrorBody, READER } from "../contract/error-codes.ts"

/** Our pages say that a person will read the answer; scripts, models and apps need the names that people do not. */
export function isReadByPeople(request: Request): boolean {
  return request.headers.get(READER.header) === READER.person
}

/**
 * An error as a person reads it. A sentence that names a verb or a tool tells a program how to go on ("List them with
 * incident.list"), so it is left out, and a field is called as words are, not as in the schema.
 */
export function wordsForPeople(body: ErrorBody, isName: (word: string) => boolean): ErrorBody {
  const told = (text: string) =>
    withoutNames(
      text.replace(FIELD_IN_FRONT, (_, path) => `${fieldWords(path)}: `),
      isName,
    )
  return {
    ...body,
    message: told(body.message) || told(body.issues?.[0]?.message ?? "") || FALLBACK,
    ...(body.issues && {
      issues: body.issues.map(({ path, message }) => ({ path, message: told(message) || FALLBACK })),
    }),
  }
}

const FALLBACK = "This cannot be done as it stands. Look at it again, and reload the page if it stays."

/** As `invalidInput` puts it before what is wrong: `"links.0.url": `. */
const FIELD_IN_FRONT = /"([\w.-]+)": /g
// It begins where a word begins: tried at every letter of a long word, it would read that word as often as it has letters.
const DOTTED = /(?<![\w-])[A-Za-z][\w-]*(?:\.\w+)+/g

function withoutNames(text: string, isName: (word: string) => boolean): string {
  const sentences = text.split(/(?<=[.!?])\s+/)
  return sentences.filter((sentence) => !(sentence.match(DOTTED) ?? []).some(isName)).join(" ")
}

/** `links.0.url` to "Url", `ownerTeamId` to "Owner team". */
function fieldWords(path: string): string {
  const last = path.split(".").findLast((part) => !/^\d+$/.test(part)) ?? path
  const words = last
    .replace(/Ids?$/, "")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
