import { z } from "zod"
import { Instant, pageInput, pageOf, Version } from "../paging.ts"
import { defineContract, procedure } from "../procedure.ts"
import { line } from "../text/line.ts"
import { oidcAccess } from "./access.ts"

export { oidcAccess } from "./access.ts"

/** Where providers send people back to; a provider is told this address once, when it is set up. */
export const OIDC_CALLBACK_PATH = "/api/v1/platform/oidc/callback"

/**
 * Why somebody who came back from a provider was not signed in. The sign-in page gets the key in its address and looks
 * the sentence up here: whoever crafts a link must not be able to put words of their own on that page.
 */
export const OIDC_PROBLEMS = {
  cancelled: "The provider did not let you in, or you cancelled there. Try again, or sign in another way.",
  expired:
    "This sign-in took too long, was finished already or was begun in another browser. Begin again from this page.",
  unreachable:
    "The provider cannot be reached or answered something unusable. Try again in a minute; if it stays, tell an administrator.",
  untrusted:
    "The provider's answer could not be verified, so nobody was signed in. Try again; if it stays, tell an administrator: the audit log says why.",
  unverified:
    "The provider does not vouch for your email address. Verify the address with the provider, then try again.",
  unknown: "Nobody here has your email address, so you cannot sign in yet. Ask an administrator for an invitation.",
  domain:
    "People with your kind of email address are not let in by themselves. Ask an administrator for an invitation.",
  linked:
    "Your email address belongs to somebody here who is linked with another account at this provider. An administrator can unlink it under Settings, Sign-in.",
  disabled: "This account is disabled. An administrator can enable it again.",
  limited: "Too many attempts have failed. Try again in a quarter of an hour.",
  failed: "Signing in with the provider failed. Try again; if it stays, tell an administrator.",
} as const
export type OidcProblem = keyof typeof OIDC_PROBLEMS

/** https, or http on this very machine: what travels here are codes, secrets and who somebody is. */
export function isProviderAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username, password } = new URL(address)
  if (username || password) return false
  return protocol === "https:" || (protocol === "http:" && /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname))
}

/** A path of ours and nothing that a browser could read as another site's address. */
export function isLocalPath(path: string): boolean {
  if (!path.startsWith("/") || !URL.canParse(path, "http://here.invalid")) return false
  const { origin, pathname } = new URL(path, "http://here.invalid")
  return origin === "http://here.invalid" && !pathname.startsWith("//")
}

