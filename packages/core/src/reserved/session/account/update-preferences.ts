import { sql } from "drizzle-orm"
import { implement } from "../../../access/implement.ts"
import { Preferences, sessionContract } from "../../../contract/platform/session.ts"
import { NotFoundError } from "../../../errors.ts"

/** No version: each preference is one switch, and the last one to flip it meant it. */
export const updatePreferences = implement(sessionContract.updatePreferences, async (ctx, changes) => {
  const { id, name } = ctx.principal
  const result = await ctx.tx.execute<{ preferences: unknown }>(sql`
    UPDATE platform.person SET preferences = preferences || ${JSON.stringify(changes)}::jsonb WHERE id = ${id} RETURNING preferences`)
  const row = result.rows[0]
  if (!row) throw new NotFoundError("Your account no longer exists.")
  ctx.audit({ thing: { type: "platform.person", id, name }, after: changes })
  // Their other open tabs and browsers follow.
  ctx.signal("platform.person")
  return Preferences.parse(row.preferences)
})
