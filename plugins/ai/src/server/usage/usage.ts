import { readUsage } from "@countersign/core/assistant"
import { databaseError, InvalidInputError, implement } from "@countersign/core/server"
import { aiContract } from "../../contract.ts"

export const usage = implement(aiContract.usage, async (ctx, { since, timeZone }) => {
  try {
    return { timeZone, ...(await readUsage(ctx.tx, { since: since ?? null, timeZone })) }
  } catch (error) {
    // Browsers may know zones that this database does not.
    if (databaseError(error)?.code !== "22023") throw error
    const message = "The database does not know this time zone. Name another, such as Europe/Vienna or UTC."
    throw new InvalidInputError(message, [{ path: "timeZone", message }])
  }
})
