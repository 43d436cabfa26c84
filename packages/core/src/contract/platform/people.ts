import { z } from "zod"
import { Instant, pageInput, pageOf, Version } from "../paging.ts"
import { defineContract, procedure } from "../procedure.ts"
import { line } from "../text/line.ts"
import { personAccess } from "./access.ts"
import { Email } from "./session.ts"

export { personAccess } from "./access.ts"

/** An erased person keeps an id and a pseudonym, so that what they did can still be told apart. */
export const PersonState = z.enum(["active", "disabled", "erased"])
export type PersonState = z.infer<typeof PersonState>

/** What a list or a badge needs of a role or team. */
export const Named = z.object({ id: z.string(), name: z.string() })
export type Named = z.infer<typeof Named>

export const Person = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Null once the person is erased. */
  email: z.string().nullable(),
  state: PersonState,
  roles: z.array(Named),
  teams: z.array(Named),
  createdAt: Instant,
  lastSeenAt: Instant.nullable(),
  /** Null for readers who may not manage people. */
  secondFactor: z.boolean().nullable(),
  version: Version,
})
export type Person = z.infer<typeof Person>

export const PersonDetails = Person.extend({
  disabledAt: Instant.nullable(),
  /** The only holder of the administrator role who can sign in: cannot be disabled, erased or lose the role. */
  lastAdministrator: z.boolean(),
  /** For the person themselves and for those who manage people; null for others. */
  security: z
    .object({
      sessions: z.int(),
      lastSignInAt: Instant.nullable(),
      totp: z.boolean(),
      passkeys: z.int(),
    })
    .nullable(),
})
export type PersonDetails = z.infer<typeof PersonDetails>

export const Invitation = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string().nullable(),
  roles: z.array(Named),
  teams: z.array(Named),
  invitedBy: z.string(),
  createdAt: Instant,
  expiresAt: Instant,
})
export type Invitation = z.infer<typeof Invitation>

/** `link` is there when no mail could be sent: shown this once, for the administrator to hand over. */
export const InvitationSent = z.object({ invitation: Invitation, sent: z.boolean(), link: z.string().optional() })

export const Retention = z.object({
  /** People disabled for longer than this are erased; null keeps them until somebody erases them. */
  eraseDisabledAfterDays: z.int().min(1).max(3_650).nullable(),
  version: Version,
})
export type Retention = z.infer<typeof Retention>

const PersonName = line("A name", 120)
const RoleIds = z.array(z.string().min(1).max(64)).max(50)
const TeamIds = z.array(z.uuid()).max(50)
const personId = z.object({ id: z.uuid() })

