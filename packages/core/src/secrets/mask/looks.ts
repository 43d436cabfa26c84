import { DIGIT, DOT, END, JOINT, kindOf, LETTER, LOWER, UPPER } from "./characters.ts"
import { isNameCharacter, LONGEST_NAME } from "./names.ts"

/** As far as anything is read before it counts as a value. */
const LONGEST_LOOK = 64

/** How a value without quotes looks from its first characters. */
export interface Look {
  end: number
  /** Its end was seen, so all of it is known. */
  whole: boolean
  length: number
  strong: boolean
  /** Stands for a value that is elsewhere, or says that there is none. */
  none: boolean
}

/** Null when too little of the text has come to say. */
export function lookAt(text: string, start: number, final: boolean, isParameter = false): Look | null {
  let at = start
  let kinds = 0
  let others = 0
  let signs = 0
  let changes = 0
  let before = 0
  const limit = Math.min(text.length, start + LONGEST_LOOK)
  while (at < limit) {
    const code = text.charCodeAt(at)
    const kind = kindOf(code)
    if (kind & END) {
      const goesOn = code === 0x26 && !isParameter && at > start ? ampersandGoesOn(text, at, final) : false
      if (goesOn === null) return null
      if (!goesOn) break
    }
    // In JSON a line break or a quote is a backslash and a letter.
    if (code === 0x5c) {
      if (at + 1 >= text.length && !final) return null
      if (endsBeforeEscape(text, at)) break
      at += 2
      others++
      continue
    }
    if (!(kind & (LETTER | DIGIT))) {
      others++
      if (!(kind & (JOINT | DOT)) && code !== 0x3a && code !== 0x2f) signs++
    }
    if (kind & UPPER && before & LOWER) changes++
    kinds |= kind
    before = kind
    at++
  }
  // The end of an emphasis is not the value's.
  let bare = at
  while (bare > start && text.charCodeAt(bare - 1) === 0x2a) bare--
  if (bare > start) signs -= at - bare
  const whole = at < limit || (limit === text.length && final)
  if (!whole && limit === text.length && at - start < LONGEST_LOOK) return null
  const end = Math.min(at, text.length)
  const length = end - start
  // A sign at the end of a sentence makes nothing strong.
  if (signs > 0 && !(before & (LETTER | DIGIT))) signs--
  const letters = (kinds & LETTER) !== 0
  const digits = (kinds & DIGIT) !== 0
  const strong =
    (length >= 6 && letters && digits && !isVersion(text, start, end)) ||
    (length >= 8 && letters && signs > 0) ||
    (length >= 20 && changes > 0) ||
    (length >= 24 && letters && others === 0)
  return { end, whole, length, strong, none: isNone(text.slice(start, bare > start ? bare : end), others > 0) }
}

/** `v2.1.0`, `10b`. */
function isVersion(text: string, start: number, end: number): boolean {
  return end - start < 16 && /^v?\d+(?:\.\d+)*[a-z]?$/.test(text.slice(start, end))
}

function isNone(value: string, hasSigns: boolean): boolean {
  if (value.length <= LONGEST_NO_VALUE && NO_VALUES.has(withoutStop(value).toLowerCase())) return true
  return hasSigns || value.includes("(") || /^[xX]{3,}$/.test(value) ? REFERENCE.test(value) : false
}

function withoutStop(value: string): string {
  const last = value.charCodeAt(value.length - 1)
  return last === 0x2e || last === 0x3a || last === 0x21 || last === 0x3f ? value.slice(0, -1) : value
}

/** What follows a label in words: a password is known by less than what may be the name or kind of something. */
export function isChosen(text: string, look: Look, start: number, isPassword: boolean): boolean {
  if (look.none) return false
  return isPassword ? look.strong : looksChosen(text.slice(start, look.end))
}

export function isChosenWord(word: string, isPassword: boolean): boolean {
  const look = lookAt(word, 0, true)!
  return !look.none && (isPassword ? look.strong : looksChosen(word))
}

/** Letters and digits in turns, as no word, version or date has them. */
export function isOpaque(value: string): boolean {
  if (value.length < 15 || !/^[\w=+/:%~-]+$/.test(value)) return false
  let turns = 0
  for (let at = 1; at < value.length; at++) {
    const [before, here] = [kindOf(value.charCodeAt(at - 1)), kindOf(value.charCodeAt(at))]
    if ((before & LETTER && here & DIGIT) || (before & DIGIT && here & LETTER)) turns++
  }
  return turns >= 3
}

/**
 * A value that a person or a program chose so that nobody guesses it, where the name alone does not say so: letters
 * and digits in turns, or a sign among them. `redis-7.2-alpine`, `2026-11-16T22:00Z` and `ana2@example.com` are none.
 */
