import { isSold, readConnections, refreshCatalogue } from "@countersign/core/assistant"
import { implement, job } from "@countersign/core/server"
import { aiContract } from "../../contract.ts"

/** Hourly, and when a provider is connected. An installation that uses its own machines alone asks nobody. */
export const refreshModelPrices = implement(aiContract.refreshModelPrices, async (ctx) => {
  const { connections } = await readConnections(ctx.runtime)
  if (!connections.some(isSold)) return { outcome: "unneeded" as const }
  return { outcome: await refreshCatalogue(ctx.runtime) }
})

export const refreshModelPricesJob = job("ai.refreshModelPrices", refreshModelPrices, { schedule: "17 * * * *" })
