import {
  BACKSLASH,
  BASE64,
  BLANK,
  backslashesBefore,
  DIGIT,
  DOT,
  END,
  isLineBreak,
  isQuote,
  JOINT,
  kindOf,
  LETTER,
  LOWER,
  MOST_BACKSLASHES,
  UPPER,
  WORD,
} from "./mask-characters.ts"
import {
  attributeName,
  cellBefore,
  firstArgument,
  type NameRange,
  pairedName,
  rowAt,
  skipBreaks,
  TAKING_FLAGS,
  takesPassword,
} from "./mask-context.ts"
import { type KnownValues, startHash, UNDECIDED } from "./mask-known.ts"
import {
  ampersandGoesOn,
  endsBeforeEscape,
  isNameCharacter,
  isOpaque,
  isPasswordName,
  LONGEST_NAME,
  type Look,
  lookAt,
  looksChosen,
  nameKind,
} from "./mask-names.ts"
import { mayBecomeShape, type Shape, shapesAt, TWILIO } from "./mask-shapes.ts"

export const REDACTED = "[redacted]"

/**
 * Reads a text once, from left to right, and leaves out the credentials. At each sign that may announce one it looks a
 * bounded way back (for a name) and a bounded way on (for what tells a value from prose); once sure, it drops what
 * follows up to the value's end without looking at it again. So the work grows with the text and with nothing else,
 * and the same reader serves a text that comes in pieces: what cannot be decided yet waits for the next one.
 */
export interface Scan {
  /** Answers what may be told by now. `final`: nothing follows. */
  read(piece: string, final: boolean): string
  /** A whole text. Its reader is used again and again: making one costs as much as reading a line of a log. */
  readWhole(text: string): string
}

/** How a value ends whose beginning was recognised. */
type Ending =
  | { type: "characters"; of: number }
  /** Unquoted: up to white space, a quote, a bracket, `,`, `;`, or an `&` behind which a parameter follows. */
  | { type: "value" }
  /** Of an address or a form: every `&` ends it. */
  | { type: "parameter" }
  /** Up to the quote that closes it, at the depth of escaping at which it was opened. */
  | { type: "quote"; quote: number; backslashes: number; lines: boolean; doubled: boolean }
  | { type: "line"; quote: number }
  /** User information of an address: up to the `@`. */
  | { type: "at" }
  | { type: "pem" }

/** As far back as any rule looks. */
const CONTEXT = 256
/** As far on as the parts of a JSON web token are looked for. */
const LONGEST_SEGMENT = 2_048

const NONE = 0
const HOLD = 1
const FOUND = 2

