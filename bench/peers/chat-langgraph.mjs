// LangGraph: the prebuilt agent, streamed by message (docs: "Streaming", mode "messages").
import { HumanMessage } from "@langchain/core/messages"
import { tool } from "@langchain/core/tools"
import { createReactAgent } from "@langchain/langgraph/prebuilt"
import { ChatOpenAI } from "@langchain/openai"
import { z } from "zod"
import { begin, MAX_STEPS, providerUrl, SYSTEM, serve, writeDelta } from "../chat/serve.ts"

const add = tool(async ({ a, b }) => JSON.stringify({ sum: a + b }), {
  name: "add",
  description: "Adds two numbers.",
  schema: z.object({ a: z.number(), b: z.number() }),
})
const llm = new ChatOpenAI({ model: "scripted", apiKey: "none", configuration: { baseURL: providerUrl } })
const agent = createReactAgent({ llm, tools: [add], prompt: SYSTEM })

serve(async (prompt, response) => {
  begin(response)
  const options = { streamMode: "messages", recursionLimit: 2 * MAX_STEPS }
  for await (const [message] of await agent.stream({ messages: [new HumanMessage(prompt)] }, options)) {
    if (message.getType() === "ai" && message.content !== "") writeDelta(response, message.content)
  }
  response.end("data: [DONE]\n\n")
})
