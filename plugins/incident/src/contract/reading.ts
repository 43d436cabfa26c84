import { SystemId } from "@countersign/catalog/contract"
import { issuesProcedure, pageInput, pageOf, procedure } from "@countersign/core/contract"
import { z } from "zod"
import { bySystem } from "./access.ts"
import { Author, Incident, IncidentDetail, IncidentId, IncidentStatus, Severity } from "./incident.ts"

const { reading } = bySystem

export const readingProcedures = {
  list: procedure({
    summary: "List incidents, open ones first.",
    ...reading,
    input: z.object({
      state: z.enum(["all", "open", "resolved"]).default("all"),
      severity: Severity.optional(),
      status: IncidentStatus.optional(),
      systemId: SystemId.optional(),
      /** Words that the title or the description contains. */
      text: z.string().trim().max(200).optional(),
      // `openFirst`: open before resolved, then by when they were opened.
      ...pageInput(["openFirst", "openedAt", "updatedAt", "severity", "title", "match"], {
        sort: "openFirst",
        direction: "desc",
      }),
    }),
    output: pageOf(Incident),
  }),
  get: procedure({
    summary: "Read one incident with its newest updates and its links.",
    ...reading,
    input: z.object({ id: IncidentId }),
    output: IncidentDetail,
  }),
  summarize: procedure({
    summary:
      "Tell in a few sentences what an incident is about, since when, which systems it affects and what was said last; or the same of every open incident of one system.",
    ...reading,
    input: z
      .object({ id: IncidentId.optional(), systemId: SystemId.optional() })
      .refine(({ id, systemId }) => (id === undefined) !== (systemId === undefined), "Name an incident or a system."),
    output: z.object({
      ids: z.array(z.uuid()),
      summary: z.string(),
      /** Those the sentences name. */
      systemIds: z.array(z.uuid()),
      authors: z.array(Author),
    }),
  }),
  counts: procedure({
    summary: "Count the open incidents by severity.",
    ...reading,
    input: z.object({}),
    output: z.object({ open: z.int(), minor: z.int(), major: z.int(), critical: z.int() }),
  }),
  openForSystem: procedure({
    summary: "List the open incidents that affect one system, the most severe first.",
    ...reading,
    input: z.object({ systemId: SystemId }),
    output: z.object({ incidents: z.array(Incident) }),
  }),
  listIssues: issuesProcedure({
    summary: "List the open incidents as what is wrong now, the most severe first.",
    access: reading.access,
    scope: reading.scope,
  }),
}
