import { SystemId } from "@countersign/catalog/contract"
import { cardWords, line, paragraph, refersTo } from "@countersign/core/contract"
import { z } from "zod"

export const IncidentId = refersTo(z.uuid().toLowerCase(), "incident.incident")
export const Title = line("A title", 200)
export const Description = paragraph(10_000)
export const Postmortem = cardWords(paragraph(100_000), { label: "Post-mortem" })
export const Message = paragraph(10_000).refine((text) => text !== "", "Write what there is to say.")

export const SystemIds = z
  .array(SystemId)
  .min(1, "Name at least one system.")
  .max(100, "An incident has at most 100 systems.")
  .transform(unique)

export const IncidentIds = z
  .array(IncidentId)
  .min(1, "Name at least one incident.")
  .max(100, "At most 100 incidents go in one call.")
  .transform(unique)

export const LinkLabel = line("A link's label", 200)
export const WebAddress = z
  .url({ protocol: /^https?$/, error: "A link begins with http:// or https://." })
  .max(2_000, "A link has at most 2000 characters.")

function unique(ids: string[]): string[] {
  return [...new Set(ids)]
}
