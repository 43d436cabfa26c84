/** What everybody may see of what is operated, and who says so. */
import { DeletedSystem, SystemId } from "@countersign/catalog/contract"
import { cardWords, foreseeProcedure, Instant, line, procedure, sampleProcedures } from "@countersign/core/contract"
import { z } from "zod"
import { publicationAccess } from "./access.ts"

const PublicName = cardWords(line("A public name", 120).nullable(), { label: "Public name" })
const Heading = cardWords(line("A heading", 120).nullable(), { label: "Heading on the public site" })

const Condition = z.strictObject({
  field: z.string().max(60),
  operator: z.enum(["!=", "<=", ">=", "=", "<", ">", "~"]),
  value: z.string().max(2_000),
})
const RowsQuery = z.object({
  filter: z.array(Condition).max(20).default([]),
  orderBy: z.string().max(60).nullable().default(null),
  direction: z.enum(["asc", "desc"]).default("asc"),
  offset: z.int().min(0).max(100_000).default(0),
  limit: z.int().min(1).max(1_000).default(100),
})
const rowsOf = <Fields extends z.ZodRawShape>(fields: Fields) =>
  z.object({ rows: z.array(z.object({ id: z.string(), ...fields })), total: z.int() })

const shown = { effect: "read", access: "anyone", input: RowsQuery } as const
const follows = {
  effect: "mutate",
  access: "internal",
  recordedIn: "site.public_change",
  output: z.object({ changed: z.boolean() }),
} as const

export const publicProcedures = {
  setPublicName: procedure({
    summary: "Show a system on the public site under a name, or take it off the site with null.",
    effect: "mutate",
    access: publicationAccess.manage,
    input: z.object({ systemId: SystemId, name: PublicName, heading: Heading.default(null) }),
    output: z.object({ systemId: z.uuid(), name: z.string().nullable(), heading: z.string().nullable() }),
  }),
  getPublicName: procedure({
    summary: "Tell under which name a system is shown on the public site.",
    effect: "read",
    access: publicationAccess.read,
    input: z.object({ systemId: SystemId }),
    output: z.object({ name: z.string().nullable(), heading: z.string().nullable() }),
  }),
  publicSystems: procedure({
    summary: "List the systems that have a public name, with their status.",
    ...shown,
    output: rowsOf({
      name: z.string(),
      heading: z.string().nullable(),
      status: z.string(),
      statusWords: z.string(),
      since: Instant.nullable(),
    }),
  }),
  publicIncidents: procedure({
    summary: "List incidents of systems with a public name of which something was said in public.",
    ...shown,
    output: rowsOf({
      title: z.string(),
      open: z.boolean(),
      status: z.string(),
      statusWords: z.string(),
      latest: z.string(),
      systems: z.string(),
      startedAt: Instant,
      resolvedAt: Instant.nullable(),
    }),
  }),
  publicMaintenance: procedure({
    summary: "List maintenance of systems with a public name of which something was said in public.",
    ...shown,
    output: rowsOf({
      title: z.string(),
      statusWords: z.string(),
      latest: z.string(),
      systems: z.string(),
      startsAt: Instant,
      endsAt: Instant,
    }),
  }),
  followStatus: procedure({
    summary: "Take over that the status of a system became another one.",
    ...follows,
    input: z.object({ systemId: z.uuid(), after: z.string().max(100).nullable(), at: Instant }),
  }),
  followIncident: procedure({
    summary: "Take over what everybody may know of an incident.",
    ...follows,
    input: z.object({ id: z.uuid() }),
  }),
  followWindow: procedure({
    summary: "Take over what everybody may know of a maintenance window.",
    ...follows,
    input: z.object({ id: z.uuid() }),
  }),
  forgetSystem: procedure({
    summary: "Take a system that is gone off the public site.",
    ...follows,
    input: DeletedSystem,
  }),
  foreseeSystemDeletion: foreseeProcedure("Tell what deleting a system would do to the public site."),
  ...sampleProcedures("public names"),
}
