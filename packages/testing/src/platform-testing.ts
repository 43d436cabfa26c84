import { randomUUID } from "node:crypto"
import { teamsContract } from "@countersign/core/contract"
import { defineTesting } from "./plugin-testing.ts"
import { personId, type TestPlatform } from "./test-platform.ts"

/** What the suites need to know of the platform's own verbs, tables and lists. */
export const platformTesting = defineTesting({
  access: {
    hidden: [
      {
        at: ["platform.revokeSession.id"],
        make: (testing) => insertForOlga(testing, "session", { token_hash: randomUUID(), expires_at: "2099-01-01Z" }),
      },
      {
        at: ["platform.removePasskey.id"],
        make: (testing) =>
          insertForOlga(testing, "passkey", {
            public_key: "x",
            credential_id: randomUUID(),
            counter: 0,
            device_type: "singleDevice",
            backed_up: false,
          }),
      },
      { at: ["platform.disconnectApp.id"], make: olgasApp },
    ],
    // Whoever holds the rule sees all of them.
    open: [
      "platform.*.providerId",
      "platform.*.personId",
      "platform.*.teamId",
      "platform.*.memberId",
      "platform.*.clientId",
      "platform.*.keyId",
      "platform.*.team",
      "platform.*.teams",
      "platform.*Person.id",
      "platform.*Invitation.id",
      "platform.*Team.id",
      "platform.*Application.id",
      "platform.*Key.id",
      "platform.*OauthClient.id",
      "platform.*OauthGrant.id",
      "platform.*OidcProvider.id",
      "platform.createResetLink.id",
      "platform.resetSecondFactor.id",
      "platform.setApplicationConfirm.id",
      "platform.*Role.id",
      // Whoever reads the audit log reads all of it.
      "platform.*Audit.principalId",
      "platform.*Audit.thingId",
      "platform.*Audit.correlationId",
      "platform.getAuditEntry.id",
      "platform.setApplicationVoice.id",
    ],
  },
  writing: {
    makers: [
      ["platform.createTeam", "teamId"],
      ["platform.createRole", "roleId"],
    ],
    owners: [
      [/^platform\.\w*Team$/, "teamId"],
      [/^platform\.\w*Role$/, "roleId"],
      [/^platform\.\w*Person$/, "personId"],
    ],
    unwritten: [
      // Hosts and names of secrets have a grammar that no made-up text fits.
      "platform.setSecretHosts",
      ...named("acceptInvitation invitePerson setUp signIn verifySecondFactor requestPasswordReset resetPassword"),
      ...named("changePassword confirmEmailChange requestEmailChange confirmTotp disableTotp startTotp"),
      ...named("renewBackupCodes startPasskeyRegistration finishPasskeyRegistration"),
      ...named("addOauthClient updateOauthClient denyAuthorization grantAuthorization"),
      ...named("addOidcProvider updateOidcProvider startOidcSignIn finishOidcSignIn"),
      ...named("updateMailSettings sendTestMail updatePreferences updateSettings setGrant setPrivate"),
      // Ids of roles and rules, which stand for themselves, and who holds them.
      ...["createApplication roles", "createApplication rules", "createRole rules"].map((field) => `platform.${field}`),
      ...["updatePerson roles", "updateRole", "updateApplication"].map((field) => `platform.${field}`),
    ],
  },
  unmarked: {
    "platform.conversation": "Seen by its owner alone, and titles of conversations repeat by nature.",
    "platform.migration": "Written by us: the name of a step of the database.",
    "platform.one_time_link": "The name that whoever accepts an invitation will have; the person is marked.",
    "platform.setting_secret": "Written by us: the name of a field of a plugin's settings.",
    "platform.passkey": "Seen by its owner alone, who named it.",
  },
  ranked: {
    "platform.listTeams": {
      make: async ({ platform, as }, { name, text: description }) =>
        platform.call(await as("root", "administrator"), teamsContract.createTeam, { name, description }),
    },
    "platform.listPeople": {
      make: ({ database }, { name, text }) =>
        database.pool.query("INSERT INTO platform.person (name, email) VALUES ($1, $2)", [
          name,
          `${text.includes("product") ? "product" : randomUUID()}@example.test`,
        ]),
    },
  },
})

function named(verbs: string): string[] {
  return verbs.split(" ").map((verb) => `platform.${verb}`)
}

/** What only a browser or an app could make. */
async function insertForOlga(
  { database }: TestPlatform,
  table: string,
  values: Record<string, unknown>,
): Promise<{ id: string }> {
  await database.pool.query(
    "INSERT INTO platform.person (id, name, email) VALUES ($1, 'Olga', 'olga@example.test') ON CONFLICT DO NOTHING",
    [personId("olga")],
  )
  const columns = { person_id: personId("olga"), ...values }
  const places = Object.keys(columns).map((_, at) => `$${at + 1}`)
  const { rows } = await database.pool.query(
    `INSERT INTO platform.${table} (${Object.keys(columns).join(", ")}) VALUES (${places.join(", ")}) RETURNING id`,
    Object.values(columns),
  )
  return { id: rows[0].id }
}

async function olgasApp(testing: TestPlatform): Promise<{ id: string }> {
  const { rows } = await testing.database.pool.query("SELECT id FROM platform.oauth_client LIMIT 1")
  return insertForOlga(testing, "oauth_grant", {
    client_id: rows[0].id,
    scopes: ["read"],
    resource: "x",
    expires_at: "2099-01-01Z",
  })
}
