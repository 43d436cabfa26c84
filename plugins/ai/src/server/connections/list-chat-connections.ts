import { listChatConnections as list, readConnections } from "@countersign/core/assistant"
import { implement } from "@countersign/core/server"
import { aiContract } from "../../contract.ts"

export const listChatConnections = implement(aiContract.listChatConnections, async (ctx) => {
  const connections = await list(ctx.runtime, ctx.principal)
  const { defaults } = await readConnections(ctx.runtime)
  const usable = new Set(connections.map(({ id }) => id))
  return { connections, defaults: defaults.filter(({ connectionId }) => usable.has(connectionId)) }
})
