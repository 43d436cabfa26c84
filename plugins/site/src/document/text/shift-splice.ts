/** One change of a text: at an offset so many characters were taken out and these put in. */
export interface Splice {
  readonly at: number
  readonly removed: string
  readonly inserted: string
}

/**
 * A splice as it has to be told to a text that another splice changed first. What both took out is taken out once; of
 * two insertions at one point the earlier stands first.
 */
export function shiftSplice(splice: Splice, earlier: Splice): Splice {
  const { at, removed, inserted } = splice
  const end = at + removed.length
  const cut = earlier.at + earlier.removed.length
  const grown = earlier.inserted.length - earlier.removed.length
  if (cut <= at) return { at: at + grown, removed, inserted }
  if (earlier.at >= end && !(earlier.at === at && removed === "")) return splice
  const head = removed.slice(0, Math.max(0, earlier.at - at))
  const tail = removed.slice(Math.min(removed.length, Math.max(0, cut - at)))
  // What the earlier one put in stays: only what is left on one side of it can be taken out by one splice.
  if (earlier.inserted !== "" && head !== "" && tail !== "") return { at, removed: head, inserted }
  return { at: head === "" ? Math.min(at, earlier.at) + earlier.inserted.length : at, removed: head + tail, inserted }
}
