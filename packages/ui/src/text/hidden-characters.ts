/**
 * Which characters nobody sees, as `packages/core/src/contract/text/hidden-characters.ts` has it; a test holds the two
 * together. Here they get names, so that a text can show them as marks.
 */
const JOINING =
  "[\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Mong}\\p{sc=Deva}\\p{sc=Beng}\\p{sc=Guru}\\p{sc=Gujr}\\p{sc=Orya}\\p{sc=Taml}\\p{sc=Telu}\\p{sc=Knda}\\p{sc=Mlym}\\p{sc=Sinh}]"
const EMOJI = "[\\p{Extended_Pictographic}\\p{Emoji_Modifier}]"
const WIDE = "[\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\u30fc]"

const IN_PLACE = [
  `(?<=${JOINING})[\\u200c\\u200d](?=${JOINING})`,
  `(?<=${EMOJI}\\ufe0f?)\\u200d(?=${EMOJI})`,
  `(?<=${EMOJI})[\\ufe0e\\ufe0f]`,
  "(?<=[0-9#*])\\ufe0f(?=\\u20e3)",
  "(?<=\\p{Ideographic})[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]",
  "(?<=\\p{sc=Mong})[\\u180b-\\u180d\\u180f]",
  `(?<=${WIDE})\\u3000(?=${WIDE})`,
].join("|")

const NOBODY_SEES = "[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?! )\\p{Zs}"

export const HIDDEN_CHARACTERS = new RegExp(`${IN_PLACE}|(?<hidden>${NOBODY_SEES})`, "gu")

/** The same in runs of one character, without line breaks and tabs. Named groups cost an object for each match. */
const RUNS = new RegExp(`${IN_PLACE}|(?![\\n\\t]|\\r\\n)(${NOBODY_SEES})\\1*`, "gu")

const MOST_NAMED = 2_000

export type TextPart = { text: string; hidden?: string }

/** A text in parts, its hidden characters each with a name. Line breaks and tabs show what they do by themselves. */
export function markHidden(text: string): TextPart[] {
  return partsOf(text, Number.POSITIVE_INFINITY)!
}

/** Null where there are more: no page bears hundreds of thousands of marks. */
export function fewHidden(text: string, most: number): TextPart[] | null {
  return partsOf(text, most)
}

function partsOf(text: string, most: number): TextPart[] | null {
  if (/^[\n\t -~]*$/.test(text)) return [{ text }]
  const parts: TextPart[] = []
  let from = 0
  for (const { index, groups } of text.matchAll(HIDDEN_CHARACTERS)) {
    const hidden = groups?.hidden
    if (hidden === undefined || hidden === "\n" || hidden === "\t") continue
    if (hidden === "\r" && text[index + 1] === "\n") continue
    if (parts.length >= most) return null
    if (index > from) parts.push({ text: text.slice(from, index) })
    parts.push({ text: hidden, hidden: nameOf(hidden) })
    from = index + hidden.length
  }
  if (from < text.length || parts.length === 0) parts.push({ text: text.slice(from) })
  return parts
}

export function hasHidden(text: string): boolean {
  return markHidden(text).some(({ hidden }) => hidden !== undefined)
}

/** For places that take plain text alone, such as a label: the names in brackets. */
export function spellHidden(text: string): string {
  if (/^[\n\t -~]*$/.test(text)) return text
  let named = 0
  return text.replaceAll(RUNS, (run, hidden: string | undefined) => {
    if (hidden === undefined) return run
    // Nobody reads the names of hundreds of thousands; that something stands there is seen.
    if (++named > MOST_NAMED) return "▯"
    const times = run.length / hidden.length
    return `[${nameOf(hidden)}${times > 1 ? ` ×${times.toLocaleString("en")}` : ""}]`
  })
}

function nameOf(character: string): string {
  const code = character.codePointAt(0)!
  if (code >= 0xe0020 && code <= 0xe007e) return `tag ${String.fromCodePoint(code - 0xe0000)}`
  if ((code >= 0xfe00 && code <= 0xfe0f) || (code >= 0xe0100 && code <= 0xe01ef)) return "variation"
  return NAMES[code] ?? `U+${code.toString(16).toUpperCase().padStart(4, "0")}`
}

const NAMES: Readonly<Record<number, string>> = {
  8: "backspace",
  10: "line break",
  13: "return",
  27: "escape",
  127: "delete",
  133: "next line",
  160: "no-break space",
  173: "soft hyphen",
  847: "joiner",
  1564: "Arabic mark",
  4447: "blank letter",
  4448: "blank letter",
  8203: "zero-width space",
  8204: "non-joiner",
  8205: "joiner",
  8206: "left-to-right mark",
  8207: "right-to-left mark",
  8232: "line separator",
  8233: "paragraph separator",
  8234: "turns left-to-right",
  8235: "turns right-to-left",
  8236: "end of turn",
  8237: "forces left-to-right",
  8238: "forces right-to-left",
  8288: "word joiner",
  8294: "isolates left-to-right",
  8295: "isolates right-to-left",
  8296: "isolates",
  8297: "end of isolate",
  10240: "blank braille",
  12288: "wide space",
  12644: "blank letter",
  65279: "byte order mark",
  65440: "blank letter",
}
