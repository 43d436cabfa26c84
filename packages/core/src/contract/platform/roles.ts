import { z } from "zod"
import { pageInput, pageOf, Version } from "../paging.ts"
import { defineContract, procedure } from "../procedure.ts"
import { line } from "../text/line.ts"
import { roleAccess } from "./access.ts"

export { roleAccess } from "./access.ts"

export const Role = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** Comes with every installation and cannot be deleted. */
  builtIn: z.boolean(),
  /** False for the administrator alone. */
  editable: z.boolean(),
  /** Rule ids as given, without the implied ones; `*` is every rule there is or will be. */
  rules: z.array(z.string()),
  people: z.int(),
  applications: z.int(),
  version: Version,
})
export type Role = z.infer<typeof Role>

export const Rule = z.object({
  id: z.string(),
  plugin: z.string(),
  resource: z.string(),
  sentence: z.string(),
  implies: z.array(z.string()),
  teamScoped: z.boolean(),
  /** Whether the reader holds it, and so may put it into a role or an application. */
  held: z.boolean(),
})
export type Rule = z.infer<typeof Rule>

export const RuleIds = z.array(z.string().min(1).max(200)).max(500)
const RoleName = line("A name", 80)
const Description = z.string().trim().max(500)

export const rolesContract = defineContract("platform", {
  listRoles: procedure({
    summary: "List roles with what they hold and how many hold them.",
    effect: "read",
    access: roleAccess.read,
    input: z.object({ ...pageInput(["name"]), text: z.string().trim().max(200).optional() }),
    output: pageOf(Role),
  }),
  getRole: procedure({
    summary: "Read one role.",
    effect: "read",
    access: roleAccess.read,
    input: z.object({ id: z.string().min(1).max(64) }),
    output: Role,
  }),
  listRules: procedure({
    summary: "List every permission of every plugin, with the sentence that explains it.",
    effect: "read",
    access: roleAccess.read,
    input: z.object({}),
    output: z.object({ rules: z.array(Rule) }),
  }),
  createRole: procedure({
    summary: "Create a role from permissions that you hold yourself.",
    effect: "mutate",
    access: roleAccess.manage,
    input: z.object({ name: RoleName, description: Description.default(""), rules: RuleIds.default([]) }),
    output: Role,
  }),
  updateRole: procedure({
    summary: "Change a role's name, description or permissions.",
    effect: "mutate",
    revokes: true,
    access: roleAccess.manage,
    input: z.object({
      id: z.string().min(1).max(64),
      version: Version,
      name: RoleName.optional(),
      description: Description.optional(),
      /** All rules the role is to hold from now on. */
      rules: RuleIds.optional(),
    }),
    output: Role,
  }),
  deleteRole: procedure({
    summary: "Delete a role and take it from everyone who holds it.",
    effect: "destructive",
    revokes: true,
    access: roleAccess.manage,
    input: z.object({ id: z.string().min(1).max(64) }),
    output: z.object({}),
  }),
})