export function createScan(known: KnownValues): Scan {
  let text = ""
  let at = 0
  /** All before it was told or left out. */
  let done = 0
  let out = ""
  let final = false
  let touched = false
  let ending: Ending | null = null
  /** A known value that began inside of what is being left out reaches so far. */
  let covered = 0
  /** Where the value begins and how it ends, after FOUND. */
  let valueAt = 0
  /** Its beginning belongs to it whatever it consists of. */
  let sureUntil = 0
  let foundEnding: Ending = { type: "value" }
  // The run of token characters that was measured last: each is measured once, however many beginnings it holds.
  let runFrom = 0
  let runTo = -1
  let runIsRandom = false
  // No digit stands between these two: looked for once, however many beginnings stand there.
  let plainFrom = 0
  let plainTo = -1
  /** Where the user information of the latest address begins. */
  let addressAt = -1
  // The table that is being read: the latest bar, how many stand before it in its row, the column of secrets.
  let barAt = -1
  let cell = 0
  let isHead = false
  let secretColumn = -1
  let columnOfPasswords = false

  return {
    readWhole(whole) {
      text = whole
      at = 0
      done = 0
      covered = 0
      addressAt = -1
      barAt = -1
      secretColumn = -1
      ending = null
      touched = false
      runTo = -1
      plainTo = -1
      final = true
      out = ""
      scan()
      text = ""
      return touched ? out : whole
    },
    read(piece, last) {
      const keep = Math.max(0, Math.min(at, done) - CONTEXT)
      text = keep > 0 || text !== "" ? text.slice(keep) + piece : piece
      at -= keep
      done -= keep
      covered -= keep
      addressAt -= keep
      barAt -= keep
      runTo = -1
      plainTo = -1
      final = last
      out = ""
      scan()
      return out
    },
  }

  function scan(): void {
    const { length } = text
    const starts = known.starts()
    while (at < length) {
      if (ending) {
        if (!leaveOut(ending)) return
        continue
      }
      at = nextNews(text, at, starts)
      if (at >= length) break
      const maybe = at + 4 > length || starts[startHash(text, at, text.charCodeAt(at))] !== 0
      const knownLength = maybe ? known.at(text, at, final) : 0
      if (knownLength === UNDECIDED) {
        hold(at)
        return
      }
      if (knownLength > 0) {
        // In JSON the value's first letter may belong to an escape, whose backslash must not stay behind alone.
        const half = backslashesBefore(text, at) % 2 === 1 && at - 1 >= done
        tell(half ? at - 1 : at)
        out += REDACTED
        touched = true
        at += knownLength
        done = at
        continue
      }
      const result = announced()
      if (result === HOLD) {
        // A sign can be told, and what it announces not yet; a word may be the beginning of the secret itself.
        hold(kindOf(text.charCodeAt(at)) & (LETTER | DIGIT | JOINT) ? at : at + 1)
        return
      }
      if (result === FOUND) {
        begin()
        continue
      }
      at++
    }
    // A backslash may be half of what comes.
    const slashes = final ? 0 : backslashesBefore(text, length)
    tell(Math.max(done, length - slashes))
  }

  /** Leaves out from the value on, or from a known value that stands in front of it. */
  function begin(): void {
    let from = Math.max(valueAt, done)
    for (let one = at + 1; one < valueAt; one++)
      if (known.at(text, one, final) !== 0) {
        from = one
        break
      }
    tell(from)
    out += REDACTED
    touched = true
    at = from
    done = from
    covered = Math.max(from, sureUntil)
    ending = foundEnding
  }

  function tell(until: number): void {
    if (until > done) out += done === 0 && until === text.length ? text : text.slice(done, until)
    done = Math.max(done, until)
  }

  function hold(from: number): void {
    touched = true
    tell(Math.max(done, from - (backslashesBefore(text, from) % 2)))
  }

  function found(from: number, how: Ending): typeof FOUND {
    valueAt = from
    sureUntil = from
    foundEnding = how
    return FOUND
  }

  /** What the sign at this place announces. */
  function announced(): number {
    const code = text.charCodeAt(at)
    if (kindOf(code) & (LETTER | DIGIT)) return beginsWord() ? word(code) : NONE
    switch (code) {
      case 0x3d: // =
        return assignment()
      case 0x3a: {
        const inAddress = userInformation()
        return inAddress === NONE ? assignment() : inAddress
      }
      case 0x2d: // -
        return text.charCodeAt(at + 1) === 0x2d || Number.isNaN(text.charCodeAt(at + 1)) || isFlagStart()
          ? dashes()
          : NONE
      case 0x3e: // >
        return element()
      case COMMA:
        return argument()
      case 0x7c: // |
        return tableCell()
      default:
        return NONE
    }
  }

  /** A letter before it makes it the rest of a longer word, unless that letter is half of an escape. */
  function beginsWord(): boolean {
    if (at === 0) return true
    if (!(kindOf(text.charCodeAt(at - 1)) & LETTER)) return true
    const code = text.charCodeAt(at - 1)
    const isEscape = code === 0x6e || code === 0x72 || code === 0x74 || code === 0x62 || code === 0x66
    return isEscape && text.charCodeAt(at - 2) === BACKSLASH
  }

  function word(code: number): number {
    if (text.length - at < 3 && !final && (mayBecomeShape(text.slice(at)) || mayBecomeLead(at))) return HOLD
    const shapes = shapesAt(text, at)
    if (shapes)
      for (const shape of shapes) {
        const result = matchShape(shape)
        if (result !== NONE) return result
      }
    const mark = marked()
    if (mark !== NONE) return mark
    const second = text.charCodeAt(at + 1) | 32
    let result = NONE
    if (code === 0x65 && second === 0x79) result = webToken()
    else if (code === 0x53 && second === 0x6b) result = matchShape(TWILIO)
    else if ((code | 32) === 0x62 && (second === 0x61 || second === 0x65)) result = scheme()
    else if ((code | 32) === 0x70 && second === 0x61) result = spacedPassword()
    else if ((code === 0x45 && second === 0x6e) || ((code | 32) === 0x73 && second === 0x65)) result = spacedVariable()
    return result === NONE ? randomToken() : result
  }

  function matchShape({ prefix, of, least, most, needs, keeps }: Shape): number {
    const rest = text.length - at
    if (rest < prefix.length) return !final && prefix.startsWith(text.slice(at)) ? HOLD : NONE
    if (!text.startsWith(prefix, at)) return NONE
    const start = at + prefix.length
    const decisive = start + (needs ? Math.max(least, DECISIVE) : most === undefined ? least : most + 1)
    const limit = Math.min(text.length, decisive)
    let kinds = 0
    let end = start
    // A run ends at a dot, so it cannot measure behind one.
    if (of === WORD && needs === "digit" && !prefix.includes(".")) {
      measureRun()
      end = Math.max(start, Math.min(runTo, limit))
      kinds = hasDigit(start, end) ? DIGIT : 0
    } else
      while (end < limit) {
        const kind = kindOf(text.charCodeAt(end))
        if ((kind & of) === 0) break
        kinds |= kind
        end++
      }
    if (end === text.length && end < decisive && !final) return HOLD
    const length = end - start
    if (length < least || (most !== undefined && length > most) || !isMixed(needs, kinds)) return NONE
    const result = keeps ? found(start, { type: "value" }) : found(at, { type: "characters", of: of | WORD })
    sureUntil = start
    return result
  }

  /** What is known by a mark in its middle: `abc8Q~…` of Azure, `abcdef_…_mmk` of MaxMind. */
  function marked(): number {
    const sixth = text.charCodeAt(at + 5)
    const seventh = text.charCodeAt(at + 6)
    // A word of so few letters may become either.
    if (Number.isNaN(seventh)) return !final && runsToEnd(at) ? HOLD : NONE
    if (seventh === 0x5f) {
      if (text.length - at >= 40) return text.startsWith("_mmk", at + 36) ? characters(WORD) : NONE
      return !final && runsToEnd(at) ? HOLD : NONE
    }
    if (sixth !== 0x7e || text.charCodeAt(at + 4) !== 0x51 || !(kindOf(text.charCodeAt(at + 3)) & DIGIT)) return NONE
    let end = at + 6
    while (end < text.length && end < at + 37 && kindOf(text.charCodeAt(end)) & (WORD | DOT | BASE64)) end++
    if (end === at + 37) return characters(WORD | DOT | BASE64)
    return end === text.length && !final ? HOLD : NONE
  }

  function characters(of: number): typeof FOUND {
    return found(at, { type: "characters", of })
  }

  function runsToEnd(from: number): boolean {
    let end = from
    while (end < text.length && kindOf(text.charCodeAt(end)) & (WORD | BASE64)) end++
    return end === text.length
  }

  /** `eyJ….….…`: long parts, so their ends are looked for with a measure that is taken once for each run. */
  function webToken(): number {
    if (!text.startsWith("eyJ", at)) return NONE
    measureRun()
    if (runTo - at > LONGEST_SEGMENT) return NONE
    if (runTo === text.length) return final ? NONE : HOLD
    if (runTo - at < 11 || text.charCodeAt(runTo) !== 0x2e) return NONE
    let second = runTo + 1
    while (second < text.length && second - runTo <= 8 && kindOf(text.charCodeAt(second)) & WORD) second++
    // Two parts are enough to know; the third follows.
    if (second - runTo > 8) return found(at, { type: "characters", of: WORD | DOT })
    return second === text.length && !final ? HOLD : NONE
  }

  function hasDigit(from: number, to: number): boolean {
    let one = from >= plainFrom && from < plainTo ? plainTo : from
    if (one === from) plainFrom = from
    while (one < to && !(kindOf(text.charCodeAt(one)) & DIGIT)) one++
    plainTo = one
    return one < to
  }

  /** The run of token characters around this place, as far as it matters. */
  function measureRun(): void {
    if (at >= runFrom && at < runTo) return
    runFrom = at
    while (runFrom > 0 && at - runFrom <= RANDOM_LENGTH && kindOf(text.charCodeAt(runFrom - 1)) & WORD) runFrom--
    runTo = at
    while (runTo < text.length && kindOf(text.charCodeAt(runTo)) & WORD) runTo++
    const cut = runTo === text.length && !final && runTo - runFrom < RANDOM_LENGTH
    runIsRandom = (cut || runTo - runFrom === RANDOM_LENGTH) && looksRandom(text.slice(runFrom, runTo))
  }

  /**
   * What our links, cookies and set-up codes carry: 32 random bytes as 43 letters. Where such a text comes in pieces,
   * letters in front of its first digit may have been told, as the beginning of a word; what follows is not.
   */
  function randomToken(): number {
    measureRun()
    if (!runIsRandom) return NONE
    const before = runFrom === 0 ? 0 : kindOf(text.charCodeAt(runFrom - 1))
    if (before & (BASE64 | DOT)) return NONE
    if (runTo === text.length && !final) return at > runFrom || runTo - runFrom > 12 ? HOLD : NONE
    const after = kindOf(text.charCodeAt(runTo))
    if (runTo - runFrom !== RANDOM_LENGTH || after & BASE64) return NONE
    return found(Math.max(runFrom, done), { type: "characters", of: WORD })
  }

  /** `Bearer …`, `Basic …`: digits, padding or changing case tell a token from the next word of a sentence. */
  function scheme(): number {
    const lead = isWord("bearer") ? "bearer" : isWord("basic") ? "basic" : null
    if (!lead) return !final && mayBecomeLead(at) ? HOLD : NONE
    let start = at + lead.length
    const blanks = start
    while (start < text.length && start - blanks < 8 && kindOf(text.charCodeAt(start)) & BLANK) start++
    if (start === text.length && !final) return HOLD
    if (start === blanks) return NONE
    let kinds = 0
    let changes = 0
    let end = start
    for (; end < text.length && end - start < LONGEST_TOKEN; end++) {
      const kind = kindOf(text.charCodeAt(end))
      if (!(kind & (WORD | DOT | BASE64))) break
      if (kind & UPPER && end > start && kindOf(text.charCodeAt(end - 1)) & LOWER) changes++
      kinds |= kind
      if (text.charCodeAt(end) === 0x3d) changes += 2
      if (end - start >= 7 && (kinds & DIGIT || changes >= 2))
        return found(start, { type: "characters", of: WORD | DOT | BASE64 })
    }
    return end === text.length && !final && end - start < LONGEST_TOKEN ? HOLD : NONE
  }

  /** `login ana password …` in a .netrc, `PASSWORD '…'` in SQL. */
  function spacedPassword(): number {
    if (!isWord("password")) return !final && mayBecomeLead(at) ? HOLD : NONE
    const blank = at + "password".length
    if (blank + 1 >= text.length) return final ? NONE : HOLD
    if (!(kindOf(text.charCodeAt(blank)) & BLANK)) return NONE
    const start = blank + 1
    if (text.charCodeAt(start) === 0x27) return quoted({ at: start + 1, quote: 0x27, backslashes: 0 }, true)
    const before = text.slice(Math.max(0, at - 100), at)
    const login = before.lastIndexOf("login ")
    if (login === -1 || !/^login \S{1,80}\s$/.test(before.slice(login))) return NONE
    const look = lookAt(text, start, final)
    if (!look) return HOLD
    return look.length >= 4 && !look.none ? found(start, { type: "value" }) : NONE
  }

  /** `ENV API_KEY …` in a Dockerfile, `SetEnv`, `setx`. */
  function spacedVariable(): number {
    const lead = VARIABLE_LEADS.find((one) => text.startsWith(one, at))
    if (!lead) return !final && VARIABLE_LEADS.some((one) => one.startsWith(text.slice(at, at + 8))) ? HOLD : NONE
    const name = at + lead.length
    let end = name
    while (end < text.length && end - name < LONGEST_NAME && isNameCharacter(text.charCodeAt(end))) end++
    if (end + 1 >= text.length) return final ? NONE : HOLD
    if (end === name || !(kindOf(text.charCodeAt(end)) & BLANK)) return NONE
    if (!beginsLine(at) && !beginsText(at)) return NONE
    const kind = nameKind(text, name, end)
    if (kind !== "secret" && kind !== "likely") return NONE
    const opening = openingQuote(end + 1)
    if (opening === HOLD) return HOLD
    if (opening !== null) return kind === "likely" ? chosenQuoted(opening) : quoted(opening, true)
    const look = lookAt(text, end + 1, final)
    if (!look) return HOLD
    if (look.none || look.length === 0) return NONE
    const value = text.slice(end + 1, look.end)
    if (kind === "likely" ? looksChosen(value) : look.strong) return found(end + 1, { type: "value" })
    if (kind === "likely" || !look.whole || look.length < 4) return NONE
    const alone = isAlone(look.end)
    if (alone === HOLD) return HOLD
    return alone === FOUND ? found(end + 1, { type: "value" }) : NONE
  }

  function isWord(lead: string): boolean {
    if (at + lead.length > text.length) return false
    for (let index = 0; index < lead.length; index++)
      if ((text.charCodeAt(at + index) | 32) !== lead.charCodeAt(index)) return false
    return true
  }

  function mayBecomeLead(from: number): boolean {
    const start = text.slice(from, from + 9).toLowerCase()
    return from + start.length === text.length && LEAD_WORDS.some((lead) => lead.startsWith(start))
  }

  /** A name, a sign, a value: in JSON and inside of JSON, YAML, TOML, INI, .env, shell, code, headers, addresses. */
  function assignment(): number {
    const sign = text.charCodeAt(at)
    if (at === 0 || !mayEndName(text.charCodeAt(at - 1), sign)) return NONE
    const name = nameBefore(sign)
    if (!name) return NONE
    const { kind } = name
    let start = at + 1
    if (start >= text.length) return final ? NONE : HOLD
    const second = text.charCodeAt(start)
    // `=>`, `==`, `===`; `:=` is read at its second sign.
    let compares = false
    if (sign === 0x3d && (second === 0x3e || second === 0x3d)) {
      compares = second === 0x3d
      start++
      if (text.charCodeAt(start) === 0x3d) start++
    }
    if (sign === 0x3a && (second === 0x3a || second === 0x3d)) return NONE
    // `**Password:** …`, as people write who write Markdown.
    const behind = emphasisEnd(start)
    const isLabel = behind > start || name.isLabel
    start = behind
    const afterSign = start
    while (start < text.length && start - afterSign < 16 && kindOf(text.charCodeAt(start)) & BLANK) start++
    if (start >= text.length) return final ? NONE : HOLD
    const blanks = start - afterSign

    const opening = openingQuote(start) ?? openingStars(start)
    if (opening === HOLD) return HOLD
    if (opening !== null) {
      if (opening.at + 1 >= text.length && !final) return HOLD
      if (blanks === 0 && sign === 0x3d && closesInstead(opening, name.start)) return NONE
      if (kind === "opaque") return opaqueQuoted(opening)
      if (kind === "likely") return chosenQuoted(opening)
      if (kind === "perhaps" && !name.quoted) return strongQuoted(opening)
      if (kind === "secret" && (isLabel || name.isPair || opening.quote === STAR))
        return wordQuoted(opening, name.isPair || isPasswordName(text.slice(name.start, name.end)), name.isPair)
      return quoted(opening, kind === "secret" && !name.quoted)
    }
    if (compares) return NONE
    if (kind === "cookie") return cookies(start)
    if (kind === "authorization") return authorization(start)
    if (sign === 0x3a && kind !== "perhaps" && kind !== "opaque") {
      const below = skipBreaks(text, start)
      if (below > start) return onNextLine(below, name)
    }
    // A field of JSON that is no text: true, null, a number.
    if (name.quoted && sign === 0x3a && name.quote === 0x22) return NONE
    if (isLabel && kind === "secret") return labelled(start, isPasswordName(text.slice(name.start, name.end)))
    const block = sign === 0x3a ? blockStart(start) : start
    if (block === HOLD) return HOLD
    return bare(sign, block, blanks, name)
  }

  interface Opening {
    /** Of the first letter within. */
    at: number
    quote: number
    backslashes: number
  }

  interface Name {
    kind: NonNullable<ReturnType<typeof nameKind>>
    quoted: boolean
    quote: number
    start: number
    end: number
    /** It is `value`, and the name stands beside it. */
    isPair: boolean
    /** Words in front of a colon, as in Markdown: what follows may as well be prose. */
    isLabel: boolean
  }

  function nameBefore(sign: number): Name | null {
    let end = at
    const before = text.charCodeAt(end - 1)
    // `:=`, `?=`, `+=`, and the brackets of `env["TOKEN"] =`.
    if (sign === 0x3d && (before === 0x3a || before === 0x3f || before === 0x2b)) end--
    const blanksFrom = end
    while (end > 0 && blanksFrom - end < 16 && kindOf(text.charCodeAt(end - 1)) & BLANK) end--
    if (text.charCodeAt(end - 1) === 0x5d) end--
    const starsFrom = end
    while (end > 0 && starsFrom - end < 3 && text.charCodeAt(end - 1) === STAR) end--
    const hasStars = end < starsFrom
    let quote = 0
    if (end > 0 && isQuote(text.charCodeAt(end - 1))) {
      quote = text.charCodeAt(end - 1)
      end--
      end -= backslashesBefore(text, end)
    }
    let start = end
    while (start > 0 && end - start < LONGEST_NAME && isNameCharacter(text.charCodeAt(start - 1))) start--
    if (start === end) return null
    if (
      text.charCodeAt(start - 1) === BACKSLASH &&
      backslashesBefore(text, start) % 2 === 1 &&
      /[nrtbf]/.test(text[start]!)
    )
      start++
    if (start === end) return null
    const name = { quoted: quote !== 0, quote, start, end, isPair: false, isLabel: hasStars }
    const kind = nameKind(text, start, end)
    if (kind) return { ...name, kind }
    if (endsWithWord(end, "value")) {
      const pair = pairedName(text, start)
      const paired = pair && nameKind(text, pair.start, pair.end)
      return paired && { ...name, kind: paired, isPair: true }
    }
    // `API key: …` in words.
    if (sign !== 0x3a || quote !== 0 || end - start !== 3 || !endsWithWord(end, "key")) return null
    const blank = start - 1
    if (!(kindOf(text.charCodeAt(blank)) & BLANK)) return null
    let first = blank
    while (first > 0 && blank - first < 16 && isNameCharacter(text.charCodeAt(first - 1))) first--
    return nameKind(text, first, end) === "secret" ? { ...name, start: first, kind: "secret", isLabel: true } : null
  }

  function endsWithWord(end: number, word: string): boolean {
    if (end < word.length) return false
    for (let index = 0; index < word.length; index++)
      if ((text.charCodeAt(end - word.length + index) | 32) !== word.charCodeAt(index)) return false
    return true
  }

  /** Behind the stars or underlines that end an emphasis, if there are any. */
  function emphasisEnd(from: number): number {
    const mark = text.charCodeAt(from)
    if (mark !== STAR && mark !== 0x5f) return from
    let end = from
    while (end < text.length && end - from < 3 && text.charCodeAt(end) === mark) end++
    if (end >= text.length) return from
    const code = text.charCodeAt(end)
    return kindOf(code) & BLANK || isQuote(code) || isLineBreak(code) || code === BACKSLASH ? end : from
  }

  /** `"#token=", …`, `"token=" + …`: the quote ends a text that names the parameter. */
  function closesInstead({ at: inside, quote, backslashes }: Opening, nameStart: number): boolean {
    if (!/^(?:[,);\]]|[ \t][+.,)?:&|])/.test(text.slice(inside, inside + 2))) return false
    let isOpen = false
    for (let one = nameStart - 1; one >= 0 && nameStart - one < 128; one--) {
      const code = text.charCodeAt(one)
      if (isLineBreak(code)) break
      if (code === quote && backslashesBefore(text, one) === backslashes) isOpen = !isOpen
    }
    return isOpen
  }

  /** `**hunter2**`. */
  function openingStars(from: number): Opening | null | typeof HOLD {
    if (text.charCodeAt(from) !== STAR) return null
    if (from + 2 >= text.length) return final ? null : HOLD
    if (text.charCodeAt(from + 1) !== STAR || !(kindOf(text.charCodeAt(from + 2)) & (LETTER | DIGIT))) return null
    return { at: from + 2, quote: STAR, backslashes: 0 }
  }

  /** Where the text of a quoted value begins, with how it was opened. */
  function openingQuote(from: number): Opening | null | typeof HOLD {
    let start = from
    // A header's value is a list in some programs: the first counts, the others look alike.
    if (text.charCodeAt(start) === 0x5b) start++
    // b"…", r'…', f"…".
    const code = text.charCodeAt(start) | 32
    if (code === 0x62 || code === 0x72 || code === 0x75 || code === 0x66 || code === 0x24 || code === 0x40) {
      if (start + 1 >= text.length && !final) return HOLD
      const next = start + 1 + leadingBackslashes(start + 1)
      if (next >= text.length && next > start + 1 && !final) return HOLD
      if (isQuote(text.charCodeAt(next))) start++
    }
    const slashesFrom = start
    while (start < text.length && start - slashesFrom < MOST_BACKSLASHES && text.charCodeAt(start) === BACKSLASH)
      start++
    if (start >= text.length) return final ? null : HOLD
    const quote = text.charCodeAt(start)
    if (!isQuote(quote)) return null
    return { at: start + 1, backslashes: start - slashesFrom, quote }
  }

  /** From the first letter within the quotes. `wary`: what says that there is no value is believed. */
  function quoted(opening: Opening, wary: boolean): number {
    const { quote, backslashes } = opening
    let start = opening.at
    if (start >= text.length) return final ? NONE : HOLD
    // `"""…"""` of Python and TOML, `""` of nothing.
    const second = isQuoteAgain(start, opening)
    if (second === null) return HOLD
    if (second) {
      const third = isQuoteAgain(start + backslashes + 1, opening)
      if (third === null) return HOLD
      if (!third) return NONE
      start = skipBreaks(text, start + 2 * (backslashes + 1))
      if (start >= text.length) return final ? NONE : HOLD
      return found(start, { type: "quote", quote, backslashes, lines: true, doubled: false })
    }
    const run = leadingBackslashes(start)
    if (start + run >= text.length && !final) return HOLD
    if (text.charCodeAt(start + run) === quote && closes(run, backslashes)) return NONE
    const how = untilQuote(opening, quote === 0x60 || backslashes > 0)
    const look = lookAt(text, start, final)
    if (!look) return HOLD
    // `${…}`, `<your key>` and the like stand for a value; words that say there is none are only believed outside of JSON.
    if (look.none && (wary || isReference(start))) return NONE
    return found(start, how)
  }

  /** Null when too little of the text has come to say. */
  function isQuoteAgain(place: number, { quote, backslashes }: Opening): boolean | null {
    if (place >= text.length) return final ? false : null
    const run = leadingBackslashes(place)
    if (place + run >= text.length && !final) return null
    return run === backslashes && text.charCodeAt(place + run) === quote
  }

  /** Twice the quote is one that belongs to the value: in SQL, YAML and CSV. */
  function untilQuote({ quote, backslashes }: Opening, lines: boolean): Ending {
    return { type: "quote", quote, backslashes, lines, doubled: quote === 0x27 || quote === 0x22 }
  }

  function isReference(start: number): boolean {
    const code = text.charCodeAt(start)
    return (
      (code === 0x24 && text.charCodeAt(start + 1) === 0x7b) || (code === 0x7b && text.charCodeAt(start + 1) === 0x7b)
    )
  }

  function strongQuoted(opening: Opening): number {
    const look = lookAt(text, opening.at, final)
    if (!look) return HOLD
    if (!look.strong || look.length < 16) return NONE
    return found(opening.at, untilQuote(opening, false))
  }

  function opaqueQuoted(opening: Opening): number {
    const look = lookAt(text, opening.at, final)
    if (!look) return HOLD
    if (look.none || !isOpaque(text.slice(opening.at, look.end))) return NONE
    return found(opening.at, untilQuote(opening, false))
  }

  function chosenQuoted(opening: Opening): number {
    const look = lookAt(text, opening.at, final)
    if (!look) return HOLD
    if (look.none || !looksChosen(text.slice(opening.at, look.end))) return NONE
    return found(opening.at, untilQuote(opening, false))
  }

  /** One word in quotes where a sentence may stand as well. `any`: it need not look like a secret. */
  function wordQuoted(opening: Opening, isPassword: boolean, any: boolean): number {
    const look = lookAt(text, opening.at, final)
    if (!look) return HOLD
    if (look.none || look.length === 0) return NONE
    if (opening.quote === STAR) {
      const word = text.slice(opening.at, look.end)
      const end = word.indexOf("*")
      return isChosenWord(end === -1 ? word : word.slice(0, end), isPassword)
        ? found(opening.at, untilQuote(opening, false))
        : NONE
    }
    if (look.whole) {
      const next = look.end + leadingBackslashes(look.end)
      if (next >= text.length && !final) return HOLD
      if (next < text.length && text.charCodeAt(next) !== opening.quote && !(any && look.strong)) return NONE
    }
    const isPlain = any || (isPassword && look.length >= 6)
    return isPlain || isChosen(look, opening.at, isPassword) ? found(opening.at, untilQuote(opening, false)) : NONE
  }

  function isChosenWord(word: string, isPassword: boolean): boolean {
    const look = lookAt(word, 0, true)!
    return !look.none && (isPassword ? look.strong : looksChosen(word))
  }

  /** What follows a label in words: a password is known by less than what may be the name or kind of something. */
  function isChosen(look: Look, start: number, isPassword: boolean): boolean {
    if (look.none) return false
    return isPassword ? look.strong : looksChosen(text.slice(start, look.end))
  }

  function labelled(start: number, isPassword: boolean): number {
    const look = lookAt(text, start, final)
    if (!look) return HOLD
    return isChosen(look, start, isPassword) ? found(start, { type: "value" }) : NONE
  }

  /** `"password":` and the value below; without quotes it has to be alone there, and look like one. */
  function onNextLine(below: number, { quoted: isQuoted, kind }: Name): number {
    let start = below
    if (!isQuoted && text.startsWith("```", start)) {
      const line = start
      while (start < text.length && start - line < 24 && !isLineBreak(text.charCodeAt(start))) {
        if (text.charCodeAt(start) === BACKSLASH) break
        start++
      }
      if (start < text.length && start - line < 24) start = skipBreaks(text, start)
    } else if (!isQuoted && !final && text.length - start < 3 && "```".startsWith(text.slice(start))) return HOLD
    if (start >= text.length) return final ? NONE : HOLD
    const opening = openingQuote(start)
    if (opening === HOLD) return HOLD
    if (opening !== null) {
      if (kind === "secret" && isQuoted) return quoted(opening, false)
      return chosenQuoted(opening)
    }
    if (isQuoted) return NONE
    const look = lookAt(text, start, final)
    if (!look) return HOLD
    if (look.none || text.charCodeAt(look.end - 1) === 0x3a || !looksChosen(text.slice(start, look.end))) return NONE
    const alone = look.whole ? isAlone(look.end) : FOUND
    return alone === FOUND ? found(start, { type: "value" }) : alone
  }

  /** `define('DB_PASSWORD', '…')`, `("api_key", "…")`. */
  function argument(): number {
    if (at === 0 || !isQuote(text.charCodeAt(at - 1))) return NONE
    const name = firstArgument(text, at)
    const kind = name && nameKind(text, name.start, name.end)
    if (!name || (kind !== "secret" && kind !== "likely")) return NONE
    const start = skipBreaks(text, at + 1)
    if (start >= text.length) return final ? NONE : HOLD
    const opening = openingQuote(start)
    if (opening === HOLD) return HOLD
    if (opening === null) return NONE
    if (kind === "secret" && /(?:define|putenv|setenv|setproperty)$/i.test(name.taker)) return quoted(opening, true)
    return kind === "secret" && name.taker !== "" ? wordQuoted(opening, false, false) : chosenQuoted(opening)
  }

  /** `| password | … |`, and each row below of a column with such a name. */
  function tableCell(): number {
    if (at !== barAt) countCell()
    const name = cell > 0 ? cellBefore(text, at) : null
    const named = name !== null && isSecretCell(name)
    if (named && isHead && secretColumn === -1) {
      secretColumn = cell - 1
      columnOfPasswords = isPasswordName(text.slice(name.start, name.end))
    }
    const inColumn = !isHead && cell === secretColumn
    if (!named && !inColumn) return NONE
    const isPassword = named ? isPasswordName(text.slice(name.start, name.end)) : columnOfPasswords
    let start = at + 1
    while (start < text.length && start - at < LONGEST_NAME && kindOf(text.charCodeAt(start)) & BLANK) start++
    if (start >= text.length) return final ? NONE : HOLD
    const opening = openingQuote(start) ?? openingStars(start)
    if (opening === HOLD) return HOLD
    if (opening !== null) return wordQuoted(opening, isPassword, false)
    const look = lookAt(text, start, final)
    if (!look) return HOLD
    if (!isChosen(look, start, isPassword)) return NONE
    let end = look.end
    while (end < text.length && end - look.end < LONGEST_NAME && kindOf(text.charCodeAt(end)) & BLANK) end++
    if (look.whole && end >= text.length && !final) return HOLD
    const code = text.charCodeAt(end)
    const isEnd = !look.whole || end >= text.length || code === 0x7c || isLineBreak(code) || code === BACKSLASH
    return isEnd ? found(start, { type: "value" }) : NONE
  }

  function countCell(): void {
    const row = rowAt(text, at)
    cell = row === null ? cell + 1 : 0
    if (row !== null) isHead = row === "first"
    if (row === "first") secretColumn = -1
    barAt = at
  }

  function isSecretCell({ start, end }: NameRange): boolean {
    const kind = nameKind(text, start, end)
    return kind === "secret" || kind === "likely"
  }

  function leadingBackslashes(from: number): number {
    let end = from
    while (end < text.length && end - from < 2 * MOST_BACKSLASHES && text.charCodeAt(end) === BACKSLASH) end++
    return end - from
  }

  /** `password: |` and the value on the next line. */
  function blockStart(from: number): number | typeof HOLD {
    const code = text.charCodeAt(from)
    if (code !== 0x7c && code !== 0x3e) return from
    let start = from + 1
    while (start < text.length && start - from < 4 && !endsLine(start)) start++
    if (start >= text.length) return final ? from : HOLD
    if (!endsLine(start)) return from
    const value = skipBreaks(text, start)
    return value >= text.length && !final ? HOLD : value
  }

  function endsLine(place: number): boolean {
    const code = text.charCodeAt(place)
    return isLineBreak(code) || code === BACKSLASH
  }

  function bare(
    sign: number,
    start: number,
    blanks: number,
    { kind, quoted: isQuoted, start: nameStart, end: nameEnd }: Name,
  ): number {
    const before = text.charCodeAt(nameStart - 1)
    const isParameter = sign === 0x3d && (before === 0x3f || before === 0x26)
    const look = lookAt(text, start, final, isParameter)
    if (!look) return HOLD
    const { end, length, strong, none } = look
    if (none || length === 0) return NONE
    const how: Ending = { type: isParameter ? "parameter" : "value" }
    if (kind === "likely") return looksChosen(text.slice(start, end)) ? found(start, how) : NONE
    if (kind === "opaque") return isOpaque(text.slice(start, end)) ? found(start, how) : NONE
    if (kind === "perhaps") return strong && length >= 16 ? found(start, how) : NONE
    const isHeader = (text.charCodeAt(nameStart) | 32) === 0x78 && text.charCodeAt(nameStart + 1) === 0x2d
    if (sign === 0x3d && blanks === 0)
      return length >= 6 || (length >= 4 && isVariable(text.slice(nameStart, nameEnd))) ? found(start, how) : NONE
    if (strong && (blanks > 0 || sign === 0x3d)) return found(start, how)
    if (strong && length >= 8) return found(start, how)
    // A plain word counts where nothing but it stands on the line, and the name began the line.
    if (!look.whole) return NONE
    if (length < (isHeader ? 3 : 6)) return NONE
    const alone = isAlone(end)
    if (alone === HOLD) return HOLD
    const begins = beginsLine(nameStart) || (isHeader && !isQuoted && beginsText(nameStart))
    return alone === FOUND && begins && (blanks > 0 || sign === 0x3d) ? found(start, how) : NONE
  }

  /** Nothing but a comment follows on the line. */
  function isAlone(end: number): number {
    let next = end
    if (text.charCodeAt(next) === 0x2c || text.charCodeAt(next) === 0x3b) next++
    const blanks = next
    while (next < text.length && next - blanks < 8 && kindOf(text.charCodeAt(next)) & BLANK) next++
    if (next >= text.length) return final ? FOUND : HOLD
    const code = text.charCodeAt(next)
    if (isLineBreak(code) || code === 0x23 || isQuote(code)) return FOUND
    if (code !== BACKSLASH) return NONE
    if (leadingBackslashes(next) === text.length - next && !final) return HOLD
    return endsBeforeEscape(text, next) ? FOUND : NONE
  }

  /** Behind an indent, a dash of a list, `export`, `const` and the like. */
  function beginsLine(nameStart: number): boolean {
    const from = Math.max(0, nameStart - 40)
    const before = text.slice(from, nameStart)
    const line = before.slice(
      Math.max(before.lastIndexOf("\n"), before.lastIndexOf("\r"), before.lastIndexOf("\\n") + 1) + 1,
    )
    return /^[\s"'{,]{0,40}(?:- )?(?:(?:export|const|let|var|set|env|ENV|setx|declare|local|readonly|static|final) ){0,2}["'$]?$/.test(
      line,
    )
  }

  /** Behind the quote that opens a text, as in JSON. */
  function beginsText(place: number): boolean {
    let start = place
    while (start > 0 && place - start < 16 && kindOf(text.charCodeAt(start - 1)) & BLANK) start--
    return isQuote(text.charCodeAt(start - 1))
  }

  /** `Cookie: sid=…; theme=dark`; a sentence after the word has no pair in front. */
  function cookies(start: number): number {
    let end = start
    while (end < text.length && end - start < LONGEST_NAME && isNameCharacter(text.charCodeAt(end))) end++
    if (end >= text.length) return final ? NONE : HOLD
    if (end === start || text.charCodeAt(end) !== 0x3d) return NONE
    if (end + 1 >= text.length) return final ? NONE : HOLD
    if (kindOf(text.charCodeAt(end + 1)) & BLANK) return NONE
    return found(start, { type: "line", quote: quoteAround(start) })
  }

  /** `Authorization: <scheme> <what proves it>`, or the proof alone. */
  function authorization(start: number): number {
    const look = lookAt(text, start, final)
    if (!look) return HOLD
    const how: Ending = { type: "line", quote: quoteAround(start) }
    const scheme = text.slice(start, look.end).toLowerCase()
    if (!SCHEMES.has(scheme)) return look.strong && look.length >= 8 && !look.none ? found(start, how) : NONE
    let proof = look.end
    while (proof < text.length && proof - look.end < 8 && kindOf(text.charCodeAt(proof)) & BLANK) proof++
    if (proof >= text.length) return final ? NONE : HOLD
    if (proof === look.end) return NONE
    const next = lookAt(text, proof, final)
    if (!next) return HOLD
    if (next.none || next.length < 3) return NONE
    // `Authorization: Bearer tokens are …` goes on with words.
    const alone = next.whole ? isAlone(next.end) : FOUND
    if (alone === HOLD) return HOLD
    return next.strong || alone === FOUND || /=|,$/.test(text.slice(proof, next.end)) ? found(proof, how) : NONE
  }

  /** The quote that a header stands in: `-H "Authorization: …"`. */
  function quoteAround(start: number): number {
    const from = Math.max(0, start - 48)
    for (let before = start - 1; before >= from; before--) {
      const code = text.charCodeAt(before)
      if (isQuote(code)) return code
      if (isLineBreak(code)) return 0
    }
    return 0
  }

  /** `://name:password@host`, `://token@host`. The name is told, what follows the colon waits for an `@`. */
  function userInformation(): number {
    if (at + 1 >= text.length && !final && kindOf(text.charCodeAt(at - 1)) & (LETTER | DIGIT)) return HOLD
    if (text.charCodeAt(at + 1) === 0x2f) {
      if (at + 2 >= text.length) return final ? NONE : HOLD
      if (text.charCodeAt(at + 2) !== 0x2f || !(kindOf(text.charCodeAt(at - 1)) & (LETTER | DIGIT))) return NONE
      addressAt = at + 3
      return userAlone(at + 3)
    }
    if (addressAt < 0 || at - addressAt > 128) return NONE
    for (let one = addressAt; one < at; one++) if (!isUserCharacter(text.charCodeAt(one))) return NONE
    let end = at + 1
    for (; end < text.length && end - at <= LONGEST_USER; end++) {
      const code = text.charCodeAt(end)
      if (code === 0x40) return end > at + 1 && !isReference(at + 1) ? found(at + 1, { type: "at" }) : NONE
      if (code === BACKSLASH && !endsBeforeEscape(text, end)) continue
      if (code === 0x2f || code === BACKSLASH || code <= 0x20 || code === 0x22 || code === 0x27 || code === 0x60)
        return NONE
    }
    return end === text.length && !final ? HOLD : NONE
  }

  function userAlone(start: number): number {
    let kinds = 0
    let end = start
    for (; end < text.length && end - start < LONGEST_USER; end++) {
      const kind = kindOf(text.charCodeAt(end))
      if (!(kind & (WORD | DOT))) break
      kinds |= kind
    }
    if (end === text.length && !final && end - start < LONGEST_USER) return HOLD
    if (text.charCodeAt(end) !== 0x40 || end - start < 16 || !(kinds & DIGIT)) return NONE
    return found(start, { type: "at" })
  }

  function isFlagStart(): boolean {
    const before = at === 0 ? 0x20 : text.charCodeAt(at - 1)
    const letter = text.charCodeAt(at + 1)
    return (kindOf(before) & BLANK) !== 0 && ((letter | 32) === 0x75 || TAKING_FLAGS.has(letter))
  }

  /** A private key's first line, or an option of a command that takes a secret. */
  function dashes(): number {
    const before = at === 0 ? 0x20 : text.charCodeAt(at - 1)
    if (before === 0x2d) return NONE
    if (text.startsWith("-----BEGIN", at)) return privateKey()
    if (!final && text.length - at < 10 && "-----BEGIN".startsWith(text.slice(at))) return HOLD
    if (!(kindOf(before) & END)) return NONE
    if (text.charCodeAt(at + 1) === 0x2d) return longOption()
    return TAKING_FLAGS.has(text.charCodeAt(at + 1)) ? flagPassword() : curlUser(at + 2)
  }

  /** `docker login -u me -p …`, `mysql -p…`. */
  function flagPassword(): number {
    const how = takesPassword(text, at)
    if (!how) return NONE
    let start = at + 2
    if (start >= text.length) return final ? NONE : HOLD
    const isApart = (kindOf(text.charCodeAt(start)) & BLANK) !== 0
    if (how !== "either" && (how === "next") !== isApart) return NONE
    if (isApart) start++
    if (start >= text.length) return final ? NONE : HOLD
    const opening = openingQuote(start)
    if (opening === HOLD) return HOLD
    if (opening !== null) return quoted(opening, true)
    const look = lookAt(text, start, final)
    if (!look) return HOLD
    const isOther = text.charCodeAt(start) === 0x2d || text.charCodeAt(start) === 0x24
    return look.length >= 3 && !look.none && !isOther ? found(start, { type: "value" }) : NONE
  }

  function privateKey(): number {
    const head = at + "-----BEGIN".length
    const line = text.slice(head, head + 48)
    const marks = line.indexOf("-----")
    if (marks === -1) return line.length < 48 && !final ? HOLD : NONE
    const title = line.slice(0, marks)
    if (!/^[A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?$/.test(title)) return NONE
    // A sentence that merely names the line goes on in words; a key goes on with a line break or with base64.
    let body = head + marks + 5
    const spaces = body
    while (body < text.length && body - spaces < 4 && kindOf(text.charCodeAt(body)) & BLANK) body++
    if (body + 1 >= text.length) return final ? NONE : HOLD
    const code = text.charCodeAt(body)
    if (isLineBreak(code) || (code === BACKSLASH && /[nr\\]/.test(text[body + 1]!))) return found(at, { type: "pem" })
    let end = body
    while (end < text.length && end - body < 16 && kindOf(text.charCodeAt(end)) & (LETTER | DIGIT | BASE64)) end++
    if (end - body >= 16) return found(at, { type: "pem" })
    return end === text.length && !final ? HOLD : NONE
  }

  /** `--password …`; with `=` it is an assignment like any other. */
  function longOption(): number {
    const start = at + 2
    let end = start
    while (end < text.length && end - start < 40 && kindOf(text.charCodeAt(end)) & (LETTER | DIGIT | JOINT)) end++
    if (end === text.length && !final && end - start < 40) return HOLD
    if (end === start || !(kindOf(text.charCodeAt(end)) & BLANK)) return NONE
    const name = text.slice(start, end)
    if (name === "user" || name === "proxy-user") return curlUser(end)
    const kind = nameKind(text, start, end)
    if (kind !== "secret" && kind !== "likely") return NONE
    const value = end + 1
    if (value >= text.length) return final ? NONE : HOLD
    const opening = openingQuote(value)
    if (opening === HOLD) return HOLD
    if (opening !== null) return kind === "likely" ? chosenQuoted(opening) : quoted(opening, true)
    const look = lookAt(text, value, final)
    if (!look) return HOLD
    if (kind === "likely" && !looksChosen(text.slice(value, look.end))) return NONE
    return look.strong && !look.none && text.charCodeAt(value) !== 0x2d ? found(value, { type: "value" }) : NONE
  }

  /** `curl -u name:password`. Other commands take `-u 1000:1000` and mean something else. */
  function curlUser(from: number): number {
    const line = text.slice(Math.max(0, at - 240), at)
    if (!/\b(?:curl|wget|https?|xh)\b/.test(line.slice(line.lastIndexOf("\n") + 1))) return NONE
    let start = from
    while (
      start < text.length &&
      start - from < 8 &&
      (kindOf(text.charCodeAt(start)) & BLANK ||
        isQuote(text.charCodeAt(start)) ||
        text.charCodeAt(start) === BACKSLASH ||
        text.charCodeAt(start) === 0x3d)
    )
      start++
    let colon = start
    while (
      colon < text.length &&
      colon - start < LONGEST_NAME &&
      !(kindOf(text.charCodeAt(colon)) & END) &&
      text.charCodeAt(colon) !== 0x3a
    )
      colon++
    if (colon >= text.length) return final ? NONE : HOLD
    if (text.charCodeAt(colon) !== 0x3a) return NONE
    const look = lookAt(text, colon + 1, final)
    if (!look) return HOLD
    // An address.
    if (text.charCodeAt(colon + 1) === 0x2f) return NONE
    return look.length >= 1 && !/^\$/.test(text.slice(colon + 1, colon + 2))
      ? found(colon + 1, { type: "value" })
      : NONE
  }

  /** `<password>…</password>`, `<property name="password">…</property>`. */
  function element(): number {
    const name = elementName()
    if (!name || nameKind(text, name.start, name.end) !== "secret") return NONE
    const look = lookAt(text, at + 1, final)
    if (!look) return HOLD
    if (look.length === 0 || look.none) return NONE
    return look.strong || text.charCodeAt(look.end) === 0x3c ? found(at + 1, { type: "value" }) : NONE
  }

  function elementName(): NameRange | null {
    if (at > 0 && isQuote(text.charCodeAt(at - 1))) return attributeName(text, at)
    let start = at
    while (start > 0 && at - start < LONGEST_NAME && isNameCharacter(text.charCodeAt(start - 1))) start--
    return start < at && start > 0 && text.charCodeAt(start - 1) === 0x3c ? { start, end: at } : null
  }

  /** Goes on to the value's end. False: the text ends before it. */
  function leaveOut(how: Ending): boolean {
    const end = endOf(how)
    for (let one = at; one < end.at; one++) {
      const length = known.at(text, one, true)
      if (length > 0) covered = Math.max(covered, one + length)
    }
    at = Math.max(end.at, Math.min(covered, text.length))
    done = at
    if (!end.found && !final) return false
    ending = null
    return true
  }

  function endOf(how: Ending): { at: number; found: boolean } {
    const { length } = text
    let end = Math.max(at, Math.min(covered, length))
    switch (how.type) {
      case "characters":
        for (; end < length; end++) {
          const kind = kindOf(text.charCodeAt(end))
          if (!(kind & how.of)) break
          // A full stop at the end of a sentence is not the token's.
          if (kind & DOT && !(how.of & END)) {
            if (end + 1 >= length) return { at: end, found: final }
            if (!(kindOf(text.charCodeAt(end + 1)) & how.of) || text.charCodeAt(end + 1) === 0x2e) break
          }
        }
        return { at: end, found: end < length }
      case "value":
      case "parameter":
        for (; end < length; end++) {
          const code = text.charCodeAt(end)
          if (code === AMPERSAND && how.type === "value") {
            const goesOn = ampersandGoesOn(text, end, final)
            if (goesOn === null) return { at: end, found: false }
            if (goesOn) continue
          }
          if (kindOf(code) & END) break
          if (code === BACKSLASH) {
            if (end + 1 >= length) return { at: end, found: false }
            if (
              text.charCodeAt(end + 1) === BACKSLASH &&
              end + MOST_BACKSLASHES > length &&
              !final &&
              leadingBackslashes(end) === length - end
            )
              return { at: end, found: false }
            if (endsBeforeEscape(text, end)) break
            end++
          }
        }
        return { at: Math.min(end, length), found: end < length }
      case "quote":
        return endOfQuote(how, end)
      case "line":
        for (; end < length; end++) {
          const code = text.charCodeAt(end)
          if (isLineBreak(code) || code === how.quote || code === 0x22) break
          if (code === BACKSLASH) {
            if (end + 1 >= length || (leadingBackslashes(end) === length - end && !final))
              return { at: end, found: false }
            if (endsBeforeEscape(text, end)) break
            end++
          }
        }
        return { at: Math.min(end, length), found: end < length }
      case "at":
        end = text.indexOf("@", end)
        return end === -1 ? { at: length, found: false } : { at: end, found: true }
      case "pem":
        return endOfPrivateKey(end)
    }
  }

  function endOfQuote(
    { quote, backslashes, lines, doubled }: Extract<Ending, { type: "quote" }>,
    from: number,
  ): { at: number; found: boolean } {
    const { length } = text
    let end = from
    while (end < length) {
      const code = text.charCodeAt(end)
      if (code === BACKSLASH) {
        const run = leadingBackslashes(end)
        if (end + run >= length && !final) return { at: end, found: false }
        const next = text.charCodeAt(end + run)
        if (next === quote && closes(run, backslashes)) {
          const twice = doubled && isQuoteAgain(end + run + 1, { at: 0, quote, backslashes })
          if (twice === null) return { at: end, found: false }
          if (!twice) return { at: end + run - backslashes, found: true }
          end += run + 2 + backslashes
          continue
        }
        // An enclosing text ends before ours does: what was opened was never closed.
        if (next === quote && run < backslashes) return { at: end, found: true }
        if (next === 0x22 && quote !== 0x22) {
          if (end + run + 1 >= length && !final) return { at: end, found: false }
          if (end + run + 1 >= length || /[\\,}\]:]/.test(text[end + run + 1]!)) return { at: end, found: true }
        }
        end += run + (run % 2 === 1 && next === quote ? 1 : 0)
        continue
      }
      if (code === quote) {
        const belongs = doubled && backslashes === 0 ? belongingQuotes(end, quote) : 0
        if (belongs === null) return { at: end, found: false }
        if (belongs === 0) return { at: end, found: true }
        end += belongs
        continue
      }
      if (!lines && isLineBreak(code)) return { at: end, found: true }
      if (code === 0x22) {
        if (end + 1 >= length && !final) return { at: end, found: false }
        // The text around ours ends here, and it is JSON.
        if (end + 1 >= length || /[,}\]:]/.test(text[end + 1]!)) return { at: end, found: true }
      }
      end++
    }
    return { at: length, found: false }
  }

  /** How many letters a quote within the value takes: `''` in SQL and YAML, `'\\''` in a shell. Null: too early to say. */
  function belongingQuotes(end: number, quote: number): number | null {
    if (end + 1 >= text.length) return final ? 0 : null
    if (text.charCodeAt(end + 1) === quote) return 2
    if (quote !== 0x27 || text.charCodeAt(end + 1) !== BACKSLASH) return 0
    const next = end + 1 + leadingBackslashes(end + 1)
    if (next + 1 >= text.length) return final ? 0 : null
    return text.charCodeAt(next) === quote && text.charCodeAt(next + 1) === quote ? next + 2 - end : 0
  }

  /** At each depth of JSON in JSON a quote of the text is written with its own number of backslashes. */
  function closes(run: number, backslashes: number): boolean {
    return run % (2 * (backslashes + 1)) === backslashes
  }

  function endOfPrivateKey(from: number): { at: number; found: boolean } {
    const stop = "-----END"
    let end = from
    for (; end < text.length; end++) {
      const code = text.charCodeAt(end)
      if (isQuote(code)) return { at: end - backslashesWithin(end, from), found: true }
      if (code !== 0x2d) continue
      if (text.startsWith(stop, end)) {
        const close = text.indexOf("-----", end + stop.length)
        if (close !== -1 && close - end < 60) return { at: close + 5, found: true }
        if (text.length - end < 60 && !final) return { at: end, found: false }
      } else if (!final && text.length - end < stop.length && stop.startsWith(text.slice(end)))
        return { at: end, found: false }
    }
    return { at: final ? text.length : text.length - backslashesWithin(text.length, from), found: false }
  }

  function backslashesWithin(end: number, from: number): number {
    return Math.min(backslashesBefore(text, end), end - from)
  }
}

