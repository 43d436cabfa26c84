import { z } from "zod"
import { Instant, pageInput, pageOf, Version } from "../paging.ts"
import { defineContract, procedure } from "../procedure.ts"
import { line } from "../text/line.ts"
import { oauthAccess } from "./access.ts"
import { Named } from "./people.ts"

export { oauthAccess } from "./access.ts"

/** Where a connected app's tokens work, below the installation's address. */
export const MCP_PATH = "/api/ai/mcp"

/** Scopes that stand for many rules, or for none; all others are rule ids. */
export const SCOPE_BUNDLES = ["read", "write", "offline_access"] as const

/** Who may confirm a change that a tool proposes: a person in the browser, or the client itself. */
export const ConfirmPolicy = z.enum(["person", "client"])
export type ConfirmPolicy = z.infer<typeof ConfirmPolicy>

export const OauthClientKind = z.enum(["document", "registered", "manual"])

export const OauthClient = z.object({
  id: z.uuid(),
  kind: OauthClientKind,
  /** What it calls itself on the wire: a URL for one with a metadata document. */
  clientId: z.string(),
  name: z.string(),
  redirectUris: z.array(z.string()),
  hasSecret: z.boolean(),
  enabled: z.boolean(),
  confirm: ConfirmPolicy,
  /** Living connections, all people's together. */
  grants: z.int(),
  createdAt: Instant,
  lastUsedAt: Instant.nullable(),
  version: Version,
})
export type OauthClient = z.infer<typeof OauthClient>

export const OauthGrant = z.object({
  id: z.uuid(),
  client: Named,
  person: Named,
  scopes: z.array(z.string()),
  createdAt: Instant,
  lastUsedAt: Instant.nullable(),
  /** When it ends unless it is used before. */
  expiresAt: Instant,
})
export type OauthGrant = z.infer<typeof OauthGrant>

export const OauthSettings = z.object({
  mcpEnabled: z.boolean(),
  /** Whether apps nobody here has heard of may register themselves (RFC 7591). */
  registrationEnabled: z.boolean(),
  version: Version,
})
export type OauthSettings = z.infer<typeof OauthSettings>

/** One thing an app asks for, as a person reads it. */
export const AskedScope = z.object({
  scope: z.string(),
  sentence: z.string(),
  /** What a bundle stands for, of what this person holds. */
  includes: z.array(z.string()),
  /** False where the person does not hold it themselves: then nothing can be granted. */
  grantable: z.boolean(),
  /** Granted to the same app before. */
  granted: z.boolean(),
})
export type AskedScope = z.infer<typeof AskedScope>

export const AuthorizationQuestion = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("ask"),
    client: z.object({
      name: z.string(),
      /** The host that vouches for the app's name; null where the app registered itself under any name it liked. */
      host: z.string().nullable(),
      addedByAdministrator: z.boolean(),
    }),
    /** Where the answer goes: a host, "this computer", or an app's own scheme. */
    goesTo: z.string(),
    onThisComputer: z.boolean(),
    scopes: z.array(AskedScope),
  }),
  z.object({
    kind: z.literal("refused"),
    sentence: z.string(),
    /** Leads back to the app with the reason; null where the app's address cannot be trusted. */
    returnUrl: z.string().nullable(),
    goesTo: z.string().nullable(),
  }),
])
export type AuthorizationQuestion = z.infer<typeof AuthorizationQuestion>

/** The query of `/oauth/authorize`, exactly as the app sent it. */
const request = z.string().max(16_384)
const ClientName = line("A name", 80)
const RedirectUris = z.array(z.string().min(1).max(2_000)).min(1).max(20)
const OauthError = z.object({ error: z.string(), description: z.string() })
const grantId = z.object({ id: z.uuid() })

/** What a client says of itself at the token and revocation endpoints. */
const clientCredentials = { clientId: z.string().max(2_000), clientSecret: z.string().max(500).nullable() }

const TokenAnswer = z.union([
  z.object({
    accessToken: z.string(),
    expiresInSeconds: z.int(),
    refreshToken: z.string().nullable(),
    scope: z.string(),
  }),
  OauthError,
])

