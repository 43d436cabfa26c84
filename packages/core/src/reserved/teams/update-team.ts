import { implement } from "../../access/implement.ts"
import { teamsContract } from "../../contract/platform/teams.ts"
import { quoteName } from "../../contract/text/quote-name.ts"
import { ConflictError, databaseError } from "../../errors.ts"
import { demandTeam, readTeam } from "./get-team.ts"
import { changeTeam } from "./team-store.ts"

export const updateTeam = implement(teamsContract.updateTeam, async (ctx, { id, version, ...change }) => {
  const before = await demandTeam(ctx, id)
  const { name = before.name, description = before.description } = change
  const changed = await changeTeam(ctx.tx, id, version, { name, description }).catch((error) => {
    if (databaseError(error)?.constraint !== "team_by_name") throw error
    throw new ConflictError(`Another team is called ${quoteName(name)}. Choose another name.`)
  })
  if (!changed)
    throw new ConflictError(
      `The team ${quoteName(before.name)} was changed meanwhile. Look at it again before changing it.`,
      await readTeam(ctx, id),
    )
  ctx.audit({ before, after: await demandTeam(ctx, id) })
  return readTeam(ctx, id)
})
