import { BACKSLASH, BLANK, isLineBreak, isQuote, kindOf } from "./characters.ts"
import { isNameCharacter, LONGEST_NAME } from "./names.ts"
import type { Reading } from "./reading.ts"

/** Where a name stands in a text. */
export interface NameRange {
  start: number
  end: number
}

/** The name beside a value: `- name: DB_PASSWORD` above of `value: …`, `<add key="ApiKey" value="…"/>`. */
export function pairedName(text: string, value: number): NameRange | null {
  const limit = Math.max(0, value - LONGEST_PAIR)
  let at = value
  for (let pair = 0; pair < MOST_PAIRS; pair++) {
    const end = backOverGap(text, at, limit)
    const start = backOverName(text, end, limit)
    if (start === end || end === at) return null
    at = backOverQuotes(text, start, limit)
    while (at > limit && kindOf(text.charCodeAt(at - 1)) & BLANK) at--
    const sign = text.charCodeAt(at - 1)
    if (at <= limit || (sign !== 0x3a && sign !== 0x3d)) return null
    at--
    while (at > limit && kindOf(text.charCodeAt(at - 1)) & BLANK) at--
    const labelEnd = backOverQuotes(text, at, limit)
    at = backOverName(text, labelEnd, limit)
    if (/(?:name|key)$/i.test(text.slice(Math.max(at, labelEnd - 4), labelEnd))) return { start, end }
  }
  return null
}

/** As far back as a name is looked for, and as many fields may stand between it and the value. */
const LONGEST_PAIR = 200
const MOST_PAIRS = 3

/** What stands between two fields: blanks, line breaks, also as JSON writes them, quotes and commas. */
function backOverGap(text: string, from: number, limit: number): number {
  let at = from
  while (at > limit) {
    const code = text.charCodeAt(at - 1)
    const isGap = kindOf(code) & BLANK || isLineBreak(code) || isQuote(code) || code === 0x2c || code === BACKSLASH
    if (!isGap && !isEscapedBreak(text, at - 1)) break
    at--
  }
  return at
}

function backOverName(text: string, from: number, limit: number): number {
  let at = from
  while (at > limit && from - at < LONGEST_NAME && isNameCharacter(text.charCodeAt(at - 1))) at--
  return at
}

function backOverQuotes(text: string, from: number, limit: number): number {
  let at = from
  if (at > limit && isQuote(text.charCodeAt(at - 1))) at--
  while (at > limit && at < from && text.charCodeAt(at - 1) === BACKSLASH) at--
  return at
}

/** The letter of a line break or tab that is written as JSON writes it. */
function isEscapedBreak(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return (code === 0x6e || code === 0x72 || code === 0x74) && at > 0 && text.charCodeAt(at - 1) === BACKSLASH
}

/** The name in quotes in front of a comma, and what takes it: `define('DB_PASSWORD', …)`. */
export function firstArgument(text: string, comma: number): (NameRange & { taker: string }) | null {
  const limit = Math.max(0, comma - LONGEST_NAME - 8)
  const end = backOverQuotes(text, comma, limit)
  if (end === comma) return null
  const start = backOverName(text, end, limit)
  const open = backOverQuotes(text, start, limit)
  if (start === end || open === start) return null
  const bracket = text.charCodeAt(open - 1)
  if (bracket !== 0x28 && bracket !== 0x5b) return null
  return { start, end, taker: bracket === 0x28 ? text.slice(Math.max(0, open - 16), open - 1) : "" }
}

/** The name in the attribute of the tag that ends here: `<property name="password">`. */
export function attributeName(text: string, close: number): NameRange | null {
  const limit = Math.max(0, close - LONGEST_NAME - 16)
  const end = backOverQuotes(text, close, limit)
  if (end === close) return null
  const start = backOverName(text, end, limit)
  const sign = backOverQuotes(text, start, limit)
  if (start === end || sign === start || text.charCodeAt(sign - 1) !== 0x3d) return null
  return /(?:name|key)$/i.test(text.slice(Math.max(limit, sign - 5), sign - 1)) ? { start, end } : null
}

/** The words of the table's cell that ends here. */
export function cellBefore(text: string, bar: number): NameRange | null {
  const limit = Math.max(0, bar - LONGEST_NAME)
  let end = bar
  while (end > limit && isCellDecoration(text.charCodeAt(end - 1))) end--
  let start = end
  while (start > limit && (isNameCharacter(text.charCodeAt(start - 1)) || isCellDecoration(text.charCodeAt(start - 1))))
    start--
  if (start === end || start === 0 || text.charCodeAt(start - 1) !== 0x7c) return null
  while (start < end && isCellDecoration(text.charCodeAt(start))) start++
  return { start, end }
}

