import {
  ChatConnection,
  ChatScope,
  Connection,
  Instant,
  line,
  MODEL_FAMILIES,
  ModelEntry,
  Patience,
  procedure,
  ScopeDefault,
  SpendCap,
  STANDARD_PATIENCE,
  Version,
} from "@countersign/core/contract"
import { z } from "zod"
import { chatAccess, connectionAccess } from "./access.ts"

const ConnectionId = z.uuid().toLowerCase()
const storable = (text: string) => text.isWellFormed() && !/\p{Cc}/u.test(text)
const UNSTORABLE = "Holds characters that nobody can see. Write it anew instead of pasting it."
const Model = z.string().trim().max(300).refine(storable, UNSTORABLE)

/** What the driver's credential schema asks for. It is checked against that schema, which knows more. */
const Credential = {
  apiKey: z.string().max(8_192).nullable(),
  baseUrl: z.string().trim().max(2_048).refine(storable, UNSTORABLE).nullable(),
  settings: z.record(z.string().max(50).refine(storable, UNSTORABLE), z.string().max(500).refine(storable, UNSTORABLE)),
}

const Draft = {
  label: line("A name", 80),
  baseUrl: Credential.baseUrl.default(null),
  settings: Credential.settings.default({}),
  availableModels: z.array(Model.min(1)).max(500).default([]).describe("Empty: whatever the provider lists."),
  contextWindowTokens: z.int().min(1_024).max(100_000_000).nullable().default(null),
  modelFamily: z.enum(MODEL_FAMILIES).default("generic"),
  spendCap: SpendCap.refine(
    (cap) => cap.tokenBudget !== undefined || cap.usdBudget !== undefined,
    "A cap needs a budget: in tokens, in US dollars, or both.",
  )
    .nullable()
    .default(null),
  disableTopicalClassifier: z.boolean().default(false),
  patience: Patience.default(STANDARD_PATIENCE).describe("How many seconds the provider may be silent."),
  roles: z
    .array(z.string().min(1).max(64).refine(storable, UNSTORABLE))
    .max(50)
    .default([])
    .describe("Empty: everyone who may use the assistant."),
}

export const DriverEntry = z.object({
  id: z.string(),
  label: z.string(),
  summary: z.string(),
  rehearsal: z.boolean(),
  /** JSON Schema. Of its properties, `apiKey` and `baseUrl` stand by themselves in a connection, the others are settings. */
  credential: z.record(z.string(), z.unknown()),
})
export type DriverEntry = z.infer<typeof DriverEntry>

export const ModelList = z.object({
  models: z.array(ModelEntry),
  /** The one to start with. */
  suggested: z.string().nullable(),
  listedAt: Instant.nullable(),
  /** Why the provider could not be asked this time. */
  problem: z.string().nullable(),
})
export type ModelList = z.infer<typeof ModelList>

export const connectionProcedures = {
  listDrivers: procedure({
    summary: "List the kinds of AI providers that can be connected, with what each needs.",
    effect: "read",
    access: connectionAccess.manage,
    input: z.object({}),
    output: z.object({ drivers: z.array(DriverEntry) }),
  }),
  listConnections: procedure({
    summary: "List the AI connections with their settings, without their keys.",
    effect: "read",
    access: connectionAccess.manage,
    input: z.object({}),
    output: z.object({ connections: z.array(Connection) }),
  }),
  getConnection: procedure({
    summary: "Read an AI connection, without its key.",
    effect: "read",
    access: connectionAccess.manage,
    input: z.object({ id: ConnectionId }),
    output: Connection,
  }),
  createConnection: procedure({
    summary:
      "Connect an AI provider. Without a model the smartest listed one is taken; workspaces without a default take it.",
    effect: "mutate",
    egress: true,
    access: connectionAccess.manage,
    input: z.object({
      driver: z.string().min(1).max(50),
      apiKey: Credential.apiKey.default(null),
      ...Draft,
      defaultModel: Model.default(""),
    }),
    output: Connection,
  }),
  updateConnection: procedure({
    summary: "Change an AI connection. Leave the key out to keep the one that is stored; null removes it.",
    effect: "mutate",
    access: connectionAccess.manage,
    input: z.object({
      id: ConnectionId,
      apiKey: Credential.apiKey.optional(),
      ...Draft,
      defaultModel: Model,
      version: Version,
    }),
    output: Connection,
  }),
  deleteConnection: procedure({
    summary: "Delete an AI connection. Refused while it is a workspace's default; conversations on it take another.",
    effect: "destructive",
    access: connectionAccess.manage,
    input: z.object({ id: ConnectionId, version: Version }),
    output: z.object({ id: z.uuid() }),
  }),
  testConnection: procedure({
    summary: "Make one small call with an AI connection and say whether it works. It counts as use.",
    effect: "mutate",
    egress: true,
    access: connectionAccess.manage,
    input: z.object({ id: ConnectionId }),
    output: z.object({
      ok: z.boolean(),
      sentence: z.string(),
      latencyMs: z.int(),
      models: z.array(ModelEntry),
    }),
  }),
  listModels: procedure({
    summary: "List the models of an AI connection, as it was read lately or now.",
    effect: "read",
    egress: { when: "refresh" },
    access: connectionAccess.manage,
    input: z.object({ connectionId: ConnectionId, refresh: z.boolean().default(false) }),
    output: ModelList,
  }),
  /** It changes nothing; but reads can be asked by GET, and a key must not stand in an address. */
  previewModels: procedure({
    summary: "List the models of an AI provider before it is connected.",
    effect: "mutate",
    egress: true,
    access: connectionAccess.manage,
    input: z.object({
      driver: z.string().min(1).max(50),
      apiKey: Credential.apiKey.default(null),
      baseUrl: Credential.baseUrl.default(null),
      settings: Credential.settings.default({}),
    }),
    output: ModelList,
  }),
  listDefaults: procedure({
    summary: "List which AI connection and model each workspace begins with.",
    effect: "read",
    access: connectionAccess.manage,
    input: z.object({}),
    output: z.object({ defaults: z.array(ScopeDefault) }),
  }),
  setDefault: procedure({
    summary: "Choose the AI connection and model that a workspace begins with.",
    effect: "mutate",
    access: connectionAccess.manage,
    input: z.object({
      scope: ChatScope,
      connectionId: ConnectionId,
      model: Model.optional().describe("One that the connection allows; anything else becomes its default."),
    }),
    output: ScopeDefault,
  }),
  clearDefault: procedure({
    summary: "Leave a workspace without a default: it begins with the first AI connection there is.",
    effect: "mutate",
    access: connectionAccess.manage,
    input: z.object({ scope: ChatScope }),
    output: z.object({ scope: ChatScope }),
  }),
  listChatConnections: procedure({
    summary: "List the AI connections and models that you can chat with.",
    effect: "read",
    access: chatAccess.read,
    input: z.object({}),
    output: z.object({ connections: z.array(ChatConnection), defaults: z.array(ScopeDefault) }),
  }),
  refreshModelPrices: procedure({
    summary: "Fetch the public list of models with their prices when the stored one is old.",
    effect: "mutate",
    access: "internal",
    input: z.object({}),
    output: z.object({ outcome: z.enum(["unneeded", "fresh", "refreshed", "failed"]) }),
  }),
}
