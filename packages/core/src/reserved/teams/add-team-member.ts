import { implement } from "../../access/implement.ts"
import { teamsContract } from "../../contract/platform/teams.ts"
import { quoteName } from "../../contract/text/quote-name.ts"
import { NotFoundError } from "../../errors.ts"
import { forgetPrincipal } from "../../identity/principal/forget-principal.ts"
import { demandTeam, readTeam } from "./get-team.ts"
import { findHolderName, membersOf, putMember } from "./team-store.ts"

export const addTeamMember = implement(teamsContract.addTeamMember, async (ctx, { teamId, kind, memberId }) => {
  const team = await demandTeam(ctx, teamId)
  const name = await findHolderName(ctx.tx, kind, memberId)
  if (name === null)
    throw new NotFoundError(
      kind === "user"
        ? `No person has the id ${memberId}. List them with platform.listPeople.`
        : `No application has the id ${memberId}. List them with platform.listApplications.`,
    )
  const members = await membersOf(ctx.tx, teamId)
  if (members.some((member) => member.kind === kind && member.id === memberId)) return readTeam(ctx, teamId)

  await putMember(ctx.tx, teamId, kind, memberId)
  ctx.audit({
    thing: { id: teamId, name: team.name },
    after: { member: { kind, id: memberId, name } },
    note: `Put ${quoteName(name)} into the team ${quoteName(team.name)}.`,
  })
  ctx.signal(kind === "user" ? "platform.person" : "platform.application")
  forgetPrincipal(ctx, `${kind}:${memberId}`)
  return readTeam(ctx, teamId)
})
