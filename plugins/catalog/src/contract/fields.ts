import { hasHidden, line, paragraph, refersTo } from "@countersign/core/contract"
import { z } from "zod"

/**
 * Ids are compared as text where teams hold grants, so an id typed in capitals must not pass for another thing.
 */
export const SystemId = refersTo(z.uuid().toLowerCase(), "catalog.system")
export const GroupId = refersTo(z.uuid().toLowerCase(), "catalog.group")
export const EnvironmentId = refersTo(z.uuid().toLowerCase(), "catalog.environment")
export const TeamId = refersTo(z.uuid().toLowerCase(), "platform.team")

export const Name = line("A name", 120)
export const Description = paragraph(4_000)

/** Lower case, so that "Critical" and "critical" are one tag. Separators of the CSV import cannot be part of it. */
export const Tag = z
  .string()
  .normalize("NFC")
  .trim()
  .toLowerCase()
  .min(1, "A tag has at least one character.")
  .max(40, "A tag has at most 40 characters.")
  .regex(/^[^\s,;]+(?: [^\s,;]+)*$/, "A tag has no commas, semicolons or double spaces.")
  .refine((tag) => !hasHidden(tag), "A tag has no characters that cannot be seen. Write it anew instead of pasting it.")

export const Tags = z.array(Tag).max(30, "A system has at most 30 tags.").transform(unique)

/** Free string values under free keys. */
export const KeyValues = z
  .record(line("A key", 60), paragraph(1_000))
  .refine((values) => Object.keys(values).length <= 50, "There are more than 50 entries.")

function unique(tags: string[]): string[] {
  return [...new Set(tags)]
}
