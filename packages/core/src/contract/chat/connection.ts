import { z } from "zod"
import { Instant, Version } from "../paging.ts"
import { ChatScope } from "./conversation.ts"

export const MODEL_FAMILIES = ["anthropic", "openai", "generic"] as const

/** How much may be spent in a rolling window: tokens, money where prices are known, or both. */
export const SpendCap = z.strictObject({
  tokenBudget: z.int().min(1).max(1_000_000_000_000).optional(),
  usdBudget: z.number().positive().max(10_000_000).optional(),
  windowMinutes: z.int().min(1).max(525_600),
  /** For each principal, or for all who use the connection together. */
  per: z.enum(["principal", "connection"]),
})
export type SpendCap = z.infer<typeof SpendCap>

/** Shorter would end models that are only busy; longer, nobody watches. */
const Seconds = z
  .int("Write whole seconds.")
  .min(5, "Wait at least 5 seconds.")
  .max(1_800, "Wait at most 1,800 seconds, which is half an hour.")

/** How long a provider may be silent before its answer is ended. */
export const Patience = z.strictObject({
  /** Before the first word of an answer. */
  firstTokenSeconds: Seconds,
  /** Between two words of it. */
  betweenTokensSeconds: Seconds,
})
export type Patience = z.infer<typeof Patience>

export const STANDARD_PATIENCE: Patience = { firstTokenSeconds: 60, betweenTokensSeconds: 90 }

/** A configured provider, as administrators see it. The key is never shown again. */
export const Connection = z.object({
  id: z.uuid(),
  driver: z.string(),
  driverLabel: z.string(),
  label: z.string(),
  baseUrl: z.string().nullable(),
  /** What else the driver's credential schema asks for, without the key. */
  settings: z.record(z.string(), z.string()),
  hasKey: z.boolean(),
  defaultModel: z.string(),
  /** Empty: the listed models, else the default one alone. */
  availableModels: z.array(z.string()),
  contextWindowTokens: z.int().nullable(),
  modelFamily: z.enum(MODEL_FAMILIES),
  spendCap: SpendCap.nullable(),
  disableTopicalClassifier: z.boolean(),
  patience: Patience,
  /** Ids of the roles that may use it; empty: everyone who may use the assistant. */
  roles: z.array(z.string()),
  createdAt: Instant,
  updatedAt: Instant,
  version: Version,
})
export type Connection = z.infer<typeof Connection>

export const ModelEntry = z.object({
  id: z.string(),
  label: z.string(),
  contextWindowTokens: z.int().nullable(),
  vision: z.boolean(),
  reasoning: z.boolean(),
  usdPerMillionTokens: z.object({ input: z.number(), output: z.number() }).nullable(),
})
export type ModelEntry = z.infer<typeof ModelEntry>

/** A connection as people who chat see it: what to choose from, and nothing secret. */
export const ChatConnection = z.object({
  id: z.uuid(),
  label: z.string(),
  driver: z.string(),
  driverLabel: z.string(),
  /** It plays scripts; there is no AI behind it. */
  rehearsal: z.boolean(),
  defaultModel: z.string(),
  models: z.array(ModelEntry),
})
export type ChatConnection = z.infer<typeof ChatConnection>

export const ScopeDefault = z.object({ scope: ChatScope, connectionId: z.uuid(), model: z.string() })
export type ScopeDefault = z.infer<typeof ScopeDefault>

/** What a model call was for. All of them count against the cap. */
export const SPEND_PURPOSES = ["turn", "title", "classifier", "summary", "headless", "test"] as const
export type SpendPurpose = (typeof SPEND_PURPOSES)[number]
