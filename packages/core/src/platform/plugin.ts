import { platformMigrations } from "../../migrations/index.ts"
import { applicationAccess, applicationsContract } from "../contract/platform/applications.ts"
import { mailAccess, mailContract } from "../contract/platform/mail.ts"
import { peopleContract, personAccess } from "../contract/platform/people.ts"
import { roleAccess, rolesContract } from "../contract/platform/roles.ts"
import { sampleAccess, sampleContract } from "../contract/platform/sample.ts"
import { sessionContract } from "../contract/platform/session.ts"
import { sharingContract } from "../contract/platform/sharing.ts"
import { teamAccess, teamsContract } from "../contract/platform/teams.ts"
import { definePlugin, job } from "../plugin.ts"
import { applicationsVerbs } from "./applications/applications-verbs.ts"
import { mailVerbs } from "./mail/mail-verbs.ts"
import { eraseDepartedPeople } from "./people/erase-departed-people.ts"
import { peopleVerbs } from "./people/people-verbs.ts"
import { rolesVerbs } from "./roles/roles-verbs.ts"
import { sampleVerbs } from "./sample/sample-verbs.ts"
import { sessionJobs, sessionVerbs } from "./session/session-verbs.ts"
import { sharingVerbs } from "./sharing/sharing-verbs.ts"
import { teamsVerbs } from "./teams/teams-verbs.ts"

/** The reserved plugin: people, roles, teams, applications, settings and the audit log, served by core itself. */
export const platformPlugin = definePlugin({
  id: "platform",
  contract: {
    ...sessionContract,
    ...mailContract,
    ...peopleContract,
    ...rolesContract,
    ...teamsContract,
    ...sharingContract,
    ...applicationsContract,
    ...sampleContract,
  },
  access: [mailAccess, personAccess, roleAccess, teamAccess, applicationAccess, sampleAccess],
  migrations: platformMigrations,
  verbs: {
    ...sessionVerbs,
    ...mailVerbs,
    ...peopleVerbs,
    ...rolesVerbs,
    ...teamsVerbs,
    ...sharingVerbs,
    ...applicationsVerbs,
    ...sampleVerbs,
  },
  jobs: [...sessionJobs, job("platform.eraseDepartedPeople", eraseDepartedPeople, { schedule: "23 * * * *" })],
})
