// Mastra: an agent on an OpenAI-compatible address, its full stream (docs: "Streaming" and "Models", custom URL).
import { Mastra } from "@mastra/core"
import { Agent } from "@mastra/core/agent"
import { createTool } from "@mastra/core/tools"
import { z } from "zod"
import { begin, MAX_STEPS, providerUrl, SYSTEM, serve, writeDelta } from "../chat/serve.ts"

const add = createTool({
  id: "add",
  description: "Adds two numbers.",
  inputSchema: z.object({ a: z.number(), b: z.number() }),
  execute: async ({ a, b }) => ({ sum: a + b }),
})
const assistant = new Agent({
  id: "assistant",
  name: "Assistant",
  instructions: SYSTEM,
  model: { id: "scripted/scripted", url: providerUrl, apiKey: "none" },
  tools: { add },
})
const agent = new Mastra({ agents: { assistant }, logger: false }).getAgent("assistant")

serve(async (prompt, response) => {
  begin(response)
  const { fullStream } = await agent.stream(prompt, { maxSteps: MAX_STEPS })
  for await (const { type, payload } of fullStream) if (type === "text-delta") writeDelta(response, payload.text)
  response.end("data: [DONE]\n\n")
})
