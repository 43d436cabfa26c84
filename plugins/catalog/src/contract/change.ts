import {
  cardWords,
  defineEvent,
  Instant,
  line,
  Named,
  pageInput,
  pageOf,
  procedure,
  WebAddress,
} from "@countersign/core/contract"
import { z } from "zod"
import { changeAccess, systemAccess } from "./access.ts"
import { EnvironmentId, Name, SystemId } from "./fields.ts"

/** How long what changed is kept, and how far back it can be recorded. */
export const CHANGE_KEPT_DAYS = 400

/** Something that was done to systems on purpose: a deployment, a switch, a migration. Charts and timelines are marked with it. */
export const Change = z.object({
  id: z.uuid(),
  what: z.string(),
  /** The version that was brought, e.g. `2.14.0`. */
  release: z.string().nullable(),
  link: z.string().nullable(),
  /** Null: not said. */
  environment: Named.nullable(),
  at: Instant,
  /** The plugin, or the name of whoever recorded it over the API. */
  recorder: z.string(),
  /** Those that the caller may see. */
  systems: z.array(Named),
})
export type Change = z.infer<typeof Change>

/** Once for each system that changed. */
export const changeRecorded = defineEvent("catalog.changeRecorded", {
  summary: "Somebody recorded that a system was changed, such as a deployment.",
  payload: z.object({
    changeId: z.uuid(),
    systemId: z.uuid(),
    systemName: z.string(),
    what: z.string(),
    release: z.string().nullable(),
    link: z.string().nullable(),
    environment: Named.nullable(),
    at: Instant,
  }),
  about: { type: "catalog.system", path: "systemId" },
  access: systemAccess.read,
})

const MOST_SYSTEMS = 50

export const changeProcedures = {
  /** For CI: systems and the environment go by their names too, so that a pipeline looks nothing up. */
  recordChange: procedure({
    summary: "Record what changed in systems, such as a deployment. Name the systems by id, by name, or both.",
    effect: "mutate",
    access: changeAccess.record,
    scope: { by: "input", path: "systemIds", level: "editor", resource: "catalog.system" },
    input: z.object({
      what: line("What changed", 200),
      release: cardWords(line("A release", 80).optional(), { label: "Version" }),
      link: WebAddress.optional(),
      systemIds: z.array(SystemId).max(MOST_SYSTEMS).default([]),
      systemNames: cardWords(z.array(Name).max(MOST_SYSTEMS).default([]), { label: "Systems by name" }),
      /** Where it changed: an environment that all of the systems run in. */
      environmentId: EnvironmentId.optional(),
      environmentName: cardWords(Name.optional(), { label: "Environment by name" }),
      /** When; now, if left out. */
      at: Instant.optional(),
    }),
    /** What the caller did not say, or said in other words. */
    output: Change.pick({ id: true, at: true, environment: true, systems: true }),
  }),
  changes: procedure({
    summary: "List what was changed in systems, such as deployments, the latest first.",
    effect: "read",
    access: systemAccess.read,
    scope: { by: "list" },
    input: z.object({
      /** Only what concerns any of these. */
      systemIds: z.array(SystemId).max(200).optional(),
      from: Instant.optional(),
      /** Before this instant. */
      to: Instant.optional(),
      ...pageInput(["at"], { direction: "desc" }),
    }),
    output: pageOf(Change),
  }),
  sweepChanges: procedure({
    summary: "Forget what changed longer ago than it is kept.",
    effect: "destructive",
    access: "internal",
    input: z.object({}),
    output: z.object({ deleted: z.int() }),
  }),
}
