import { platformMigrations } from "../../migrations/index.ts"
import { job } from "../access/points/job.ts"
import { toolCalled } from "../audit/tool-called.ts"
import { applicationAccess, applicationsContract } from "../contract/platform/applications.ts"
import { auditAccess, auditContract } from "../contract/platform/audit.ts"
import { idempotencyContract } from "../contract/platform/idempotency.ts"
import { lookalikesContract } from "../contract/platform/lookalikes.ts"
import { mailAccess, mailContract } from "../contract/platform/mail.ts"
import { oauthAccess, oauthContract } from "../contract/platform/oauth.ts"
import { oidcAccess, oidcContract } from "../contract/platform/oidc.ts"
import { peopleContract, personAccess } from "../contract/platform/people.ts"
import { roleAccess, rolesContract } from "../contract/platform/roles.ts"
import { sampleAccess, sampleContract } from "../contract/platform/sample.ts"
import { secretAccess, secretsContract } from "../contract/platform/secrets.ts"
import { sessionContract } from "../contract/platform/session.ts"
import { settingAccess, settingsContract } from "../contract/platform/settings.ts"
import { sharingContract } from "../contract/platform/sharing.ts"
import { teamAccess, teamsContract } from "../contract/platform/teams.ts"
import { definePlugin } from "../define-plugin.ts"
import { applicationsVerbs } from "./applications/applications-verbs.ts"
import { auditRoutes } from "./audit/audit-files.ts"
import { auditVerbs } from "./audit/audit-verbs.ts"
import { sealAudit } from "./audit/seal-audit.ts"
import { sweepIdempotency } from "./idempotency/sweep-idempotency.ts"
import { lookalikesVerbs } from "./lookalikes/list-lookalikes.ts"
import { mailVerbs } from "./mail/mail-verbs.ts"
import { oauthJobs, oauthVerbs } from "./oauth/oauth-verbs.ts"
import { oidcRoutes } from "./oidc/oidc-callback.ts"
import { oidcVerbs } from "./oidc/oidc-verbs.ts"
import { eraseDepartedPeople } from "./people/erase-departed-people.ts"
import { peopleVerbs } from "./people/people-verbs.ts"
import { rolesVerbs } from "./roles/roles-verbs.ts"
import { sampleVerbs } from "./sample/sample-verbs.ts"
import { secretsVerbs } from "./secrets/secrets-verbs.ts"
import { sessionJobs, sessionVerbs } from "./session/session-verbs.ts"
import { machinePoints } from "./settings/machine-points.ts"
import { settingsVerbs } from "./settings/settings-verbs.ts"
import { sharingVerbs } from "./sharing/sharing-verbs.ts"
import { teamsVerbs } from "./teams/teams-verbs.ts"

/** The reserved plugin: people, roles, teams, applications, settings and the audit log, served by core itself. */
export const platformPlugin = definePlugin({
  id: "platform",
  contract: {
    ...sessionContract,
    ...mailContract,
    ...oauthContract,
    ...oidcContract,
    ...peopleContract,
    ...rolesContract,
    ...teamsContract,
    ...sharingContract,
    ...applicationsContract,
    ...sampleContract,
    ...auditContract,
    ...secretsContract,
    ...settingsContract,
    ...idempotencyContract,
    ...lookalikesContract,
  },
  doctor: machinePoints,
  access: [
    mailAccess,
    oauthAccess,
    oidcAccess,
    personAccess,
    roleAccess,
    teamAccess,
    applicationAccess,
    sampleAccess,
    auditAccess,
    secretAccess,
    settingAccess,
  ],
  migrations: platformMigrations,
  names: [
    { type: "platform.person", table: "platform.person" },
    { type: "platform.team", table: "platform.team" },
    { type: "platform.role", table: "platform.role", keyType: "text" },
    { type: "platform.application", table: "platform.application" },
    { type: "platform.oauth", table: "platform.oauth_client" },
    { type: "platform.oidc", table: "platform.oidc_provider" },
    { type: "platform.secret", table: "platform.secret", key: "name", keyType: "text" },
  ],
  verbs: {
    ...sessionVerbs,
    ...lookalikesVerbs,
    ...mailVerbs,
    ...oauthVerbs,
    ...oidcVerbs,
    ...peopleVerbs,
    ...rolesVerbs,
    ...teamsVerbs,
    ...sharingVerbs,
    ...applicationsVerbs,
    ...sampleVerbs,
    ...auditVerbs,
    ...secretsVerbs,
    ...settingsVerbs,
    sweepIdempotency,
  },
  routes: [...auditRoutes, ...oidcRoutes],
  events: [toolCalled],
  jobs: [
    ...sessionJobs,
    ...oauthJobs,
    job("platform.eraseDepartedPeople", eraseDepartedPeople, { schedule: "23 * * * *" }),
    job("platform.sweepIdempotency", sweepIdempotency, { schedule: "37 * * * *" }),
    job("platform.sealAudit", sealAudit, { schedule: "* * * * *" }),
  ],
})
