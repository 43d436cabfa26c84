import { z } from "zod"

/** Which workspaces offer a tool. */
export const TOOL_SCOPES = ["operate", "site", "content", "automation"] as const
export type ToolScope = (typeof TOOL_SCOPES)[number]

/** Whether changes wait for a signature (`approve`) or apply by themselves where the gate allows it (`auto`). */
export const PermissionMode = z.enum(["approve", "auto"])
export type PermissionMode = z.infer<typeof PermissionMode>

/** What an administrator demands beyond the gate's own table. It only ever tightens. */
export const ToolPolicy = z.object({
  /** Somebody other than the asker signs. */
  twoPerson: z.boolean(),
  /** Auto mode does not apply it. */
  forbidAuto: z.boolean(),
  /** Nobody is offered it. */
  off: z.boolean(),
})
export type ToolPolicy = z.infer<typeof ToolPolicy>

/** A tool as providers, MCP clients and the tools page see it. */
export const ToolDescriptor = z.object({
  /** `incident.resolve`. */
  name: z.string(),
  /** The same where dots are not allowed: `incident_resolve`. */
  wireName: z.string(),
  description: z.string(),
  effect: z.enum(["read", "mutate", "destructive"]),
  inputSchema: z.record(z.string(), z.unknown()),
  outputSchema: z.record(z.string(), z.unknown()).optional(),
  requiredAccessRules: z.array(z.string()),
  scopes: z.array(z.enum(TOOL_SCOPES)),
  /** Whose words its results carry: nobody's, those of the things it names, or anybody's. */
  quotes: z.enum(["nothing", "things", "outside"]),
  egress: z.string().nullable(),
  draft: z.boolean(),
  alwaysSign: z.boolean(),
})
export type ToolDescriptor = z.infer<typeof ToolDescriptor>
