// Ours, in a process of its own: proposes and applies through the gate, without HTTP.
import { invokeTool } from "../packages/core/src/gate/invoke-tool.ts"
import type { Principal } from "../packages/core/src/identity/principal.ts"
import { applyWithToken } from "../packages/core/src/proposals/apply.ts"
import { drive, setup, takeOrders } from "./drive.ts"
import { openInProcess } from "./in-process.ts"

const { config, secret, poolSize, concurrency, people, url } = setup
const { platform } = await openInProcess(config, secret, { poolSize, publicUrl: url })
const callers = (people as string[]).map((id) => {
  const principal: Principal = {
    kind: "user",
    id,
    name: `Person ${id}`,
    email: `${id}@example.test`,
    sessionId: null,
    rules: new Set(["*"]),
    teamIds: [],
    grants: new Map(),
  }
  return () => platform.caller(principal, "http")
})
let tokens: string[] = []
const callerOf = (at: number) => callers[at % callers.length]!()

takeOrders(async (order: { systems?: { id: string; name: string }[] }) => {
  if (!order.systems) return drive(tokens, concurrency, (token, at) => applyWithToken(callerOf(at), token))
  tokens = new Array(order.systems.length)
  return drive(order.systems, concurrency, async ({ id, name }, at) => {
    const request = { toolName: "catalog.updateSystem", input: { systemId: id, description: `What ${name} does.` } }
    const outcome = await invokeTool({ caller: callerOf(at), mode: "approve" }, request)
    if (outcome.status !== "awaiting_signature") throw new Error(`It was ${outcome.status}.`)
    tokens[at] = outcome.token!
  })
})
