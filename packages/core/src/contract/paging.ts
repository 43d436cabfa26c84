import { z } from "zod"

/** An instant on the wire: RFC 3339 with an offset. */
export const Instant = z.iso.datetime({ offset: true })

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
