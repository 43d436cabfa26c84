// Ours, in a process of its own: proposes and applies through the gate, without HTTP.
import { invokeTool } from "../../packages/core/src/gate/invoke-tool.ts"
import { applyWithToken } from "../../packages/core/src/proposals/apply.ts"
import { drive, setup, takeOrders } from "./drive.ts"
import { openInProcess } from "./in-process.ts"
import { type Person, toPrincipal } from "./people.ts"

const { config, secret, poolSize, concurrency, people, url } = setup
const { platform } = await openInProcess(config, secret, { poolSize, publicUrl: url })
const principals = (people as Person[]).map(toPrincipal)
let tokens: string[] = []
const callerOf = (at: number) => platform.caller(principals[at % principals.length]!, "http")

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
