import { sql } from "drizzle-orm"
import { implement } from "../../../access/implement.ts"
import { type Profile, sessionContract } from "../../../contract/platform/session.ts"
import type { Tx } from "../../../db/database.ts"
import { ConflictError, NotFoundError } from "../../../errors.ts"
import { forgetPrincipal } from "../../../identity/principal/forget-principal.ts"

export const updateProfile = implement(sessionContract.updateProfile, async (ctx, { name, version }) => {
  const { id } = ctx.principal
  const before = await readProfile(ctx.tx, id)
  const result = await ctx.tx.execute<Profile & Record<string, unknown>>(sql`
    UPDATE platform.person SET name = ${name}, version = version + 1, updated_at = now()
    WHERE id = ${id} AND version = ${version} RETURNING id, name, email, version`)
  const after = result.rows[0]
  if (!after)
    throw new ConflictError(
      "Your profile was changed elsewhere meanwhile. Look at it and try again.",
      await readProfile(ctx.tx, id),
    )
  ctx.audit({ thing: { type: "platform.person" }, before, after })
  ctx.signal("platform.person")
  forgetPrincipal(ctx, `user:${id}`)
  return after
})

async function readProfile(tx: Tx, id: string): Promise<Profile> {
  const result = await tx.execute<Profile & Record<string, unknown>>(
    sql`SELECT id, name, email, version FROM platform.person WHERE id = ${id} AND erased_at IS NULL`,
  )
  const profile = result.rows[0]
  if (!profile) throw new NotFoundError("Your account no longer exists.")
  return profile
}
