import { Instant, pageInput, pageOf, procedure, Version } from "@countersign/core/contract"
import { z } from "zod"
import { environmentAccess } from "./access.ts"
import { Description, EnvironmentId, KeyValues, Name } from "./fields.ts"
import { Deletion } from "./system.ts"

/** A stage such as production: systems run in environments instead of being listed once per stage. */
export const Environment = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  /** Free values, e.g. `baseUrl`, that checks can refer to as `{{ environment.baseUrl }}`. */
  fields: z.record(z.string(), z.string()),
  version: Version,
  createdAt: Instant,
  updatedAt: Instant,
})
export type Environment = z.infer<typeof Environment>

/** The count speaks of the systems the caller may see. */
export const EnvironmentOverview = Environment.extend({ systemCount: z.int() })
export type EnvironmentOverview = z.infer<typeof EnvironmentOverview>

export const environmentProcedures = {
  listEnvironments: procedure({
    summary: "List environments with the number of systems that run in each.",
    effect: "read",
    access: environmentAccess.read,
    input: z.object({
      text: z.string().trim().max(200).optional(),
      /** Only those of these that are there. */
      environmentIds: z.array(EnvironmentId).max(200).optional(),
      ...pageInput(["name", "updatedAt", "createdAt", "match"]),
    }),
    output: pageOf(EnvironmentOverview),
  }),
  getEnvironment: procedure({
    summary: "Read one environment with its fields.",
    effect: "read",
    access: environmentAccess.read,
    input: z.object({ environmentId: EnvironmentId }),
    output: EnvironmentOverview,
  }),
  createEnvironment: procedure({
    summary: "Add an environment.",
    effect: "mutate",
    access: environmentAccess.manage,
    input: z.object({ name: Name, description: Description.default(""), fields: KeyValues.default({}) }),
    output: Environment,
  }),
  updateEnvironment: procedure({
    summary: "Change an environment. Fields, when given, replace the old ones.",
    effect: "mutate",
    access: environmentAccess.manage,
    input: z.object({
      environmentId: EnvironmentId,
      version: Version,
      name: Name.optional(),
      description: Description.optional(),
      fields: KeyValues.optional(),
    }),
    output: Environment,
  }),
  previewDeleteEnvironment: procedure({
    summary: "Name the systems that would lose an environment if it were deleted.",
    effect: "read",
    access: environmentAccess.manage,
    input: z.object({ environmentId: EnvironmentId }),
    output: Deletion,
  }),
  deleteEnvironment: procedure({
    summary: "Delete an environment. Its systems stay in the catalog.",
    effect: "destructive",
    access: environmentAccess.manage,
    input: z.object({ environmentId: EnvironmentId, version: Version.optional() }),
    output: Deletion,
  }),
}
