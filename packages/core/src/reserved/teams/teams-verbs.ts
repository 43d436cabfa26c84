import { addTeamMember } from "./add-team-member.ts"
import { createTeam } from "./create-team.ts"
import { deleteTeam } from "./delete-team.ts"
import { getTeam } from "./get-team.ts"
import { listTeams } from "./list-teams.ts"
import { removeTeamMember } from "./remove-team-member.ts"
import { updateTeam } from "./update-team.ts"

export const teamsVerbs = {
  listTeams,
  getTeam,
  createTeam,
  updateTeam,
  deleteTeam,
  addTeamMember,
  removeTeamMember,
}
