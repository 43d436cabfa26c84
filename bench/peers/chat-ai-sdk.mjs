// AI SDK: `streamText` piped as a UI message stream (docs: AI SDK UI, "Stream Protocols").
import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import { isStepCount, pipeUIMessageStreamToResponse, streamText, tool, toUIMessageStream } from "ai"
import { z } from "zod"
import { MAX_STEPS, providerUrl, SYSTEM, serve } from "../chat/serve.ts"

const provider = createOpenAICompatible({ name: "scripted", baseURL: providerUrl, apiKey: "none", includeUsage: true })
const model = provider.chatModel("scripted")
const add = tool({
  description: "Adds two numbers.",
  inputSchema: z.object({ a: z.number(), b: z.number() }),
  execute: async ({ a, b }) => ({ sum: a + b }),
})

serve(async (prompt, response) => {
  const { stream } = streamText({
    model,
    instructions: SYSTEM,
    prompt,
    tools: { add },
    stopWhen: isStepCount(MAX_STEPS),
  })
  await pipeUIMessageStreamToResponse({ response, stream: toUIMessageStream({ stream }) })
})
