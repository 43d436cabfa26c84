/**
 * Characters that nobody sees, or that turn around what stands beside them: controls, bidi controls, zero-width ones,
 * tags, variation selectors, blanks that are not the space. Where a script or an emoji needs one, in the place where it
 * needs it, it is not hidden. `packages/ui/src/text/hidden-characters.ts` shows the same ones as marks; a test holds the two
 * together.
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

/** In each match, `hidden` is a character that is; other matches are fine where they stand. */
export const HIDDEN_CHARACTERS = new RegExp(`${IN_PLACE}|(?<hidden>${NOBODY_SEES})`, "gu")

export function hasHidden(text: string): boolean {
  // Nearly every text is one of these characters alone.
  if (/^[ -~]*$/.test(text)) return false
  for (const { groups } of text.matchAll(HIDDEN_CHARACTERS)) if (groups?.hidden !== undefined) return true
  return false
}

/** For places that take plain text alone: each as its number, in brackets. Line breaks and tabs show what they do. */
export function spellHidden(text: string): string {
  return text.replaceAll(HIDDEN_CHARACTERS, (...match) => {
    const { hidden } = match.at(-1) as { hidden?: string }
    if (hidden === undefined || hidden === "\n" || hidden === "\t") return match[0] as string
    return `[U+${hidden.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}]`
  })
}

/** For names that strangers send: what cannot be refused loses what nobody sees. */
export function withoutHidden(text: string): string {
  return text.replaceAll(HIDDEN_CHARACTERS, (...match) => {
    const { hidden } = match.at(-1) as { hidden?: string }
    return hidden === undefined ? (match[0] as string) : ""
  })
}
