/** The words of a text as they are compared: of any script, without regard to case, width, accents and English endings. */
export function wordsOf(text: string): string[] {
  return plainWordsOf(text).map(stem)
}

/** The words a page is found by: "e-mail" also as "email", "sign-in" also as "signin". */
export function indexedWordsOf(text: string): string[] {
  const compounds = (fold(text).match(HYPHENATED) ?? []).filter((part) => part.includes("-"))
  const all = [...plainWordsOf(text), ...compounds.map((part) => part.replaceAll("-", "").slice(0, LONGEST_WORD))]
  return all.filter((word) => word && !STOP_WORDS.has(word)).map(stem)
}

/** The words that say what a question is about; all of them where it has no others. */
export function wordsThatMatter(text: string): string[] {
  const words = plainWordsOf(text)
  const telling = words.filter((word) => !STOP_WORDS.has(word))
  return [...new Set((telling.length > 0 ? telling : words).map(stem))]
}

function plainWordsOf(text: string): string[] {
  return (fold(text).match(WORD) ?? []).map((word) => word.slice(0, LONGEST_WORD))
}

function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
}

/** "policies" is "policy"; "restores", "restored" and "restoring" are one word; "status", "access" and "string" are whole. */
function stem(word: string): string {
  const one = singular(word)
  const ending = one.endsWith("ing") ? 3 : one.endsWith("ed") ? 2 : 0
  const root = one.slice(0, one.length - ending)
  if (ending > 0 && root.length > 2 && /[aeiouy]/.test(root)) return root.replace(/([bdgmnprt])\1$/, "$1")
  return one.length > 4 && one.endsWith("e") ? one.slice(0, -1) : one
}

function singular(word: string): string {
  if (word.length < 4 || !word.endsWith("s") || /(?:ss|us|is)$/.test(word)) return word
  return word.length > 4 && word.endsWith("ies") ? `${word.slice(0, -3)}y` : word.slice(0, -1)
}

const WORD = /[\p{L}\p{N}]+/gu
const HYPHENATED = /[\p{L}\p{N}-]+/gu
/** Looking for words alike takes the square of a word's length. */
const LONGEST_WORD = 40

/** English words that stand in any question and on any page. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    "a about am an and any are as at be been being but by can could did do does doing done for from get getting had has " +
    "have having how i if in into is it its just let may me might must my no not of off on or our shall should so some " +
    "than that the their them then there these they this those to too us was we were what when where which who whom whose " +
    "why will with would you your"
  ).split(" "),
)
