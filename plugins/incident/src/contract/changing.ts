import { BulkResult, procedure, Version } from "@countersign/core/contract"
import { z } from "zod"
import { bySystem } from "./access.ts"
import {
  Description,
  IncidentId,
  IncidentIds,
  LinkLabel,
  Message,
  Postmortem,
  SystemIds,
  Title,
  WebAddress,
} from "./fields.ts"
import {
  HealthOverride,
  Incident,
  IncidentLink,
  IncidentStatus,
  IncidentUpdate,
  OpenStatus,
  Severity,
  Visibility,
} from "./incident.ts"

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
  addUpdate: procedure({
    summary: "Post an update to an incident's timeline, with or without a new status.",
    ...changing,
    input: z
      .object({
        id: IncidentId,
        /** May stay empty when the status says it all. */
        message: Description.default(""),
        status: IncidentStatus.optional(),
        visibility: Visibility.default("signedIn"),
      })
      .refine(({ message, status }) => message !== "" || status !== undefined, {
        path: ["message"],
        message: "Write what there is to say, or name a new status.",
      }),
    output: IncidentUpdate,
  }),
  editUpdate: procedure({
    summary: "Correct an update of an incident. What it said before stays in the incident's history.",
    ...changing,
    input: z.object({
      id: IncidentId,
      updateId: IncidentId,
      version: Version,
      message: Message.optional(),
      visibility: Visibility.optional(),
    }),
    output: IncidentUpdate,
  }),
  deleteUpdate: procedure({
    summary: "Delete an update of an incident, its earlier texts included.",
    ...destroying,
    input: z.object({ id: IncidentId, updateId: IncidentId }),
    output: z.object({ id: z.uuid(), updateId: z.uuid() }),
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
  addLink: procedure({
    summary: "Add a link to an incident: a dashboard, a call, a ticket.",
    ...changing,
    input: z.object({ id: IncidentId, label: LinkLabel, url: WebAddress }),
    output: IncidentLink,
  }),
  removeLink: procedure({
    summary: "Remove a link from an incident.",
    ...destroying,
    input: z.object({ id: IncidentId, linkId: IncidentId }),
    output: z.object({ id: z.uuid(), linkId: z.uuid() }),
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
