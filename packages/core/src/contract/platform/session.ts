import { z } from "zod"
import { GRANT_LEVELS } from "../access.ts"
import { Instant, Version } from "../paging.ts"
import { defineContract, procedure } from "../procedure.ts"
import { line } from "../text/line.ts"
import { TimeZone } from "./settings.ts"

/** Lower-cased on the way in: one mailbox is one person, however it was typed. */
export const Email = z
  .string()
  .max(400)
  .trim()
  .toLowerCase()
  .pipe(z.email("Write an email address, such as ana@example.com.").max(254))
const OwnName = line("A name", 120)

export const MIN_PASSWORD_LENGTH = 12
/** A password being chosen. The server also refuses the commonest ones and those that contain the email address. */
export const NewPassword = z
  .string()
  .min(MIN_PASSWORD_LENGTH, `Use at least ${MIN_PASSWORD_LENGTH} characters.`)
  .max(256, "Use at most 256 characters.")
/** A password being checked: any length that could once have been chosen. */
const Password = z.string().min(1, "Write the password.").max(256)
const Token = z.string().min(1).max(200)
const SecondFactorCode = z.string().trim().min(6, "Write the code.").max(40)

/**
 * Where one-time links lead. The token follows as the fragment (`/invitation#token=...`): browsers send fragments
 * to no server, so links stay out of access logs and Referer headers.
 */
export const ONE_TIME_PAGES = {
  "set-up": "/set-up",
  invitation: "/invitation",
  "password-reset": "/reset-password",
  "email-change": "/confirm-email",
} as const
export type OneTimeLinkKind = keyof typeof ONE_TIME_PAGES

/** What a person chose for their own pages. */
export const Preferences = z.object({
  theme: z.enum(["system", "light", "dark"]).default("system"),
  /** IANA name; null means the browser's. */
  timeZone: z.string().max(64).nullable().default(null),
  tourDismissed: z.boolean().default(false),
  /** Mails about proposals that wait for this person's signature. */
  signatureMails: z.boolean().default(true),
})
export type Preferences = z.infer<typeof Preferences>

export const Me = z.object({
  kind: z.enum(["user", "application", "service", "anonymous"]),
  id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  /** Every rule held, implied ones included; `*` is the administrator's. */
  rules: z.array(z.string()),
  administrator: z.boolean(),
  teams: z.array(z.object({ id: z.uuid(), name: z.string() })),
  /** The highest grant held on any thing, by resource: `{ "catalog.system": "editor" }`. */
  grants: z.record(z.string(), z.enum(GRANT_LEVELS)),
  /** Whether signing in asks for a second factor. */
  twoFactor: z.boolean(),
  passkeys: z.int(),
  /** False for somebody who comes by a provider and never chose a password. */
  hasPassword: z.boolean(),
  preferences: Preferences,
  /** For `updateProfile`; null unless a person is signed in. */
  version: Version.nullable(),
  /** Nobody exists yet: the set-up page is the only way in. */
  setUpNeeded: z.boolean(),
  /** False when no mail server is set: then an administrator hands out reset links. */
  passwordResetByMail: z.boolean(),
})
export type Me = z.infer<typeof Me>

export const Profile = z.object({ id: z.uuid(), name: z.string(), email: z.string(), version: Version })
export type Profile = z.infer<typeof Profile>

export const Session = z.object({
  id: z.uuid(),
  /** The one that asks. */
  current: z.boolean(),
  createdAt: Instant,
  lastUsedAt: Instant,
  expiresAt: Instant,
  address: z.string().nullable(),
  /** The browser's own description of itself. */
  userAgent: z.string().nullable(),
})
export type Session = z.infer<typeof Session>

export const Passkey = z.object({ id: z.uuid(), name: z.string(), createdAt: Instant, syncedByProvider: z.boolean() })
export type Passkey = z.infer<typeof Passkey>

/** What an invitation link tells the one who opens it. */
export const InvitationOffer = z.object({
  email: z.string(),
  /** What the inviter suggested; may be empty. */
  name: z.string(),
  invitedBy: z.string().nullable(),
  expiresAt: Instant,
})
export type InvitationOffer = z.infer<typeof InvitationOffer>

const SignedIn = z.object({ status: z.literal("signedIn") })
const Done = z.object({})
/** What the browser's credential API takes and gives, as JSON; its parts are the WebAuthn standard's. */
const WebAuthnJson = z.record(z.string().max(200), z.unknown())
const WebAuthnText = z
  .string()
  .min(1)
  .max(64 * 1024)
