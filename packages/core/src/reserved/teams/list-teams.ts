import { implement } from "../../access/implement.ts"
import { teamsContract } from "../../contract/platform/teams.ts"
import { pageOfTeams } from "./team-store.ts"
import { visibleGrants } from "./visible-grants.ts"

export const listTeams = implement(teamsContract.listTeams, async (ctx, request) =>
  pageOfTeams(ctx.tx, request, visibleGrants(ctx)),
)
