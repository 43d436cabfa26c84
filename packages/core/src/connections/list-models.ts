import { type Driver, type Connection as LlmConnection, type ModelInfo, ProviderError } from "@countersign/llm"
import type { Runtime } from "../access/runtime.ts"
import type { ModelEntry } from "../contract/chat/connection.ts"
import type { Database } from "../db/database.ts"
import { type StoredConnection, storeModels } from "./connection-store.ts"
import type { Credential } from "./credential.ts"
import { toModelEntry } from "./model-facts.ts"
import { forgetConnections, openConnection } from "./open-connection.ts"
import { readCatalogue } from "./pricing.ts"
import { smartestModel } from "./smartest-model.ts"

export interface ModelList {
  models: ModelEntry[]
  /** The one to start with. */
  suggested: string | null
  /** When the provider was last asked with success. */
  listedAt: string | null
  /** Why the provider could not be asked this time. */
  problem: string | null
}

/** The provider's list: as it was read lately, or read now. One that cannot be read leaves the old one and says why. */
export async function listModels(
  runtime: Runtime,
  stored: StoredConnection,
  { refresh, signal }: { refresh: boolean; signal?: AbortSignal },
): Promise<ModelList> {
  const { driver, llm } = openConnection(runtime, stored)
  const catalogue = await readCatalogue(runtime)
  const age = stored.modelsAt === null ? Number.POSITIVE_INFINITY : Date.now() - Date.parse(stored.modelsAt)
  let { models, modelsAt: listedAt } = stored
  let problem: string | null = null
  if (refresh || (age > READ_AGAIN_MS && mayAskByItself(runtime, stored.id))) {
    const asked = await askForModels(runtime, driver, llm, signal)
    problem = asked.problem
    if (problem) noteFailure(runtime, stored.id)
    if (asked.models) {
      models = asked.models
      listedAt = await storeModels(runtime.database, stored.id, models)
      forgetConnections(runtime.database)
    }
  }
  const entries = models.map(({ id }) => toModelEntry({ ...stored, models }, driver, id, catalogue))
  return { models: entries, suggested: smartestModel(models), listedAt, problem }
}

/** A provider that cannot be read is asked once a minute, however many pages show its list. */
const ASK_AGAIN_MS = 60_000
const failures = new WeakMap<Database, Map<string, number>>()

function mayAskByItself({ database }: Runtime, connectionId: string): boolean {
  return performance.now() - (failures.get(database)?.get(connectionId) ?? Number.NEGATIVE_INFINITY) > ASK_AGAIN_MS
}

function noteFailure({ database }: Runtime, connectionId: string): void {
  const failed = failures.get(database) ?? new Map<string, number>()
  failures.set(database, failed.set(connectionId, performance.now()))
}

/** For a form that is not saved yet. */
export async function previewModels(
  runtime: Runtime,
  { driver, apiKey, baseUrl, settings }: Credential,
  signal?: AbortSignal,
): Promise<ModelList> {
  const llm = { ...settings, apiKey: apiKey ?? undefined, baseUrl: baseUrl ?? undefined }
  const { models, problem } = await askForModels(runtime, driver, llm, signal)
  const catalogue = await readCatalogue(runtime)
  const draft = { driver: driver.id, baseUrl, contextWindowTokens: null, models: models ?? [] }
  return {
    models: draft.models.map(({ id }) => toModelEntry(draft, driver, id, catalogue)),
    suggested: smartestModel(draft.models),
    listedAt: models ? runtime.now().toISOString() : null,
    problem,
  }
}

/** `models` is null when the provider could not be asked. A driver may also throw what only it can explain. */
export async function askForModels(
  { egress }: Pick<Runtime, "egress">,
  driver: Driver,
  llm: LlmConnection,
  signal?: AbortSignal,
): Promise<{ models: ModelInfo[] | null; problem: string | null }> {
  try {
    const listed = await driver.listModels({ ...llm, guard: egress.connections }, signal)
    return { models: listed.slice(0, MOST).flatMap((model) => tidy(model) ?? []), problem: null }
  } catch (error) {
    const problem =
      error instanceof ProviderError
        ? error.failure.sentence
        : `${driver.label} answered with something that is no list of models. Check the base URL.`
    return { models: null, problem }
  }
}

/** New models appear rarely, and there is a button that asks at once. */
const READ_AGAIN_MS = 6 * 3_600_000
/** OpenRouter, the longest known, lists about 400. */
const MOST = 2_000

/** What providers send is theirs: only what has the right shape, and what Postgres can hold, is kept. */
function tidy(model: ModelInfo): ModelInfo | null {
  const { id, label, contextWindowTokens, maxOutputTokens, usdPerMillionTokens: price } = model
  if (typeof id !== "string" || id.length === 0 || id.length > 300 || !id.isWellFormed() || UNPRINTABLE.test(id))
    return null
  const kept: ModelInfo = { id, label: tidyLabel(label) || id }
  for (const name of ["vision", "tools", "reasoning", "promptCaching"] as const)
    if (typeof model[name] === "boolean") kept[name] = model[name]
  if (isCount(contextWindowTokens)) kept.contextWindowTokens = contextWindowTokens
  if (isCount(maxOutputTokens)) kept.maxOutputTokens = maxOutputTokens
  if (price && [price.input, price.output].every((usd) => Number.isFinite(usd) && usd >= 0))
    kept.usdPerMillionTokens = price
  return kept
}

const UNPRINTABLE = /\p{Cc}/u

function tidyLabel(label: unknown): string {
  return typeof label === "string"
    ? label
        .replace(/\p{Cc}/gu, " ")
        .trim()
        .slice(0, 300)
        .toWellFormed()
    : ""
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0
}