export const oauthContract = defineContract("platform", {
  describeAuthorization: procedure({
    summary: "Read what an app asks for before it is connected.",
    effect: "read",
    access: "person",
    input: z.object({ request }),
    output: AuthorizationQuestion,
  }),
  grantAuthorization: procedure({
    summary: "Connect an app with the scopes that were left checked; answers with the address to go to.",
    effect: "mutate",
    once: "The app was connected the first time this was sent, and the address to go to is told once. Begin again in the app if you were not taken back to it.",
    access: "person",
    input: z.object({ request, scopes: z.array(z.string().min(1).max(200)).min(1).max(500) }),
    output: z.object({ redirectUrl: z.string() }),
  }),
  denyAuthorization: procedure({
    summary: "Refuse an app that asks to be connected; answers with the address to go to.",
    effect: "mutate",
    access: "person",
    input: z.object({ request }),
    output: z.object({ redirectUrl: z.string() }),
  }),
  listConnectedApps: procedure({
    summary: "List the apps you have connected.",
    effect: "read",
    access: "person",
    input: z.object({}),
    output: z.object({
      apps: z.array(
        OauthGrant.omit({ person: true }).extend({
          host: z.string().nullable(),
          /** The scopes in people's words. */
          sentences: z.array(z.string()),
        }),
      ),
    }),
  }),
  disconnectApp: procedure({
    summary: "End one of your own connections; its tokens stop working at once.",
    effect: "destructive",
    revokes: true,
    access: "person",
    input: grantId,
    output: z.object({}),
  }),
  listOauthClients: procedure({
    summary: "List the apps that people can connect or have connected, a page at a time.",
    effect: "read",
    access: oauthAccess.read,
    input: z.object({
      ...pageInput(["name", "createdAt", "lastUsedAt"]),
      text: z.string().trim().max(200).optional(),
    }),
    output: pageOf(OauthClient),
  }),
  listOauthGrants: procedure({
    summary: "List who has connected which app, a page at a time.",
    effect: "read",
    access: oauthAccess.read,
    input: z.object({
      ...pageInput(["lastUsedAt", "createdAt"], { direction: "desc" }),
      clientId: z.uuid().optional(),
      personId: z.uuid().optional(),
    }),
    output: pageOf(OauthGrant),
  }),
  revokeOauthGrant: procedure({
    summary: "End somebody's connection to an app; its tokens stop working at once.",
    effect: "destructive",
    revokes: true,
    access: oauthAccess.manage,
    input: grantId,
    output: z.object({}),
  }),
  addOauthClient: procedure({
    summary: "Add an app by hand; its secret, if it gets one, is shown once.",
    effect: "mutate",
    once: "The app was added the first time this was sent. If it got a secret, that was shown once: remove the app and add it again if you did not see it.",
    access: oauthAccess.manage,
    input: z.object({
      name: ClientName,
      /** Made up when left out. */
      clientId: z
        .string()
        .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{2,79}$/, "Takes 3 to 80 letters, digits, dots, dashes and underscores.")
        .optional(),
      redirectUris: RedirectUris,
      withSecret: z.boolean().default(false),
      confirm: ConfirmPolicy.default("person"),
    }),
    output: z.object({ client: OauthClient, secret: z.string().nullable() }),
  }),
  updateOauthClient: procedure({
    summary: "Change an app's name, addresses, whether it works, or who confirms its changes.",
    effect: "mutate",
    revokes: true,
    access: oauthAccess.manage,
    input: z.object({
      id: z.uuid(),
      version: Version,
      name: ClientName.optional(),
      redirectUris: RedirectUris.optional(),
      enabled: z.boolean().optional(),
      confirm: ConfirmPolicy.optional(),
    }),
    output: OauthClient,
  }),
  removeOauthClient: procedure({
    summary: "Remove an app with everybody's connections to it.",
    effect: "destructive",
    revokes: true,
    access: oauthAccess.manage,
    input: z.object({ id: z.uuid() }),
    output: z.object({}),
  }),
  getOauthSettings: procedure({
    summary: "Read whether apps can connect, and whether they may register themselves.",
    effect: "read",
    access: oauthAccess.read,
    input: z.object({}),
    output: OauthSettings,
  }),
  updateOauthSettings: procedure({
    summary: "Let apps connect or not, and let them register themselves or not.",
    effect: "mutate",
    revokes: true,
    access: oauthAccess.manage,
    input: z.object({
      mcpEnabled: z.boolean().optional(),
      registrationEnabled: z.boolean().optional(),
      version: Version,
    }),
    output: OauthSettings,
  }),
  exchangeOauthCode: procedure({
    summary: "Turn an authorization code into tokens.",
    effect: "mutate",
    once: "The code was turned into tokens the first time it was sent, and they are told once. Connect the app again.",
    revokes: true,
    access: "internal",
    input: z.object({
      ...clientCredentials,
      code: z.string().max(500),
      verifier: z.string().max(500),
      redirectUri: z.string().max(2_000).nullable(),
      resource: z.string().max(2_000).nullable(),
    }),
    output: TokenAnswer,
  }),
  refreshOauthToken: procedure({
    summary: "Turn a refresh token into new tokens; the old one is spent.",
    effect: "mutate",
    once: "The token was turned into new ones the first time it was sent, and they are told once. Connect the app again.",
    revokes: true,
    access: "internal",
    input: z.object({
      ...clientCredentials,
      refreshToken: z.string().max(500),
      scope: z.string().max(8_000).nullable(),
      resource: z.string().max(2_000).nullable(),
    }),
    output: TokenAnswer,
  }),
  revokeOauthToken: procedure({
    summary: "End the connection that a token belongs to.",
    effect: "mutate",
    revokes: true,
    access: "internal",
    input: z.object({ ...clientCredentials, token: z.string().max(500) }),
    // The error first: an empty object fits anything.
    output: z.union([OauthError, z.object({})]),
  }),
  registerOauthClient: procedure({
    summary: "Register an app on its own request.",
    effect: "mutate",
    once: "The app was registered the first time this was sent. If it got a secret, that was told once: register it again.",
    access: "internal",
    input: z.object({
      name: z.string().max(200).nullable(),
      redirectUris: RedirectUris,
      authMethod: z.enum(["none", "client_secret_post", "client_secret_basic"]),
      refreshes: z.boolean(),
    }),
    output: z.union([
      z.object({ clientId: z.string(), secret: z.string().nullable(), issuedAt: Instant, name: z.string() }),
      OauthError,
    ]),
  }),
  sweepOauth: procedure({
    summary: "Remove codes, tokens and connections that nobody can use any more.",
    effect: "mutate",
    access: "internal",
    input: z.object({}),
    output: z.object({ removed: z.int() }),
  }),
})