const WebAuthnShape = z.looseObject({
  id: WebAuthnText,
  rawId: WebAuthnText,
  type: z.literal("public-key"),
  response: z.looseObject({ clientDataJSON: WebAuthnText }),
})
/** What it answered. Better Auth looks the id up before it looks at anything else. */
const WebAuthnAnswer = WebAuthnJson.refine((answer) => WebAuthnShape.safeParse(answer).success, {
  message: "This is not what a browser answers for a passkey.",
})

/** Getting in, staying safe, getting out. */
export const sessionContract = defineContract("platform", {
  me: procedure({
    summary: "Say who is calling and what they hold.",
    effect: "read",
    access: "anyone",
    input: z.object({}),
    output: Me,
  }),
  setUp: procedure({
    summary: "Create the first administrator with the one-time code that the server printed, and sign in.",
    effect: "mutate",
    revokes: true,
    access: "anyone",
    input: z.object({ code: Token, name: OwnName, email: Email, password: NewPassword }),
    output: SignedIn,
  }),
  signIn: procedure({
    summary: "Sign in with email and password; people with a second factor continue with verifySecondFactor.",
    effect: "mutate",
    revokes: true,
    access: "anyone",
    input: z.object({ email: Email, password: Password }),
    output: z.object({ status: z.enum(["signedIn", "secondFactor"]) }),
  }),
  verifySecondFactor: procedure({
    summary: "Finish signing in with a code from the authenticator app, or with a backup code.",
    effect: "mutate",
    revokes: true,
    access: "anyone",
    input: z.object({ code: SecondFactorCode }),
    output: SignedIn,
  }),
  signOut: procedure({
    summary: "End this session.",
    effect: "mutate",
    revokes: true,
    access: "anyone",
    input: z.object({}),
    output: Done,
  }),
  signOutEverywhere: procedure({
    summary: "End every session of yours, this one included.",
    effect: "mutate",
    revokes: true,
    access: "person",
    input: z.object({}),
    output: z.object({ ended: z.int() }),
  }),
  listSessions: procedure({
    summary: "List where you are signed in, the latest first.",
    effect: "read",
    access: "person",
    input: z.object({}),
    output: z.object({ sessions: z.array(Session) }),
  }),
  revokeSession: procedure({
    summary: "End one of your sessions.",
    effect: "mutate",
    revokes: true,
    access: "person",
    input: z.object({ id: z.uuid() }),
    output: Done,
  }),
  updateProfile: procedure({
    summary: "Change your own name.",
    effect: "mutate",
    access: "person",
    input: z.object({ name: OwnName, version: Version }),
    output: Profile,
  }),
  updatePreferences: procedure({
    summary: "Change what you chose for your own pages; what is left out stays.",
    effect: "mutate",
    access: "person",
    input: z.object({
      theme: z.enum(["system", "light", "dark"]).optional(),
      timeZone: TimeZone.nullable().optional(),
      tourDismissed: z.boolean().optional(),
      signatureMails: z.boolean().optional(),
    }),
    output: Preferences,
  }),
  changePassword: procedure({
    summary: "Change your password; every other session of yours ends.",
    effect: "mutate",
    revokes: true,
    access: "person",
    input: z.object({ currentPassword: Password, newPassword: NewPassword }),
    output: Done,
  }),
  requestEmailChange: procedure({
    summary: "Ask for another email address: a link is mailed there, and the address changes when it is confirmed.",
    effect: "mutate",
    access: "person",
    input: z.object({
      email: Email,
      /** Left out by people who have no password: they must have signed in within the last ten minutes. */
      password: Password.optional(),
    }),
    output: Done,
  }),
  confirmEmailChange: procedure({
    summary: "Confirm a new email address with the link that was mailed to it; other sessions of that person end.",
    effect: "mutate",
    revokes: true,
    access: "anyone",
    input: z.object({ token: Token }),
    output: z.object({ email: z.string() }),
  }),
  requestPasswordReset: procedure({
    summary: "Mail a reset link to this address if it belongs to somebody; the answer is the same if it does not.",
    effect: "mutate",
    access: "anyone",
    input: z.object({ email: Email }),
    output: Done,
  }),
  resetPassword: procedure({
    summary: "Choose a new password with a reset link; every session of that person ends.",
    effect: "mutate",
    revokes: true,
    access: "anyone",
    input: z.object({ token: Token, password: NewPassword }),
    output: Done,
  }),
  describeInvitation: procedure({
    summary: "Say whom an invitation link is for.",
    effect: "read",
    access: "anyone",
    input: z.object({ token: Token }),
    output: InvitationOffer,
  }),
  acceptInvitation: procedure({
    summary: "Join with an invitation link, and sign in.",
    effect: "mutate",
    revokes: true,
    access: "anyone",
    input: z.object({ token: Token, name: OwnName, password: NewPassword }),
    output: SignedIn,
  }),
  startTotp: procedure({
    summary: "Begin to set up an authenticator app; it counts once confirmTotp has seen a code from it.",
    effect: "mutate",
    once: "This was begun the first time it was sent, and the secret for the authenticator app is shown once. Begin again if you did not see it.",
    access: "person",
    input: z.object({ password: Password }),
    output: z.object({
      /** For the QR code: `otpauth://totp/...`. */
      uri: z.string(),
      /** The same secret for typing it in. */
      secret: z.string(),
    }),
  }),
  confirmTotp: procedure({
    summary: "Turn the second factor on with a first code; the backup codes are shown this once.",
    effect: "mutate",
    once: "The second factor is on since the first time this was sent, and its backup codes are shown once. Renew them if you did not see them.",
    access: "person",
    input: z.object({ code: SecondFactorCode }),
    output: z.object({ backupCodes: z.array(z.string()) }),
  }),
  disableTotp: procedure({
    summary: "Turn the second factor off.",
    effect: "mutate",
    access: "person",
    input: z.object({ password: Password }),
    output: Done,
  }),
  renewBackupCodes: procedure({
    summary: "Replace your backup codes; the new ones are shown this once.",
    effect: "mutate",
    once: "Your backup codes were renewed the first time this was sent, and they are shown once. Renew them again if you did not see them.",
    access: "person",
    input: z.object({ password: Password }),
    output: z.object({ backupCodes: z.array(z.string()) }),
  }),
  listPasskeys: procedure({
    summary: "List your passkeys.",
    effect: "read",
    access: "person",
    input: z.object({}),
    output: z.object({ passkeys: z.array(Passkey) }),
  }),
  startPasskeyRegistration: procedure({
    summary: "Begin to register a passkey: the options are for navigator.credentials.create.",
    effect: "mutate",
    access: "person",
    input: z.object({ password: Password }),
    output: z.object({ options: WebAuthnJson }),
  }),
  finishPasskeyRegistration: procedure({
    summary: "Keep the passkey that navigator.credentials.create made.",
    effect: "mutate",
    access: "person",
    input: z.object({ name: line("A name", 80), response: WebAuthnAnswer }),
    output: Passkey,
  }),
  removePasskey: procedure({
    summary: "Remove one of your passkeys.",
    effect: "mutate",
    access: "person",
    input: z.object({ id: z.uuid() }),
    output: Done,
  }),
  startPasskeySignIn: procedure({
    summary: "Begin to sign in with a passkey: the options are for navigator.credentials.get.",
    effect: "mutate",
    access: "anyone",
    input: z.object({}),
    output: z.object({ options: WebAuthnJson }),
  }),
  finishPasskeySignIn: procedure({
    summary: "Sign in with what navigator.credentials.get answered. A passkey counts as both factors.",
    effect: "mutate",
    revokes: true,
    access: "anyone",
    input: z.object({ response: WebAuthnAnswer }),
    output: SignedIn,
  }),
  /** The platform's own: jobs, the command line and the start of the server. */
  issueSetUpCode: procedure({
    summary: "Make a one-time set-up code while nobody exists; null once somebody does.",
    effect: "mutate",
    once: "A code was made the first time this was asked, and it is shown once. Ask for another one.",
    access: "internal",
    input: z.object({}),
    output: z.object({ code: z.string().nullable() }),
  }),
  createFirstAdministrator: procedure({
    summary: "Create the first administrator from the server's environment, if nobody exists yet.",
    effect: "mutate",
    access: "internal",
    input: z.object({ email: Email, password: NewPassword, name: OwnName.optional() }),
    output: z.object({ created: z.boolean() }),
  }),
  mailInvitation: procedure({
    summary: "Mail an invitation with a fresh link.",
    effect: "mutate",
    access: "internal",
    input: z.object({ linkId: z.uuid(), baseUrl: z.url().max(2_000) }),
    output: Done,
  }),
  mailPasswordReset: procedure({
    summary: "Mail a reset link if the address belongs to somebody.",
    effect: "mutate",
    access: "internal",
    input: z.object({ email: Email, baseUrl: z.url().max(2_000) }),
    output: Done,
  }),
  mailEmailChange: procedure({
    summary: "Mail the link that confirms a new email address.",
    effect: "mutate",
    access: "internal",
    input: z.object({ linkId: z.uuid(), baseUrl: z.url().max(2_000) }),
    output: Done,
  }),
  mailEmailChangeNotice: procedure({
    summary: "Tell the present address that another one was asked for.",
    effect: "mutate",
    access: "internal",
    input: z.object({ personId: z.uuid(), to: Email, email: Email }),
    output: Done,
  }),
  sweepSessions: procedure({
    summary: "Remove expired sessions, links and sign-in attempts.",
    effect: "mutate",
    access: "internal",
    input: z.object({}),
    output: z.object({ removed: z.int() }),
  }),
})
