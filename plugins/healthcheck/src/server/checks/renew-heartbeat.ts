import { randomBytes } from "node:crypto"
import { baseUrl, ConflictError, implement, NotFoundError } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { healthcheckContract } from "../../contract.ts"
import { hashOfToken } from "../engine/beat.ts"
import { checks } from "./check-store.ts"
import { targetsOfChecks } from "./target-store.ts"

export const renewHeartbeat = implement(healthcheckContract.renewHeartbeat, async (ctx, { id, targetId }) => {
  const check = await checks.hold(ctx, id)
  if (check.strategyId !== "heartbeat")
    throw new ConflictError("Only a heartbeat has an address to be called at. This check looks by itself.")
  const target = (await targetsOfChecks(ctx, [id])).find((one) => one.id === targetId)
  if (!target) throw new NotFoundError("This check has no such target. Read it again.")
  const token = randomBytes(24).toString("base64url")
  await ctx.tx.execute(sql`
    INSERT INTO healthcheck.heartbeat (target_id, token_hash, waiting_since)
    VALUES (${targetId}, ${hashOfToken(token)}, platform.now())
    ON CONFLICT (target_id) DO UPDATE SET token_hash = EXCLUDED.token_hash`)
  ctx.audit({ thing: { id, name: check.name }, note: "A new address for its calls.", wroteOn: [] })
  return { url: `${baseUrl(ctx)}/api/push/${token}` }
})
