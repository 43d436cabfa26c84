import { z } from "zod"
import { apiKeyField, baseUrlField } from "../credential.ts"
import type { Capabilities, Connection, HttpDriver } from "../driver.ts"
import { openaiChat } from "../protocols/openai-chat.ts"
import { endpointOf } from "../transport/address.ts"
import { getJson } from "../transport/get-json.ts"

export const ollama: HttpDriver = {
  id: "ollama",
  label: "Ollama",
  summary: "Open models on a machine of your own.",
  credential: z.object({ baseUrl: baseUrlField.optional(), apiKey: apiKeyField.optional() }),
  protocol: openaiChat,
  endpoint: (connection) => `${serverOf(connection)}/v1`,
  auth,
  async listModels(connection, signal) {
    const { label } = ollama
    const { apiKey, query, guard } = connection
    const call = { label, endpoint: serverOf(connection), headers: auth(connection), apiKey, guard, signal }
    const { models = [] } = (await getJson({ ...call, path: "/api/tags", query })) as { models?: { name: string }[] }
    return models.map(({ name }) => ({ ...capabilities(name), id: name, label: name }))
  },
  capabilities,
}

/** By the families of Ollama's library; the server itself tells only one model at a time. */
function capabilities(model: string): Capabilities {
  return {
    vision: /llava|vision|-vl\b|vl:|gemma3|gemma4|minicpm-v|moondream|llama4|mistral-small3|bakllava/.test(model),
    tools: true,
    reasoning: /gpt-oss|deepseek-r1|deepseek-v3\.|qwen3|qwq|magistral/.test(model),
    promptCaching: false,
  }
}

/** People paste either address of the server: with the `/v1` of its OpenAI side, or without. */
function serverOf({ baseUrl }: Connection): string {
  return endpointOf(baseUrl, "http://127.0.0.1:11434").replace(/\/v1$/, "")
}

function auth({ apiKey }: Connection): Record<string, string> {
  return apiKey ? { authorization: `Bearer ${apiKey}` } : {}
}
