import { z } from "zod"
import { apiKeyField, baseUrlField } from "../credential.ts"
import type { Connection, HttpDriver, ModelInfo } from "../driver.ts"
import { openaiResponses } from "../protocols/openai-responses.ts"
import { endpointOf } from "../transport/address.ts"
import { getJson } from "../transport/get-json.ts"

export const openrouter: HttpDriver = {
  id: "openrouter",
  label: "OpenRouter",
  summary: "Models of many providers behind one key, with prices and the cost of every call.",
  credential: z.object({ apiKey: apiKeyField, baseUrl: baseUrlField.optional() }),
  protocol: openaiResponses,
  endpoint,
  auth,
  async listModels(connection, signal) {
    const { data = [] } = (await ask(connection, "/models", signal)) as { data?: WireModel[] }
    return data.map(toModel)
  },
  /** The list is public: it says nothing about the key. */
  async verify(connection, signal) {
    await ask(connection, "/key", signal)
  },
  // The list knows each model; until it is read, a request is written for a model that can do everything.
  capabilities: () => ({ vision: true, tools: true, reasoning: true, promptCaching: true }),
}

interface WireModel {
  id: string
  name?: string
  context_length?: number | null
  architecture?: { input_modalities?: string[] }
  supported_parameters?: string[]
  top_provider?: { max_completion_tokens?: number | null }
  /** US dollars per token, as text. */
  pricing?: { prompt?: string; completion?: string; input_cache_read?: string; input_cache_write?: string }
}

function toModel({
  id,
  name,
  context_length,
  architecture,
  supported_parameters,
  top_provider,
  pricing,
}: WireModel): ModelInfo {
  const can = (parameter: string) => supported_parameters?.includes(parameter) ?? false
  const [input, output] = [perMillion(pricing?.prompt), perMillion(pricing?.completion)]
  const [cacheRead, cacheWrite] = [perMillion(pricing?.input_cache_read), perMillion(pricing?.input_cache_write)]
  return {
    id,
    label: name ?? id,
    vision: architecture?.input_modalities?.includes("image") ?? false,
    tools: can("tools"),
    reasoning: can("reasoning"),
    promptCaching: cacheRead !== undefined,
    ...(context_length && { contextWindowTokens: context_length }),
    ...(top_provider?.max_completion_tokens && { maxOutputTokens: top_provider.max_completion_tokens }),
    ...(input !== undefined &&
      output !== undefined && { usdPerMillionTokens: { input, output, cacheRead, cacheWrite } }),
  }
}

/** A router's price is -1: it depends on the model it picks. */
function perMillion(usdPerToken: string | undefined): number | undefined {
  const usd = Number(usdPerToken)
  return usdPerToken === undefined || Number.isNaN(usd) || usd < 0
    ? undefined
    : Number((usd * 1_000_000).toPrecision(12))
}

function ask(connection: Connection, path: string, signal: AbortSignal | undefined): Promise<unknown> {
  const { apiKey, query, guard } = connection
  const { label } = openrouter
  return getJson({
    label,
    endpoint: endpoint(connection),
    path,
    query,
    headers: auth(connection),
    apiKey,
    guard,
    signal,
  })
}

function endpoint({ baseUrl }: Connection): string {
  return endpointOf(baseUrl, "https://openrouter.ai/api/v1")
}

function auth({ apiKey = "" }: Connection): Record<string, string> {
  return { authorization: `Bearer ${apiKey}` }
}
