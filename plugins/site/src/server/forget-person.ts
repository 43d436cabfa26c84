import { implement } from "@countersign/core/server"
import { siteContract } from "../contract.ts"
import { renameAuthor } from "./site-store.ts"

export const forgetPerson = implement(siteContract.forgetPerson, async (ctx, { personId, name }) => {
  const renamed = await renameAuthor(ctx.tx, personId, name)
  if (renamed > 0)
    ctx.audit({ thing: { type: "platform.person", id: personId, name }, after: { renamed }, wroteOn: [] })
  return { renamed }
})