export function looksChosen(value: string): boolean {
  if (value.length < 8 || !/\d/.test(value) || !/[A-Za-z]/.test(value) || NO_CHOICE.test(value)) return false
  if (/[!#$%&*?^@]/.test(value)) return /^[\w!#$%&*?^@+=.~:/-]+$/.test(value)
  return value.length >= 10 && value.split(/[-_.:/+=~]+/).some(isMingled)
}

/** An address, a time, a version, a number with its unit. */
const NO_CHOICE =
  /^(?:[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{1,64}$|\d{4}-\d\d-\d\d|v?\d+\.\d+|[a-z]{1,10}:\/\/|\d+[A-Za-z]+$|\w+\$\d+$)/

/** `q7Zk21000mXv`; not `alpine3`, `v2beta1`, and not `normalizeX509Options`, in which whole words stand. */
function isMingled(part: string): boolean {
  if (part.length < 8) return false
  let turns = 0
  let changes = 0
  let run = 0
  let longestRun = 0
  for (let at = 1; at < part.length; at++) {
    const [before, here] = [kindOf(part.charCodeAt(at - 1)), kindOf(part.charCodeAt(at))]
    if ((before & LETTER && here & DIGIT) || (before & DIGIT && here & LETTER)) turns++
    if (before & LOWER && here & UPPER) changes++
    run = here & LOWER ? run + 1 : 0
    longestRun = Math.max(longestRun, run)
  }
  if (turns < 5 && longestRun >= 6) return false
  return turns >= 3 || (turns >= 1 && changes + turns >= 4 && longestRun < 5)
}

/**
 * Whether an `&` belongs to the value: behind it follow no parameter, no quote as HTML writes it and no other command.
 * Null when too little of the text has come to say.
 */
export function ampersandGoesOn(text: string, at: number, final: boolean): boolean | null {
  let end = at + 1
  if (text.charCodeAt(end) === 0x23) end++
  while (end < text.length && end - at < LONGEST_NAME && isNameCharacter(text.charCodeAt(end))) end++
  if (end >= text.length && end - at < LONGEST_NAME && !final) return null
  const code = text.charCodeAt(end)
  if (code === 0x3b) return !/^(?:quot|apos|lt|gt|nbsp|#34|#39|#x27|#x22)$/i.test(text.slice(at + 1, end))
  return end > at + 1 ? code !== 0x3d : end < text.length && !(kindOf(code) & END)
}

/** Whether the value ends before this backslash: a line break, a tab or a quote follows, written as JSON writes it. */
export function endsBeforeEscape(text: string, at: number): boolean {
  let next = at + 1
  while (next < text.length && next - at < 8 && text.charCodeAt(next) === 0x5c) next++
  const code = text.charCodeAt(next)
  return code === 0x6e || code === 0x72 || code === 0x74 || code === 0x22 || code === 0x27
}

/** Words that stand where a value would, and say that there is none, or what it is like. */
const NO_VALUES = new Set(
  `true false null none nil undefined void yes no on off enabled disabled enable disable required optional missing
  expired invalid valid unset hidden changed wrong incorrect unknown empty revoked rotated redacted masked removed
  string number boolean object array integer default example placeholder changeme todo tbd unchanged denied accepted
  rejected failed granted refused needed absent present password passwort passwd secret token apikey credentials
  authorization cookie bearer basic digest sha1 sha256 sha384 sha512 hs256 rs256 es256 md5 bcrypt argon2 argon2id pbkdf2
  scrypt base64 base32 oauth2 oauth nosniff include includes omit same-origin anonymous inherit automatic random generated
  confidential private public internal external secrets tokens passwords value values variable input output reset
  forgotten verified unverified pending active inactive always never unlimited header headers session sessions`.split(
    /\s+/,
  ),
)

const LONGEST_NO_VALUE = Math.max(...[...NO_VALUES].map((word) => word.length)) + 1

/** What is written for a value that stands elsewhere. */
const REFERENCE =
  /^(?:\$|\{\{|\{%|<|\*|%[({sv]|#\{|@Microsoft\.KeyVault|\.{2,}|x{3,}$|X{3,}$|(?:process|os|env|import|req|request|config|settings|self|this|ctx|context|props|input|args|params|options|body|secrets|vars|var|local|data|module|Deno|Bun|System|ENV|Environment)(?:\.|\[|\()|[A-Za-z_.]{1,40}\(|(?:file|vault|op|ssm|https?|secretref|keychain|keyref|projects|arn):|~?\.{0,2}\/)/
