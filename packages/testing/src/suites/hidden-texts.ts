/** One of each kind that nobody sees, or that turns around what stands beside it; and each where it is out of place. */
const KINDS = {
  "bidi controls": ["\u202e", "\u202a", "\u2066", "\u200f", "\u061c"],
  "zero-width": ["\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u034f"],
  tags: ["\u{e0041}", "\u{e0001}"],
  "variation selectors": ["\ufe0f", "\u{e0100}", "\u180b"],
  controls: ["\u0007", "\u001b", "\u007f", "\u0085", "\u009b"],
  "look-alike blanks": ["\u00a0", "\u2003", "\u202f", "\u3000", "\u2800", "\u3164", "\u2028"],
}

/** Between two letters, so that no end is trimmed and no script needs it. */
export const hiddenText = (character: string) => `Check${character}out`

export const EVERY_HIDDEN = Object.values(KINDS).flat()
