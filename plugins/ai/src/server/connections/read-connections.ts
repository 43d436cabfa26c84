import { listConnections as list, withoutKey } from "@countersign/core/assistant"
import { implement } from "@countersign/core/server"
import { aiContract } from "../../contract.ts"
import { demandConnection } from "./demand-connection.ts"

export const listConnections = implement(aiContract.listConnections, async (ctx) => ({
  connections: (await list(ctx.tx)).map(withoutKey),
}))

export const getConnection = implement(aiContract.getConnection, async (ctx, { id }) =>
  withoutKey(await demandConnection(ctx, id)),
)
