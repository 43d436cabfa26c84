import type { ModelPrice, Usage } from "@countersign/llm"
import { sql } from "drizzle-orm"
import type { Runtime } from "../access/runtime.ts"
import type { Database } from "../db/database.ts"
import type { Egress } from "../egress/guarded-fetch.ts"
import { pricingKey } from "./pricing-key.ts"

/** What is publicly known of models, by `pricingKey`. */
export type ModelCatalogue = ReadonlyMap<string, CatalogueEntry>

export interface CatalogueEntry {
  price: ModelPrice | null
  contextWindowTokens: number | null
}

/** Lists the models of all large providers with their list prices; takes no key. */
export const CATALOGUE_ADDRESS = "https://openrouter.ai/api/v1/models"

/**
 * What this server knows, without ever waiting for the outside: the stored catalogue is read once, and again behind the
 * back of whoever asks. Empty on an installation that could never fetch it.
 */
export async function readCatalogue(runtime: Pick<Runtime, "database" | "log">): Promise<ModelCatalogue> {
  const { database, log } = runtime
  const memo = memos.get(database)
  if (!memo) return load(database)
  if (performance.now() - memo.readAt > READ_AGAIN_MS) {
    memo.readAt = performance.now()
    load(database).catch((error) =>
      log.warn("The stored prices of models could not be read; the old ones count.", { error }),
    )
  }
  return memo.catalogue
}

/** Fetches the catalogue when the stored one is old. A failure leaves the old one and a line in the log. */
export async function refreshCatalogue(
  { database, log, egress }: Pick<Runtime, "database" | "log" | "egress">,
  { address = CATALOGUE_ADDRESS, timeoutMs = 20_000 }: { address?: string; timeoutMs?: number } = {},
): Promise<"fresh" | "refreshed" | "failed"> {
  const { rows } = await database.direct.execute<{ fresh: boolean }>(sql`
    SELECT fetched_at > clock_timestamp() - interval '6 hours' AS fresh FROM platform.model_catalogue`)
  if (rows[0]?.fresh) return "fresh"
  try {
    const catalogue = parseCatalogue(JSON.parse(await fetchText(egress, address, timeoutMs)))
    if (catalogue.size === 0) throw new Error("The answer names no model with a price or a context window.")
    await database.direct.execute(sql`
      INSERT INTO platform.model_catalogue (models) VALUES (${JSON.stringify(Object.fromEntries(catalogue))}::jsonb)
      ON CONFLICT (singleton) DO UPDATE SET models = EXCLUDED.models, fetched_at = clock_timestamp()`)
    memos.set(database, { catalogue, readAt: performance.now() })
    return "refreshed"
  } catch (error) {
    log.warn("The list of models with their prices could not be fetched; what was known before still counts.", {
      address,
      error,
    })
    return "failed"
  }
}

/** In US dollars; null where nobody knows. What the provider says it charged counts before any list. */
export function costOf(usage: Usage, price: ModelPrice | null): number | null {
  if (usage.costUsd !== undefined) return usage.costUsd
  if (!price) return null
  const { input, output, cacheRead = input, cacheWrite = input } = price
  const perMillion =
    usage.inputTokens * input +
    usage.cacheReadTokens * cacheRead +
    usage.cacheWriteTokens * cacheWrite +
    usage.outputTokens * output
  return perMillion / 1_000_000
}

/** Takes what fits and skips the rest: it is other people's data. */
export function parseCatalogue(answer: unknown): Map<string, CatalogueEntry> {
  const catalogue = new Map<string, CatalogueEntry>()
  const data = (answer as { data?: unknown } | null)?.data
  for (const model of Array.isArray(data) ? (data as (WireModel | null)[]).slice(0, MOST_MODELS) : []) {
    if (typeof model?.id !== "string" || model.id.length > 300) continue
    const [input, output] = [perMillion(model.pricing?.prompt), perMillion(model.pricing?.completion)]
    const [cacheRead, cacheWrite] = [
      perMillion(model.pricing?.input_cache_read),
      perMillion(model.pricing?.input_cache_write),
    ]
    const price =
      input === undefined || output === undefined
        ? null
        : {
            input,
            output,
            ...(cacheRead !== undefined && { cacheRead }),
            ...(cacheWrite !== undefined && { cacheWrite }),
          }
    const window = model.context_length
    const contextWindowTokens = typeof window === "number" && Number.isInteger(window) && window > 0 ? window : null
    const key = pricingKey(model.id)
    // The first of two sellers is the model's maker: the list names it without a detour.
    if ((price || contextWindowTokens) && !catalogue.has(key)) catalogue.set(key, { price, contextWindowTokens })
  }
  return catalogue
}

interface WireModel {
  id?: unknown
  context_length?: unknown
  /** US dollars per token, as text. */
  pricing?: { prompt?: unknown; completion?: unknown; input_cache_read?: unknown; input_cache_write?: unknown } | null
}

/** Another server may have fetched a newer one; prices change rarely. */
const READ_AGAIN_MS = 10 * 60_000
const MOST_MODELS = 5_000
const MAX_BYTES = 16 * 1024 * 1024

const memos = new WeakMap<Database, { catalogue: ModelCatalogue; readAt: number }>()

async function load(database: Database): Promise<ModelCatalogue> {
  const { rows } = await database.direct.execute<{ models: Record<string, CatalogueEntry> }>(
    sql`SELECT models FROM platform.model_catalogue`,
  )
  const catalogue = new Map(Object.entries(rows[0]?.models ?? {}))
  memos.set(database, { catalogue, readAt: performance.now() })
  return catalogue
}

/** A router's price is -1: it depends on the model it picks. */
function perMillion(usdPerToken: unknown): number | undefined {
  if (typeof usdPerToken !== "string" && typeof usdPerToken !== "number") return undefined
  const usd = usdPerToken === "" ? Number.NaN : Number(usdPerToken)
  return Number.isFinite(usd) && usd >= 0 ? Number((usd * 1_000_000).toPrecision(12)) : undefined
}

async function fetchText(egress: Egress, address: string, timeoutMs: number): Promise<string> {
  const headers = { accept: "application/json" }
  const { status, body } = await egress.ask(address, { headers, timeoutMs, maxBytes: MAX_BYTES })
  if (status !== 200) throw new Error(`It answered with status ${status}.`)
  return Buffer.from(body).toString("utf8")
}