export const peopleContract = defineContract("platform", {
  listPeople: procedure({
    summary: "List people, a page at a time.",
    effect: "read",
    access: personAccess.read,
    input: z.object({
      ...pageInput(["name", "email", "lastSeenAt", "createdAt", "match"]),
      /** Part of a name or address. */
      text: z.string().trim().max(200).optional(),
      role: z.string().max(64).optional(),
      team: z.uuid().optional(),
      /** Without it, everybody but the erased. */
      state: PersonState.optional(),
    }),
    output: pageOf(Person),
  }),
  getPerson: procedure({
    summary: "Read one person.",
    effect: "read",
    access: personAccess.read,
    input: personId,
    output: PersonDetails,
  }),
  explainAccess: procedure({
    summary: "Tell what a person may do, and which role or team each right comes from.",
    effect: "read",
    access: personAccess.manage,
    input: z.object({ personId: z.uuid() }),
    output: z.object({
      person: Named,
      administrator: z.boolean(),
      rules: z.array(
        z.object({
          id: z.string(),
          sentence: z.string(),
          /** Roles that hold the rule or one that implies it. */
          roles: z.array(Named),
          /** Held rules that bring this one along. */
          impliedBy: z.array(z.string()),
        }),
      ),
      grants: z.array(
        z.object({
          team: Named,
          resource: z.string(),
          thingId: z.string(),
          name: z.string().nullable(),
          level: z.enum(["viewer", "editor", "owner"]),
        }),
      ),
    }),
  }),
  invitePerson: procedure({
    summary: "Invite somebody by mail, or get a one-time link to hand over when no mail server is set.",
    effect: "mutate",
    once: "They were invited the first time this was sent. If the invitation came as a link, that was shown once: send the invitation again to get a new one.",
    access: personAccess.manage,
    input: z.object({
      email: Email,
      name: PersonName.optional(),
      roles: RoleIds.default([]),
      teams: TeamIds.default([]),
    }),
    output: InvitationSent,
  }),
  listInvitations: procedure({
    summary: "List invitations that nobody has accepted yet.",
    effect: "read",
    access: personAccess.manage,
    input: z.object({
      ...pageInput(["createdAt", "email", "expiresAt"], { direction: "desc" }),
      text: z.string().trim().max(200).optional(),
    }),
    output: pageOf(Invitation),
  }),
  resendInvitation: procedure({
    summary: "Send an invitation again under a new link; the earlier link stops working.",
    effect: "mutate",
    once: "The invitation was sent again the first time this was sent. If it came as a link, that was shown once: send it again with a new Idempotency-Key to get a new one.",
    access: personAccess.manage,
    input: z.object({ id: z.uuid() }),
    output: InvitationSent,
  }),
  cancelInvitation: procedure({
    summary: "Withdraw an invitation, so that its link stops working.",
    effect: "mutate",
    access: personAccess.manage,
    input: z.object({ id: z.uuid() }),
    output: z.object({}),
  }),
  updatePerson: procedure({
    summary: "Change a person's name or roles.",
    effect: "mutate",
    revokes: true,
    access: personAccess.manage,
    input: z.object({
      id: z.uuid(),
      version: Version,
      name: PersonName.optional(),
      /** All roles the person is to hold from now on. */
      roles: RoleIds.optional(),
    }),
    output: PersonDetails,
  }),
  createResetLink: procedure({
    summary: "Make a one-time link with which a person sets a new password.",
    effect: "mutate",
    once: "The link was made the first time this was sent, and it is shown once. Make a new one if you did not see it.",
    access: personAccess.manage,
    input: personId,
    output: z.object({ link: z.string(), expiresAt: Instant }),
  }),
  disablePerson: procedure({
    summary: "Keep a person from signing in and end their sessions at once.",
    effect: "mutate",
    revokes: true,
    access: personAccess.manage,
    input: personId,
    output: PersonDetails,
  }),
  enablePerson: procedure({
    summary: "Let a disabled person sign in again.",
    effect: "mutate",
    access: personAccess.manage,
    input: personId,
    output: PersonDetails,
  }),
  signOutPerson: procedure({
    summary: "End all sessions of a person.",
    effect: "mutate",
    revokes: true,
    access: personAccess.manage,
    input: personId,
    output: z.object({ ended: z.int() }),
  }),
  resetSecondFactor: procedure({
    summary: "Remove a person's authenticator app and passkeys, so that they can set up new ones.",
    effect: "destructive",
    revokes: true,
    access: personAccess.manage,
    input: personId,
    output: PersonDetails,
  }),
  erasePerson: procedure({
    summary: "Erase a departed person's data for good and leave a pseudonym in its place.",
    effect: "destructive",
    revokes: true,
    access: personAccess.manage,
    input: personId,
    output: PersonDetails,
  }),
  getRetention: procedure({
    summary: "Read how long disabled people are kept before they are erased.",
    effect: "read",
    access: personAccess.manage,
    input: z.object({}),
    output: Retention,
  }),
  updateRetention: procedure({
    summary: "Set how long disabled people are kept before they are erased.",
    effect: "mutate",
    access: personAccess.manage,
    input: z.object({ eraseDisabledAfterDays: Retention.shape.eraseDisabledAfterDays, version: Version }),
    output: Retention,
  }),
  eraseDepartedPeople: procedure({
    summary: "Erase the people whose retention has run out.",
    effect: "destructive",
    revokes: true,
    access: "internal",
    input: z.object({}),
    output: z.object({ erased: z.int() }),
  }),
})
