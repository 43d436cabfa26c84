import type { z } from "zod"

/** What every entry of a kind has, whatever else its kind asks of it. */
export interface KindEntry {
  /** Within its kind: `http`. */
  readonly id: string
  readonly title: string
  /** When to choose it, in a sentence for people and models. */
  readonly description: string
  /** What it is configured with. */
  readonly config: z.ZodType
}

/** A list that any plugin can add to: ways to check, channels, actions. Its shape is the contract; entries run on the server. */
export interface Kind<Entry extends KindEntry = KindEntry> {
  /** `<plugin>.<noun>`: `healthcheck.strategy`. */
  readonly id: string
  /** What its entries are called, as a plural: "ways to check". */
  readonly title: string
  of(entry: Entry): KindContribution
}

export interface KindContribution {
  readonly kind: string
  readonly entry: KindEntry
}

export function defineKind<Entry extends KindEntry>(id: string, title: string): Kind<Entry> {
  return { id, title, of: (entry) => ({ kind: id, entry }) }
}
