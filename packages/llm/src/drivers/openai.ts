import { z } from "zod"
import { apiKeyField, baseUrlField } from "../credential.ts"
import type { Capabilities, Connection, HttpDriver } from "../driver.ts"
import { openaiResponses } from "../protocols/openai-responses.ts"
import { endpointOf } from "../transport/address.ts"
import { getJson } from "../transport/get-json.ts"

export const openai: HttpDriver = {
  id: "openai",
  label: "OpenAI",
  summary: "GPT models, directly from OpenAI.",
  credential: z.object({ apiKey: apiKeyField, baseUrl: baseUrlField.optional() }),
  protocol: openaiResponses,
  // Leaves out the padding that hides the length of words from who watches the wire: more to read for every token.
  dialect: { extra: { stream_options: { include_obfuscation: false } } },
  endpoint,
  auth,
  async listModels(connection, signal) {
    const { label } = openai
    const { apiKey, query, guard } = connection
    const call = { label, endpoint: endpoint(connection), headers: auth(connection), apiKey, guard, signal }
    const { data = [] } = (await getJson({ ...call, path: "/models", query })) as { data?: { id: string }[] }
    const answering = data.filter(({ id }) => ANSWERS.test(id) && !SPECIALISED.test(id))
    // A proxy at another base URL may have names of its own.
    return (answering.length > 0 ? answering : data).map(({ id }) => ({ ...capabilities(id), id, label: id }))
  },
  capabilities,
}

/** The list names every model of the account, most of which hold no conversation. */
const ANSWERS = /^(gpt-|chatgpt-|o\d|ft:)/
const SPECIALISED = /audio|realtime|transcribe|tts|image|search|embedding|instruct|moderation|live/

function capabilities(model: string): Capabilities {
  const isOld = /^(ft:)?(gpt-3|gpt-4(?!o|\.|-turbo))/.test(model)
  const reasoning = /^(ft:)?(o\d|gpt-([5-9]|\d\d))/.test(model) && !model.includes("-chat")
  return { vision: !isOld, tools: true, reasoning, promptCaching: !isOld }
}

function endpoint({ baseUrl }: Connection): string {
  return endpointOf(baseUrl, "https://api.openai.com/v1")
}

function auth({ apiKey = "" }: Connection): Record<string, string> {
  return { authorization: `Bearer ${apiKey}` }
}
