import { SystemId } from "@countersign/catalog/contract"
import { cardWords, idsOf, line, paragraph, refersTo } from "@countersign/core/contract"
import { z } from "zod"

export const IncidentId = refersTo(z.uuid().toLowerCase(), "incident.incident")
export const Title = line("A title", 200)
export const Description = paragraph(10_000)
export const Postmortem = cardWords(paragraph(100_000), { label: "Post-mortem" })
export const Message = paragraph(10_000).refine((text) => text !== "", "Write what there is to say.")

export const SystemIds = idsOf(SystemId, {
  one: "system",
  most: 100,
  tooMany: "An incident has at most 100 systems.",
})
export const IncidentIds = idsOf(IncidentId, {
  one: "incident",
  most: 100,
  tooMany: "At most 100 incidents go in one call.",
})

export const LinkLabel = line("A link's label", 200)
export const WebAddress = z
  .url({ protocol: /^https?$/, error: "A link begins with http:// or https://." })
  .max(2_000, "A link has at most 2000 characters.")
