// The peer: the protocol's own server with static tools, served as its documentation shows for node:http. A call runs
// the statements ours runs and answers what ours answered when they were recorded.
import { createServer } from "node:http"
import { toNodeHandler } from "@modelcontextprotocol/node"
import { createMcpHandler, Server } from "@modelcontextprotocol/server"
import pg from "pg"
import { compile, replay } from "../stage/replay.ts"

const { config, poolSize, tools, plan, answer, holders } = JSON.parse(process.env.BARE_MCP)
const pool = new pg.Pool({ ...config, max: poolSize })
const statements = compile(plan)
let calls = 0

const handler = createMcpHandler(() => {
  const server = new Server({ name: "bare", version: "1.0.0" }, { capabilities: { tools: {} } })
  server.setRequestHandler("tools/list", () => ({ tools }))
  server.setRequestHandler("tools/call", async () => {
    await replay(pool, statements, { holder: holders[calls++ % holders.length], mark: crypto.randomUUID() })
    return { content: [{ type: "text", text: JSON.stringify(answer) }], structuredContent: answer }
  })
  return server
})
const listener = toNodeHandler(handler)

createServer((request, response) => void listener(request, response)).listen(0, "127.0.0.1", function () {
  console.log(`listening ${this.address().port}`)
})
