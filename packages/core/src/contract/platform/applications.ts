import { z } from "zod"
import { Instant, pageInput, pageOf, Version } from "../paging.ts"
import { defineContract, procedure } from "../procedure.ts"
import { line } from "../text/line.ts"
import { applicationAccess } from "./access.ts"
import { ConfirmPolicy } from "./oauth.ts"
import { Named } from "./people.ts"
import { RuleIds } from "./roles.ts"

export { applicationAccess } from "./access.ts"

export const ApplicationState = z.enum(["active", "disabled"])

export const ApplicationKey = z.object({
  id: z.uuid(),
  /** How the key begins, to tell it from others; the rest is never shown again. */
  start: z.string(),
  createdAt: Instant,
  lastUsedAt: Instant.nullable(),
  /** Null for a key that works until it is revoked. */
  expiresAt: Instant.nullable(),
})
export type ApplicationKey = z.infer<typeof ApplicationKey>

export const Application = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  state: ApplicationState,
  roles: z.array(Named),
  /** Rules it holds directly, besides those of its roles. */
  rules: z.array(z.string()),
  /** Who confirms the changes that its tools propose. */
  confirm: ConfirmPolicy,
  /** What it writes counts as a colleague's words to the assistant; else as text from outside. */
  speaksForTeam: z.boolean(),
  keys: z.int(),
  createdAt: Instant,
  lastUsedAt: Instant.nullable(),
  version: Version,
})
export type Application = z.infer<typeof Application>

export const ApplicationDetails = Application.omit({ keys: true }).extend({
  keys: z.array(ApplicationKey),
  teams: z.array(Named),
})
export type ApplicationDetails = z.infer<typeof ApplicationDetails>

/** `key` is shown this once. */
export const ApplicationWithKey = z.object({ application: ApplicationDetails, key: z.string() })

const ApplicationName = line("A name", 80)
const Description = z.string().trim().max(500)
const RoleIds = z.array(z.string().min(1).max(64)).max(50)
const applicationId = z.object({ id: z.uuid() })
/** Without it the key works until it is revoked. */
const expiresAt = Instant.optional()

export const applicationsContract = defineContract("platform", {
  listApplications: procedure({
    summary: "List applications, a page at a time.",
    effect: "read",
    access: applicationAccess.read,
    input: z.object({
      ...pageInput(["name", "createdAt", "lastUsedAt"]),
      text: z.string().trim().max(200).optional(),
      state: ApplicationState.optional(),
    }),
    output: pageOf(Application),
  }),
  getApplication: procedure({
    summary: "Read one application with its keys, without their secrets.",
    effect: "read",
    access: applicationAccess.read,
    input: applicationId,
    output: ApplicationDetails,
  }),
  createApplication: procedure({
    summary: "Create an application and its first API key, which is shown once.",
    effect: "mutate",
    once: "The application was created the first time this was sent, and its key is shown once. Add another key to it if you did not see that one.",
    access: applicationAccess.manage,
    input: z.object({
      name: ApplicationName,
      description: Description.default(""),
      roles: RoleIds.default([]),
      rules: RuleIds.default([]),
      expiresAt,
    }),
    output: ApplicationWithKey,
  }),
  updateApplication: procedure({
    summary: "Change an application's name, description, roles or permissions.",
    effect: "mutate",
    revokes: true,
    access: applicationAccess.manage,
    input: z.object({
      id: z.uuid(),
      version: Version,
      name: ApplicationName.optional(),
      description: Description.optional(),
      /** All roles and direct rules it is to hold from now on. */
      roles: RoleIds.optional(),
      rules: RuleIds.optional(),
    }),
    output: ApplicationDetails,
  }),
  setApplicationConfirm: procedure({
    summary: "Decide whether an application may itself confirm the changes its tools propose.",
    effect: "mutate",
    revokes: true,
    access: applicationAccess.manage,
    input: z.object({ id: z.uuid(), version: Version, confirm: ConfirmPolicy }),
    output: ApplicationDetails,
  }),
  setApplicationVoice: procedure({
    summary: "Decide whether what an application writes counts as a colleague's words, or as text from outside.",
    effect: "mutate",
    access: applicationAccess.manage,
    input: z.object({ id: z.uuid(), version: Version, speaksForTeam: z.boolean() }),
    output: ApplicationDetails,
  }),
  addKey: procedure({
    summary: "Make another API key for an application, shown once; the others keep working.",
    effect: "mutate",
    once: "The key was made the first time this was sent, and it is shown once. Add another one if you did not see it.",
    access: applicationAccess.manage,
    input: applicationId.extend({ expiresAt }),
    output: ApplicationWithKey,
  }),
  rotateKey: procedure({
    summary: "Replace one API key by a new one, shown once; the replaced key stops working at once.",
    effect: "mutate",
    once: "The key was replaced the first time this was sent, and the new one is shown once. Add another one if you did not see it.",
    revokes: true,
    access: applicationAccess.manage,
    input: z.object({ id: z.uuid(), keyId: z.uuid(), expiresAt }),
    output: ApplicationWithKey,
  }),
  revokeKey: procedure({
    summary: "Make an API key stop working for good.",
    effect: "destructive",
    revokes: true,
    access: applicationAccess.manage,
    input: z.object({ id: z.uuid(), keyId: z.uuid() }),
    output: ApplicationDetails,
  }),
  disableApplication: procedure({
    summary: "Stop all keys of an application until it is enabled again.",
    effect: "mutate",
    revokes: true,
    access: applicationAccess.manage,
    input: applicationId,
    output: ApplicationDetails,
  }),
  enableApplication: procedure({
    summary: "Let a disabled application's keys work again.",
    effect: "mutate",
    access: applicationAccess.manage,
    input: applicationId,
    output: ApplicationDetails,
  }),
  deleteApplication: procedure({
    summary: "Delete an application with its keys.",
    effect: "destructive",
    revokes: true,
    access: applicationAccess.manage,
    input: applicationId,
    output: z.object({}),
  }),
})
