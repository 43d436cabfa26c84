import { implement } from "../../access/implement.ts"
import { teamsContract } from "../../contract/platform/teams.ts"
import { quoteName } from "../../contract/text/quote-name.ts"
import { ConflictError } from "../../errors.ts"
import { addTeam } from "./team-store.ts"

export const createTeam = implement(teamsContract.createTeam, async (ctx, { name, description }) => {
  const after = await addTeam(ctx.tx, name, description)
  if (!after) throw new ConflictError(`Another team is called ${quoteName(name)}. Choose another name.`)
  ctx.audit({ after })
  return { ...after, members: [], grants: [] }
})
