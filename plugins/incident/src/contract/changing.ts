import { SystemId } from "@countersign/catalog/contract"
import {
  BulkResult,
  cardWords,
  idsOf,
  line,
  Message,
  paragraph,
  procedure,
  Version,
  Visibility,
} from "@countersign/core/contract"
import { z } from "zod"
import { bySystem } from "./access.ts"
import { HealthOverride, Incident, IncidentId, OpenStatus, Severity } from "./incident.ts"

const Title = line("A title", 200)
const Description = paragraph(10_000)
const Postmortem = cardWords(paragraph(100_000), { label: "Post-mortem" })
const SystemIds = idsOf(SystemId, { one: "system", most: 100, tooMany: "An incident has at most 100 systems." })
const IncidentIds = idsOf(IncidentId, { one: "incident", most: 100, tooMany: "At most 100 incidents go in one call." })

const { changing, destroying } = bySystem

export const changingProcedures = {
  create: procedure({
    summary: "Open an incident on one or more systems.",
    ...changing,
    input: z.object({
      title: Title,
      description: Description.default(""),
      severity: Severity,
      status: OpenStatus.default("investigating"),
      systemIds: SystemIds,
      healthOverride: HealthOverride.default("none"),
      suppressNotifications: z.boolean().default(false),
      /** The first update, if there is something to say already. */
      message: Message.optional(),
      visibility: Visibility.default("signedIn"),
    }),
    output: Incident,
  }),
  update: procedure({
    summary: "Change an incident's fields, systems, health override or post-mortem. What is left out stays as it is.",
    ...changing,
    input: z.object({
      id: IncidentId,
      version: Version,
      title: Title.optional(),
      description: Description.optional(),
      severity: Severity.optional(),
      systemIds: SystemIds.optional(),
      healthOverride: HealthOverride.optional(),
      suppressNotifications: z.boolean().optional(),
      postmortem: Postmortem.optional(),
    }),
    output: Incident,
  }),
  resolve: procedure({
    summary: "Resolve an open incident with a closing note. Its health override is withdrawn.",
    ...changing,
    input: z.object({ id: IncidentId, note: Message, visibility: Visibility.default("signedIn") }),
    output: Incident,
  }),
  reopen: procedure({
    summary: "Open a resolved incident again. Its health override counts again.",
    ...changing,
    input: z.object({
      id: IncidentId,
      note: Message,
      status: OpenStatus.default("investigating"),
      visibility: Visibility.default("signedIn"),
    }),
    output: Incident,
  }),
  delete: procedure({
    summary: "Delete an incident with its timeline, links, post-mortem and history.",
    ...destroying,
    input: z.object({ id: IncidentId }),
    output: z.object({ id: z.uuid() }),
  }),
  resolveMany: procedure({
    summary: "Resolve several incidents; the answer tells for each id whether it worked.",
    ...changing,
    input: z.object({ ids: IncidentIds, note: Message, visibility: Visibility.default("signedIn") }),
    output: z.object({ results: z.array(BulkResult) }),
  }),
  deleteMany: procedure({
    summary: "Delete several incidents; the answer tells for each id whether it worked.",
    ...destroying,
    input: z.object({ ids: IncidentIds }),
    output: z.object({ results: z.array(BulkResult) }),
  }),
}
