// OpenAI Agents: a streamed run with the chat completions model (docs: "Streaming", raw model events).
import { Agent, OpenAIChatCompletionsModel, run, setTracingDisabled, tool } from "@openai/agents"
import OpenAI from "openai"
import { z } from "zod"
import { begin, MAX_STEPS, providerUrl, SYSTEM, serve, writeDelta } from "../chat/serve.ts"

setTracingDisabled(true)
const client = new OpenAI({ baseURL: providerUrl, apiKey: "none" })
const add = tool({
  name: "add",
  description: "Adds two numbers.",
  parameters: z.object({ a: z.number(), b: z.number() }),
  execute: async ({ a, b }) => ({ sum: a + b }),
})
const model = new OpenAIChatCompletionsModel(client, "scripted")
const agent = new Agent({ name: "Assistant", instructions: SYSTEM, model, tools: [add] })

serve(async (prompt, response) => {
  begin(response)
  const stream = await run(agent, prompt, { stream: true, maxTurns: MAX_STEPS })
  for await (const event of stream) {
    if (event.type === "raw_model_stream_event" && event.data.type === "output_text_delta")
      writeDelta(response, event.data.delta)
  }
  await stream.completed
  response.end("data: [DONE]\n\n")
})
