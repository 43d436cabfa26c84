declare const place: unique symbol

/**
 * What a sealed value is for and whose it is. It is part of the seal, so a value that was copied to another row or column
 * opens nowhere. Only `sealedColumn` and `unstored` make one.
 */
export type SealedPlace = string & { readonly [place]: true }

/** A text column that holds sealed values or null. */
export interface SealedColumn {
  /** With its schema: `platform.secret`. */
  readonly table: string
  readonly column: string
  /** The column that tells the row from all others for good. */
  readonly key: string
  /** Holds what happens to be private (an answer, what was proposed) rather than a secret: nothing to look for in texts. */
  readonly document?: boolean
  /** The value in the row with this key. */
  at(row: string): SealedPlace
}

/** Whoever makes one lists it, in `PLATFORM_SEALED_COLUMNS` or `definePlugin({ sealed })`, or rotation would leave it behind. */
export function sealedColumn(draft: Omit<SealedColumn, "at">): SealedColumn {
  return { ...draft, at: (row) => `${draft.table}.${draft.column}:${row}` as SealedPlace }
}

/** For what is sealed and handed out rather than stored: its purpose, and who alone may bring it back. */
export function unstored(purpose: string, bearer: string): SealedPlace {
  return `handed out.${purpose}:${bearer}` as SealedPlace
}
