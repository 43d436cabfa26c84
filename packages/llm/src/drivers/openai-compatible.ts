import { z } from "zod"
import { apiKeyField, baseUrlField } from "../credential.ts"
import type { Connection, HttpDriver } from "../driver.ts"
import { openaiChat } from "../protocols/openai-chat.ts"
import { endpointOf } from "../transport/address.ts"
import { getJson } from "../transport/get-json.ts"

export const openaiCompatible: HttpDriver = {
  id: "openai-compatible",
  label: "OpenAI-compatible server",
  summary: "Azure, vLLM, LM Studio, gateways: chat completions at any address.",
  credential: z.object({
    baseUrl: baseUrlField.meta({ description: "Up to, not including, /chat/completions." }),
    apiKey: apiKeyField.optional(),
    keyHeader: z
      .enum(["authorization", "api-key"])
      .default("authorization")
      .meta({ title: "Key header", description: "Azure wants api-key." }),
    query: z
      .string()
      .trim()
      .regex(/^[\w.~=&%+-]*$/)
      .max(500)
      .optional()
      .meta({ title: "Query", description: "Added to every address, such as api-version=2026-10-01." }),
  }),
  protocol: openaiChat,
  endpoint,
  auth,
  async listModels(connection, signal) {
    const { label } = openaiCompatible
    const { apiKey, query, guard } = connection
    const call = { label, endpoint: endpoint(connection), headers: auth(connection), apiKey, guard, signal }
    const { data = [] } = (await getJson({ ...call, path: "/models", query })) as {
      data?: { id: string; name?: string }[]
    }
    return data.map(({ id, name }) => ({ id, label: name ?? id }))
  },
  // A guess from the name, and a careful one: an image makes a server that takes none fail.
  capabilities: (model) => ({
    vision: /gpt-4o|gpt-4\.1|gpt-[5-9]|\bo[34]\b|claude|gemini|vision|-vl\b|pixtral|llava|gemma-?[34]|llama-?4/i.test(
      model,
    ),
    tools: true,
    reasoning: /(^|\/)(o\d|gpt-[5-9]|gpt-oss)/.test(model),
    promptCaching: false,
  }),
}

function endpoint({ baseUrl }: Connection): string {
  // There is no standard address, only the usual path of one.
  return baseUrl ? endpointOf(baseUrl, "http://localhost/v1") : ""
}

function auth({ apiKey, keyHeader }: Connection): Record<string, string> {
  if (!apiKey) return {}
  return keyHeader === "api-key" ? { "api-key": apiKey } : { authorization: `Bearer ${apiKey}` }
}