function isCellDecoration(code: number): boolean {
  return (kindOf(code) & BLANK) !== 0 || code === 0x2a || code === 0x60
}

/** Whether a row of a table begins with this bar, and if so, whether it is the table's first. */
export function rowAt(text: string, bar: number): "first" | "next" | null {
  let at = backOverBlanks(text, bar)
  if (at === 0 || isQuote(text.charCodeAt(at - 1))) return "first"
  const isEscaped = isEscapedBreak(text, at - 1)
  if (!isEscaped && !isLineBreak(text.charCodeAt(at - 1))) return null
  at--
  if (isEscaped) while (at > 0 && bar - at < LONGEST_BREAK && text.charCodeAt(at - 1) === BACKSLASH) at--
  else if (text.charCodeAt(at - 1) === 0x0d) at--
  at = backOverBlanks(text, at)
  return at > 0 && text.charCodeAt(at - 1) === 0x7c ? "next" : "first"
}

const LONGEST_BREAK = 64

function backOverBlanks(text: string, from: number): number {
  let at = from
  while (at > 0 && from - at < 16 && kindOf(text.charCodeAt(at - 1)) & BLANK) at--
  return at
}

/** Where the line goes on or the next begins: behind blanks and line breaks, also as JSON writes them. */
export function skipBreaks(text: string, from: number): number {
  let at = from
  while (at < text.length && at - from < LONGEST_BREAK) {
    const code = text.charCodeAt(at)
    if (code === BACKSLASH) {
      let letter = at
      while (letter < text.length && letter - at < 8 && text.charCodeAt(letter) === BACKSLASH) letter++
      if (letter < text.length && !isEscapedBreak(text, letter)) return at
      at = Math.min(letter + 1, text.length)
    } else if (kindOf(code) & BLANK || isLineBreak(code)) at++
    else break
  }
  return at
}

/** How a command takes a password by a flag: in the same word, or in the next one. */
interface Taking {
  flag: string
  command: RegExp
  how: "same" | "next" | "either"
}

/** `mysql -p name` asks for the password, `mysql -pname` tells it. */
const TAKINGS: readonly Taking[] = [
  {
    flag: "p",
    how: "next",
    command: /\b(?:docker|podman|nerdctl|buildah|skopeo|helm|oras|crane|az|oc|cf)\b.*\blogin\b/,
  },
  { flag: "p", how: "either", command: /\bsshpass\b/ },
  { flag: "p", how: "same", command: /\b(?:mysql|mysqldump|mysqladmin|mysqlimport|mariadb|mariadb-dump|mycli|7za?)\b/ },
  { flag: "p", how: "next", command: /\bmongo(?:sh|dump|restore|export|import)?\b/ },
  { flag: "a", how: "next", command: /\bredis-cli\b/ },
  { flag: "w", how: "next", command: /\bldap(?:search|add|modify|delete|passwd|whoami)\b/ },
  { flag: "P", how: "either", command: /\b(?:sqlcmd|bcp|zip|unzip)\b/ },
]
export const TAKING_FLAGS = new Set(TAKINGS.map(({ flag }) => flag.charCodeAt(0)))
/** Most flags have no such command before them, and many stand behind one another: each place is looked at once. */
function hasCommand(reading: Reading, begin: number): boolean {
  const { text, at } = reading
  const known = begin >= reading.noCommandFrom && begin < reading.noCommandTo
  // One that had not ended there may have gone on.
  const from = known ? Math.max(begin, reading.noCommandTo - LONGEST_NAME_OF_ONE) : begin
  if (COMMANDS.test(text.slice(Math.max(0, from - 1), at))) return true
  if (!known) reading.noCommandFrom = begin
  reading.noCommandTo = at
  return false
}

const LONGEST_NAME_OF_ONE = 12

/** Any of them, by how it begins. */
const COMMANDS =
  /\b(?:docker|podman|nerdctl|buildah|skopeo|helm|oras|crane|az|oc|cf|sshpass|mysql|maria|mycli|7z|mongo|redis-cli|ldap|sqlcmd|bcp|zip|unzip)/
const LONGEST_COMMAND = 200

/** Whether the command on this line takes a password by the flag at this place. */
export function takesPassword(reading: Reading): Taking["how"] | null {
  const { text, at: dash } = reading
  const begin = Math.max(0, dash - LONGEST_COMMAND)
  if (!hasCommand(reading, begin)) return null
  const before = text.slice(begin, dash)
  const from = Math.max(...["\n", "|", ";", "&&", "\\n"].map((stop) => before.lastIndexOf(stop)))
  const flag = text[dash + 1]
  return TAKINGS.find((one) => one.flag === flag && one.command.test(before.slice(from + 1)))?.how ?? null
}