/**
 * The next place where a known value may begin, a word begins or a sign may announce something. Nearly all of a text
 * is passed here, so it keeps to itself: no variable of the scan, no call.
 */
function nextNews(text: string, from: number, starts: Uint8Array): number {
  const last = text.length - 4
  let before = from === 0 ? 0 : text.charCodeAt(from - 1)
  let at = from
  for (; at <= last; at++) {
    const code = text.charCodeAt(at)
    if (starts[startHash(text, at, code)] !== 0) return at
    const isPart = kindOf(code) & (LETTER | DIGIT)
    if (isPart !== 0) {
      if (isPart & DIGIT ? (kindOf(before) & (LETTER | DIGIT)) === 0 : (kindOf(before) & LETTER) === 0) return at
      if (mayBeEscaped(text, at, before)) return at
    } else if (isSign(code) || (code === COMMA && isQuote(before))) return at
    before = code
  }
  return at
}

/** `=`, `:`, `-`, `>`, `|`. */
function isSign(code: number): boolean {
  return code === 0x3d || code === 0x3a || code === 0x2d || code === 0x3e || code === 0x7c
}

function mayBeEscaped(text: string, at: number, before: number): boolean {
  return (
    (before === 0x6e || before === 0x72 || before === 0x74 || before === 0x62 || before === 0x66) &&
    text.charCodeAt(at - 2) === BACKSLASH
  )
}

