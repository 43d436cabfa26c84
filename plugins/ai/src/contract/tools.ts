import { Instant, procedure, ToolDescriptor, ToolPolicy, Version } from "@countersign/core/contract"
import { z } from "zod"
import { policyAccess, toolAccess } from "./access.ts"

/** A tool as the tools page shows it. */
export const ToolEntry = ToolDescriptor.extend({
  lastUsedAt: Instant.nullable(),
  callsLastWeek: z.int(),
  /** What applies to it, from its own policy and those of its rules. */
  policy: ToolPolicy,
  /** Roles that hold all its rules. */
  roles: z.array(z.object({ id: z.string(), name: z.string() })),
})
export type ToolEntry = z.infer<typeof ToolEntry>

/** What a policy is about: `tool:incident.delete`, or every tool that needs a rule: `rule:incident.incident.manage`. */
export const PolicySubject = z
  .string()
  .max(200)
  .regex(/^(tool|rule):[a-zA-Z0-9.]+$/, 'Takes "tool:<name>" or "rule:<id>".')

export const PolicyEntry = ToolPolicy.extend({
  subject: z.string(),
  version: Version,
  updatedAt: Instant,
  updatedBy: z.string(),
})
export type PolicyEntry = z.infer<typeof PolicyEntry>

const Host = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(
    /^(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?(\/\*)?$/,
    "Takes a host such as status.example.com or *.example.com, with /* at its end for any path and query.",
  )

export const AiSettings = z.object({
  /** Calls of tools that one principal may make in a minute. */
  callsPerMinute: z.int().min(1).max(10_000),
  /**
   * Hosts that egress tools may reach without anybody's signature; after the assistant has read text from outside only
   * those that end in `/*`, which stands for any path and query.
   */
  allowedHosts: z.array(Host).max(500),
  /** Minutes after which a waiting proposal is mailed to those who may sign it, one mail for each; none: no mail. */
  remindAfterMinutes: z.array(z.int().min(0).max(1_440)).max(5),
  /** Days after which archived conversations are deleted for good; null keeps them. */
  deleteArchivedAfterDays: z.int().min(1).max(3_650).nullable(),
  /** People may delete archived conversations of their own for good. */
  ownersMayDelete: z.boolean(),
  /** Conversations that apply changes by themselves do so also after the assistant has read what colleagues wrote. */
  trustColleagues: z.boolean(),
  version: Version,
})
export type AiSettings = z.infer<typeof AiSettings>

export const toolProcedures = {
  listTools: procedure({
    summary: "List the tools you are offered, with what each does and needs.",
    effect: "read",
    access: toolAccess.manage,
    input: z.object({
      /** Also the tools you may not use yourself. */
      all: z.boolean().default(false),
    }),
    output: z.object({ tools: z.array(ToolEntry) }),
  }),
  describeCalls: procedure({
    summary: "Tell what calls of tools were about, each in one line and with the names of what you may see.",
    effect: "read",
    access: "signedIn",
    input: z.object({
      calls: z
        .array(
          z.strictObject({
            toolName: z.string().max(200),
            arguments: z.string().max(100_000),
            /** What it answered, where it was made. */
            result: z.string().max(20_000).optional(),
          }),
        )
        .max(50),
    }),
    output: z.object({
      sentences: z.array(z.string()),
      effects: z.array(z.enum(["read", "mutate", "destructive"])),
    }),
  }),
  listPolicies: procedure({
    summary: "List what administrators demand of tools beyond the gate's own rules.",
    effect: "read",
    access: policyAccess.manage,
    input: z.object({}),
    output: z.object({ policies: z.array(PolicyEntry) }),
  }),
  setPolicy: procedure({
    summary: "Demand a second person's signature of a tool or of everything a rule opens, or forbid auto mode for it.",
    effect: "mutate",
    revokes: true,
    access: policyAccess.manage,
    input: z.object({
      subject: PolicySubject,
      twoPerson: z.boolean().default(false),
      forbidAuto: z.boolean().default(false),
      off: z.boolean().default(false),
      /** Of the policy that is being changed; left out for a new one. */
      version: Version.optional(),
    }),
    output: PolicyEntry,
  }),
  removePolicy: procedure({
    summary: "Drop a policy: the gate's own rules count again.",
    effect: "mutate",
    access: policyAccess.manage,
    input: z.object({ subject: PolicySubject }),
    output: z.object({ subject: z.string() }),
  }),
  getSettings: procedure({
    summary: "Read the limits and the allow-list of tools.",
    effect: "read",
    access: policyAccess.manage,
    input: z.object({}),
    output: AiSettings,
  }),
  updateSettings: procedure({
    summary: "Change the limits and the allow-list of tools. What is left out stays as it is.",
    effect: "mutate",
    access: policyAccess.manage,
    input: AiSettings.partial().required({ version: true }),
    output: AiSettings,
  }),
}
