/** A text while it is read: what the rules ask of it, and what they remember from one place to the next. */
export interface Reading {
  text: string
  /** The place that is looked at. Only the scan moves it. */
  at: number
  /** All before it was told or left out. */
  done: number
  /** Nothing follows the text. */
  final: boolean

  /** Where the value begins and how it ends, after FOUND. */
  valueAt: number
  /** Its beginning belongs to it whatever it consists of. */
  sureUntil: number
  foundEnding: Ending

  // The run of token characters that was measured last: each is measured once, however many beginnings it holds.
  runFrom: number
  runTo: number
  runIsRandom: boolean
  // No digit stands between these two: looked for once, however many beginnings stand there.
  plainFrom: number
  plainTo: number
  // No command that takes a password begins between these two.
  noCommandFrom: number
  noCommandTo: number
  /** Where the user information of the latest address begins. */
  addressAt: number
  // The table that is being read: the latest bar, how many stand before it in its row, the column of secrets.
  barAt: number
  cell: number
  isHead: boolean
  secretColumn: number
  columnOfPasswords: boolean
}

/** How a value ends whose beginning was recognised. */
export type Ending =
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

/** What a rule answers: nothing is announced here, too little of the text has come to say, a value was found. */
export const NONE = 0
export const HOLD = 1
export const FOUND = 2

export function createReading(): Reading {
  return {
    text: "",
    at: 0,
    done: 0,
    final: false,
    valueAt: 0,
    sureUntil: 0,
    foundEnding: { type: "value" },
    runFrom: 0,
    runTo: -1,
    runIsRandom: false,
    plainFrom: 0,
    plainTo: -1,
    noCommandFrom: 0,
    noCommandTo: -1,
    addressAt: -1,
    barAt: -1,
    cell: 0,
    isHead: false,
    secretColumn: -1,
    columnOfPasswords: false,
  }
}

export function found(reading: Reading, from: number, how: Ending): typeof FOUND {
  reading.valueAt = from
  reading.sureUntil = from
  reading.foundEnding = how
  return FOUND
}
