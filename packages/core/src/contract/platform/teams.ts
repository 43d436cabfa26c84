import { z } from "zod"
import { GRANT_LEVELS } from "../access.ts"
import { Instant, pageInput, pageOf, Version } from "../paging.ts"
import { defineContract, procedure } from "../procedure.ts"
import { line } from "../text/line.ts"
import { teamAccess } from "./access.ts"

export { teamAccess } from "./access.ts"

export const Team = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  members: z.int(),
  grants: z.int(),
  createdAt: Instant,
  version: Version,
})
export type Team = z.infer<typeof Team>

export const MemberKind = z.enum(["user", "application"])

export const TeamMember = z.object({ kind: MemberKind, id: z.uuid(), name: z.string(), email: z.string().nullable() })
export type TeamMember = z.infer<typeof TeamMember>

export const TeamGrant = z.object({
  resource: z.string(),
  thingId: z.string(),
  /** Null where the thing's plugin has no verb that tells it. */
  name: z.string().nullable(),
  level: z.enum(GRANT_LEVELS),
  private: z.boolean(),
})
export type TeamGrant = z.infer<typeof TeamGrant>

/** Counts are replaced by what they count. Grants on private things are listed for members and managers of teams only. */
export const TeamDetails = Team.omit({ members: true, grants: true }).extend({
  members: z.array(TeamMember),
  grants: z.array(TeamGrant),
})
export type TeamDetails = z.infer<typeof TeamDetails>

const TeamName = line("A name", 80)
const Description = z.string().trim().max(500)
const membership = z.object({ teamId: z.uuid(), kind: MemberKind.default("user"), memberId: z.uuid() })

export const teamsContract = defineContract("platform", {
  listTeams: procedure({
    summary: "List teams, a page at a time.",
    effect: "read",
    access: teamAccess.read,
    input: z.object({ ...pageInput(["name", "createdAt", "match"]), text: z.string().trim().max(200).optional() }),
    output: pageOf(Team),
  }),
  getTeam: procedure({
    summary: "Read one team with its members and what is shared with it.",
    effect: "read",
    access: teamAccess.read,
    input: z.object({ id: z.uuid() }),
    output: TeamDetails,
  }),
  createTeam: procedure({
    summary: "Create a team.",
    effect: "mutate",
    access: teamAccess.manage,
    input: z.object({ name: TeamName, description: Description.default("") }),
    output: TeamDetails,
  }),
  updateTeam: procedure({
    summary: "Change a team's name or description.",
    effect: "mutate",
    access: teamAccess.manage,
    input: z.object({
      id: z.uuid(),
      version: Version,
      name: TeamName.optional(),
      description: Description.optional(),
    }),
    output: TeamDetails,
  }),
  deleteTeam: procedure({
    summary: "Delete a team and everything it was granted.",
    effect: "destructive",
    revokes: true,
    access: teamAccess.manage,
    input: z.object({ id: z.uuid() }),
    output: z.object({}),
  }),
  addTeamMember: procedure({
    summary: "Put a person or an application into a team.",
    effect: "mutate",
    access: teamAccess.manage,
    input: membership,
    output: TeamDetails,
  }),
  removeTeamMember: procedure({
    summary: "Take a person or an application out of a team.",
    effect: "mutate",
    revokes: true,
    access: teamAccess.manage,
    input: membership,
    output: TeamDetails,
  }),
})
