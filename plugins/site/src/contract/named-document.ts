/** A document as models name one. */
import { z } from "zod"

/** Without a least length and with short bounds: every sign of these is read with every message, and the library says what is missing. */
export const Id = z.string().max(60)
export const Ref = z.strictObject({ type: z.enum(["page", "template", "visualComponent"]), id: Id })
type Named = string | z.infer<typeof Ref>

/** A document that is read: as lists have it, or in short as `page:home`. */
export const Wanted = z.preprocess(refOf, Ref) as unknown as z.ZodType<z.infer<typeof Ref>, Named>
/** Where the same id stands in several documents: in short, or as lists have it. */
export const Key = z.preprocess(keyOf, z.string().max(80)) as unknown as z.ZodType<string, Named>

function keyOf(named: unknown): unknown {
  if (typeof named !== "object" || named === null) return named
  const { type, id } = named as Record<string, unknown>
  return typeof type === "string" && typeof id === "string" ? `${type}:${id}` : named
}

function refOf(named: unknown): unknown {
  if (typeof named !== "string") return named
  const colon = named.indexOf(":")
  return { type: named.slice(0, Math.max(0, colon)), id: named.slice(colon + 1) }
}
