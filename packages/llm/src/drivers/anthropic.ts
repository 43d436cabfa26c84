import { z } from "zod"
import { apiKeyField, baseUrlField } from "../credential.ts"
import type { Connection, HttpDriver } from "../driver.ts"
import { anthropicMessages } from "../protocols/anthropic-messages.ts"
import { endpointOf } from "../transport/address.ts"
import { getJson } from "../transport/get-json.ts"

export const anthropic: HttpDriver = {
  id: "anthropic",
  label: "Anthropic",
  summary: "Claude models, directly from Anthropic.",
  credential: z.object({ apiKey: apiKeyField, baseUrl: baseUrlField.optional() }),
  protocol: anthropicMessages,
  endpoint,
  auth,
  async listModels(connection, signal) {
    const { label } = anthropic
    const { apiKey, query, guard } = connection
    const call = { label, endpoint: endpoint(connection), headers: auth(connection), apiKey, guard, signal }
    const { data = [] } = (await getJson({ ...call, path: "/models", query: query ?? "limit=1000" })) as {
      data?: WireModel[]
    }
    return data.map(({ id, display_name, max_input_tokens, max_tokens }) => ({
      ...anthropic.capabilities(id),
      id,
      label: display_name ?? id,
      ...(max_input_tokens && { contextWindowTokens: max_input_tokens }),
      ...(max_tokens && { maxOutputTokens: max_tokens }),
    }))
  },
  capabilities: (model) => ({
    vision: true,
    tools: true,
    reasoning: !/claude-3-(?!7)|claude-2/.test(model),
    promptCaching: true,
    contextWindowTokens: 200_000,
  }),
}

interface WireModel {
  id: string
  display_name?: string
  max_input_tokens?: number | null
  max_tokens?: number | null
}

function endpoint({ baseUrl }: Connection): string {
  return endpointOf(baseUrl, "https://api.anthropic.com/v1")
}

function auth({ apiKey = "" }: Connection): Record<string, string> {
  return { "x-api-key": apiKey, "anthropic-version": "2023-06-01" }
}
