import { z } from "zod"

/** An instant on the wire: RFC 3339 with an offset, as far as Postgres and every clock of ours can tell it. */
export const Instant = z.iso
  .datetime({ offset: true })
  .max(40)
  .refine(isTellable, "Only the years 1 to 9999 can be told, with an offset of less than 16 hours.")

/** Counts the changes of a record. */
export const Version = z.int().min(0).max(2_147_483_647)

/** A list pages by cursor: `after` and `before` are opaque marks that an earlier page handed out. */
export function pageInput<const Columns extends readonly [string, ...string[]]>(
  columns: Columns,
  defaults: { sort?: Columns[number]; direction?: "asc" | "desc" } = {},
) {
  return {
    sort: z.enum(columns).default((defaults.sort ?? columns[0]) as never),
    direction: z.enum(["asc", "desc"]).default(defaults.direction ?? "asc"),
    limit: z.int().min(1).max(200).default(50),
    after: z.string().max(2_000).optional(),
    before: z.string().max(2_000).optional(),
  }
}

export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    nextCursor: z.string().nullable(),
    previousCursor: z.string().nullable(),
  })
}

/** Postgres has no year 0 and no longer offsets; past 9999, years are written in ways that others cannot read. */
function isTellable(text: string): boolean {
  const at = Date.parse(text)
  const offset = /[+-](\d{2}):?\d{2}$/.exec(text)?.[1]
  return at >= FIRST && at <= LAST && Number(offset ?? 0) < 16
}

const FIRST = Date.parse("0001-01-01T00:00:00Z")
const LAST = Date.parse("9999-12-31T23:59:59.999Z")