const Issuer = z
  .string()
  .trim()
  .max(500)
  .refine(isProviderAddress, "Write the issuer's address, such as https://id.example.com. It begins with https.")
  .refine((address) => !/[?#]/.test(address), "An issuer's address has no query and no fragment.")

/** `example.com`: what stands behind the @. */
const EmailDomain = z
  .string()
  .max(400)
  .trim()
  .toLowerCase()
  .transform((domain) => domain.replace(/^@/, ""))
  .pipe(
    z
      .string()
      .regex(/^([a-z0-9-]+\.)+[a-z0-9-]{2,}$/, "Write a domain, such as example.com.")
      .max(253),
  )

export const OidcProvider = z.object({
  id: z.uuid(),
  /** Stands on the button: "Continue with <name>". */
  name: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  /** The secret itself is never shown again. */
  hasClientSecret: z.boolean(),
  /** `off`: only people who have an account here already. `on`: others get one when they first come. */
  newPeople: z.enum(["off", "on"]),
  /** Limits `on` to these; empty means any. */
  emailDomains: z.array(z.string()),
  /** What people get who are created. */
  roles: z.array(z.object({ id: z.string(), name: z.string() })),
  /** How many people here have signed in with it. */
  linkedPeople: z.int(),
  version: Version,
})
export type OidcProvider = z.infer<typeof OidcProvider>

const Draft = {
  name: line("A name", 60),
  issuer: Issuer,
  clientId: z.string().trim().min(1, "Write the client id.").max(500),
  newPeople: z.enum(["off", "on"]).default("off"),
  emailDomains: z.array(EmailDomain).max(50).default([]),
  roles: z.array(z.string().min(1).max(64)).max(50).default([]),
}
const ClientSecret = z.string().min(1).max(2_000)

export const OidcLink = z.object({
  personId: z.uuid(),
  name: z.string(),
  email: z.string(),
  linkedAt: Instant,
})
export type OidcLink = z.infer<typeof OidcLink>

/** Signing in with somebody else's word: OpenID Connect providers, and the two steps of coming in by one. */
export const oidcContract = defineContract("platform", {
  listSignInProviders: procedure({
    summary: "List the providers one can sign in with.",
    effect: "read",
    access: "anyone",
    input: z.object({}),
    output: z.object({ providers: z.array(z.object({ id: z.uuid(), name: z.string() })) }),
  }),
  startOidcSignIn: procedure({
    summary: "Begin to sign in with a provider: send the browser to the address in the answer.",
    effect: "mutate",
    access: "anyone",
    input: z.object({
      providerId: z.uuid(),
      /** Where to go afterwards: a path of this installation. */
      next: z
        .string()
        .max(2_000)
        .refine(isLocalPath, "Write a path of this installation, such as /catalog.")
        .default("/"),
    }),
    output: z.object({ url: z.string() }),
  }),
  finishOidcSignIn: procedure({
    summary: "Sign in with what the provider sent back. Browsers come here by the callback address.",
    effect: "mutate",
    revokes: true,
    access: "anyone",
    input: z.object({
      state: z.string().min(1).max(200),
      code: z.string().min(1).max(4_000).optional(),
      error: z.string().max(200).optional(),
      /** The issuer's own name for itself, where the provider sends it along. */
      iss: z.string().max(500).optional(),
    }),
    output: z.object({ status: z.literal("signedIn"), next: z.string() }),
  }),
  listOidcProviders: procedure({
    summary: "List the OpenID Connect providers with their settings, without their secrets.",
    effect: "read",
    access: oidcAccess.manage,
    input: z.object({}),
    output: z.object({
      providers: z.array(OidcProvider),
      /** What to enter at the provider as redirect URI. */
      redirectUri: z.string(),
    }),
  }),
  addOidcProvider: procedure({
    summary: "Add an OpenID Connect provider. It must answer: its discovery document and its keys are read first.",
    effect: "mutate",
    egress: true,
    access: oidcAccess.manage,
    input: z.object({ ...Draft, clientSecret: ClientSecret.nullable().default(null) }),
    output: OidcProvider,
  }),
  updateOidcProvider: procedure({
    summary: "Change a provider. Leave the secret out to keep the one that is stored; null removes it.",
    effect: "mutate",
    egress: true,
    access: oidcAccess.manage,
    input: z.object({
      id: z.uuid(),
      ...Draft,
      clientSecret: ClientSecret.nullable().optional(),
      version: Version,
    }),
    output: OidcProvider,
  }),
  removeOidcProvider: procedure({
    summary: "Remove a provider: nobody signs in with it any more, and who was linked with it is forgotten.",
    effect: "destructive",
    access: oidcAccess.manage,
    input: z.object({ id: z.uuid(), version: Version }),
    output: z.object({}),
  }),
  testOidcProvider: procedure({
    summary: "Ask a provider for its discovery document and its keys, and whether it knows the client id and secret.",
    effect: "mutate",
    egress: true,
    access: oidcAccess.manage,
    input: z.object({ id: z.uuid() }),
    output: z.object({ authorizationEndpoint: z.string(), keys: z.int() }),
  }),
  listOidcLinks: procedure({
    summary: "List the people who have signed in with a provider.",
    effect: "read",
    access: oidcAccess.manage,
    input: z.object({ providerId: z.uuid(), ...pageInput(["name", "linkedAt"]) }),
    output: pageOf(OidcLink),
  }),
  unlinkOidcPerson: procedure({
    summary: "Forget which account at the provider a person has; the next sign-in links them anew by verified email.",
    effect: "mutate",
    access: oidcAccess.manage,
    input: z.object({ providerId: z.uuid(), personId: z.uuid() }),
    output: z.object({}),
  }),
})
