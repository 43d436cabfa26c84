import { implement } from "../../access/implement.ts"
import { teamsContract } from "../../contract/platform/teams.ts"
import { quoteName } from "../../contract/text/quote-name.ts"
import { forgetPrincipal } from "../../identity/principal/forget-principal.ts"
import { demandTeam, readTeam } from "./get-team.ts"
import { dropMember, membersOf } from "./team-store.ts"

export const removeTeamMember = implement(teamsContract.removeTeamMember, async (ctx, { teamId, kind, memberId }) => {
  const team = await demandTeam(ctx, teamId)
  const members = await membersOf(ctx.tx, teamId)
  const member = members.find((one) => one.kind === kind && one.id === memberId)
  if (!member) return readTeam(ctx, teamId)

  await dropMember(ctx.tx, teamId, kind, memberId)
  ctx.audit({
    thing: { id: teamId, name: team.name },
    before: { member: { kind, id: memberId, name: member.name } },
    note: `Took ${quoteName(member.name)} out of the team ${quoteName(team.name)}.`,
  })
  ctx.signal(kind === "user" ? "platform.person" : "platform.application")
  forgetPrincipal(ctx, `${kind}:${memberId}`)
  return readTeam(ctx, teamId)
})