/** The name itself, a blank or a quote behind it, `config["token"]`, `:=`. */
function mayEndName(code: number, sign: number): boolean {
  if (kindOf(code) & (LETTER | DIGIT | JOINT | BLANK) || isQuote(code) || code === 0x5d) return true
  if (sign === 0x3a) return code === STAR
  return code === 0x3a || code === 0x3f || code === 0x2b
}

function isVariable(name: string): boolean {
  return name.toUpperCase() === name
}

/** Of a part, whether the whole may still be. A page's mark is JSON in base64, and begins like it. */
function looksRandom(run: string): boolean {
  if (run.startsWith("eyJ") || run.startsWith("Wy")) return false
  let kinds = 0
  let uppers = 0
  let lowers = 0
  let plain = 0
  for (let at = 0; at < run.length; at++) {
    const kind = kindOf(run.charCodeAt(at))
    kinds |= kind
    if (kind & UPPER) uppers++
    if (kind & LOWER) lowers++
    plain = kind & LOWER ? plain + 1 : 0
    // No such run among random letters, but in nearly every word of a language or a program.
    if (plain >= 10) return false
  }
  return run.length < RANDOM_LENGTH || ((kinds & DIGIT) !== 0 && uppers >= 3 && lowers >= 3)
}

const RANDOM_LENGTH = 43

function isMixed(needs: Shape["needs"], kinds: number): boolean {
  if (!needs) return true
  return (kinds & DIGIT) !== 0 || (needs === "mixture" && (kinds & LETTER) === LETTER)
}

function isUserCharacter(code: number): boolean {
  return code > 0x20 && code !== 0x2f && code !== 0x3a && code !== 0x40 && !isQuote(code) && code !== BACKSLASH
}

/** Within so many characters a token shows that it is none of a language's words. */
const DECISIVE = 32
const LONGEST_TOKEN = 64
const LONGEST_USER = 256

const STAR = 0x2a
const AMPERSAND = 0x26
const COMMA = 0x2c

const VARIABLE_LEADS = ["ENV ", "SetEnv ", "setx "]
const LEAD_WORDS = ["bearer", "basic", "password", "eyj", "env", "setenv", "setx"]
const SCHEMES = new Set(
  "bearer basic token digest negotiate ntlm hawk oauth apikey api-key key aws4-hmac-sha256 sharedkey sharedaccesssignature genie genickey splunk ssws jwt dpop signature hmac snowflake private-token".split(
    " ",
  ),
)
