import { fileURLToPath } from "node:url"
import { absenceOf, versionOf } from "../stage/installed.ts"
import { pin, SERVER_CORE, start } from "../stage/product.ts"
import type { StreamRequest } from "./load-streams.ts"
import { type Plan, writePlan } from "./plan.ts"

/** A server that answers with streams, running on the server's core. */
export interface ChatServer {
  pid: number
  /** One request for each stream. */
  requests(plan: Plan, count: number): Promise<StreamRequest[]>
  /** Processor time of the database, where there is one, in microseconds since it began. */
  databaseCpu?(): number
  stop(): Promise<void>
}

export interface Contender {
  name: string
  /** Why it takes no part, where it does not. */
  absent: string | null
  start(providerUrl: string): Promise<ChatServer>
  /** The tool whose rounds are measured. */
  tool: { name: string; arguments: object }
}

const ADD = { name: "add", arguments: { a: 2, b: 3 } }

export const PROXY = peer("node:http proxy without parsing", "chat-proxy.mjs")
export const DRIVER = peer("llm driver alone", "chat-llm-driver.mjs")
export const AI_SDK = peer("AI SDK", "chat-ai-sdk.mjs", ["ai", "@ai-sdk/openai-compatible"])
export const FRAMEWORKS = [
  AI_SDK,
  peer("OpenAI Agents", "chat-openai-agents.mjs", ["@openai/agents", "openai"]),
  peer("LangGraph", "chat-langgraph.mjs", ["@langchain/langgraph", "@langchain/core", "@langchain/openai"]),
  peer("Mastra", "chat-mastra.mjs", ["@mastra/core"]),
]

/** Named with the version of its first package. */
function peer(name: string, script: string, packageNames: readonly string[] = []): Contender {
  const version = packageNames[0] && versionOf(packageNames[0])
  return {
    name: version ? `${name} ${version}` : name,
    absent: absenceOf(packageNames),
    start: (providerUrl) => startScript(new URL(`../peers/${script}`, import.meta.url), providerUrl),
    tool: ADD,
  }
}

/** A script that serves on a port of its own and takes `{ prompt }`. */
export async function startScript(script: URL, providerUrl: string): Promise<ChatServer> {
  const running = await start(
    [process.execPath, fileURLToPath(script)],
    // As a deployed server runs; some frameworks check more in development.
    { PROVIDER_URL: providerUrl, NODE_ENV: "production", MASTRA_TELEMETRY_DISABLED: "1" },
    /listening (\d+)/,
  )
  pin(running.child.pid!, SERVER_CORE)
  return {
    pid: running.child.pid!,
    requests: async (plan, count) => {
      const one = { url: running.url, body: JSON.stringify({ prompt: writePlan(plan) }) }
      return Array.from({ length: count }, () => one)
    },
    stop: running.stop,
  }
}
