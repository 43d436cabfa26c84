import { randomUUID } from "node:crypto"
import { aiContract } from "@countersign/ai/contract"
import { catalogContract } from "@countersign/catalog/contract"
import { type AnyProcedure, type InputOf, metaOf, type OutputOf } from "@countersign/core/contract"
import { servicePrincipal } from "@countersign/core/host"
import { helloPlugin } from "@countersign/hello/server"
import { incidentContract } from "@countersign/incident/contract"
import { describeAccess, personId, type TestPlatform } from "@countersign/testing"
import { plugins } from "./plugins.ts"

await describeAccess([...plugins, helloPlugin], {
  things: {
    "catalog.system": async (testing) => ({
      granted: await addSystem(testing),
      public: await addSystem(testing),
      private: await addSystem(testing),
    }),
  },
  children: {
    "incident.incident": {
      parent: "catalog.system",
      path: "id",
      make: openIncident,
    },
  },
  hidden: [
    {
      at: ["catalog.*.systemId", "catalog.*.systemIds", "incident.*.systemId", "incident.*.systemIds"],
      make: async (testing) => ({ id: await hide(testing, await addSystem(testing)) }),
    },
    {
      at: ["platform.getSharing.thingId", "platform.setGrant.thingId", "platform.setPrivate.thingId"],
      make: async (testing) => ({
        id: await hide(testing, await addSystem(testing)),
        rest: { resource: "catalog.system" },
      }),
      // Somebody must be able to hand a thing over whose last owner has left.
      seenBy: ({ holds }) => holds("platform.team.manage"),
    },
    {
      at: ["ai.*.thing.id"],
      make: async (testing) => ({
        id: await hide(testing, await addSystem(testing)),
        rest: { thing: { type: "catalog.system" } },
      }),
    },
    { at: ["incident.*.id", "incident.*.ids"], make: async (testing) => ({ id: await hiddenIncident(testing) }) },
    {
      at: ["incident.*.updateId"],
      make: async (testing) => {
        const { id } = await call(testing, incidentContract.addUpdate, {
          id: await hiddenIncident(testing),
          message: "Psst.",
        })
        return { id, rest: { id: await openIncident(testing, await addSystem(testing)) } }
      },
    },
    {
      at: ["incident.*.linkId"],
      make: async (testing) => {
        const hidden = { id: await hiddenIncident(testing), label: "Plan", url: "https://example.test/" }
        const { id } = await call(testing, incidentContract.addLink, hidden)
        return { id, rest: { id: await openIncident(testing, await addSystem(testing)) } }
      },
    },
    {
      at: ["ai.*Conversation.id", "ai.*.conversationId"],
      make: async (testing) => ({ id: (await asOlga(testing, aiContract.createConversation, {})).id }),
    },
    {
      at: ["ai.*.memoryId"],
      make: async (testing) => ({
        id: (await asOlga(testing, aiContract.saveMemory, { text: `Mine ${randomUUID()}` })).id,
      }),
    },
    {
      at: ["ai.*.skillId"],
      make: async (testing) => ({
        id: (await asOlga(testing, aiContract.createSkill, { title: `Mine ${randomUUID()}`, text: "Look." })).id,
      }),
    },
    {
      at: ["ai.*.proposalId", "ai.*.replaces", "ai.*.undoes"],
      make: async (testing) => ({
        id: await olgasProposal(testing),
        rest: { toolName: "catalog.createGroup", input: { name: "G" } },
      }),
    },
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
    "catalog.*.groupId",
    "catalog.*.groupIds",
    "catalog.*.environmentId",
    "catalog.*.environmentIds",
    "catalog.*.ownerTeamId",
    "ai.*Connection.id",
    "ai.*.connectionId",
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
  toolDoors: ["ai.callTool", "ai.proposeTool"],
  inputs: {
    "catalog.addSystemToGroup": inSomeGroup,
    "catalog.removeSystemFromGroup": inSomeGroup,
    "catalog.getStatusTimeline": { from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z" },
    "incident.update": { title: "Still down" },
    "incident.addUpdate": { message: "We are on it." },
    "incident.editUpdate": { message: "We were on it." },
  },
})

async function addSystem(testing: TestPlatform): Promise<string> {
  const { id } = await call(testing, catalogContract.createSystem, { name: `System ${randomUUID()}` })
  return id
}

async function inSomeGroup(testing: TestPlatform): Promise<object> {
  const { id } = await call(testing, catalogContract.createGroup, { name: `Group ${randomUUID()}` })
  return { groupId: id }
}

async function openIncident(testing: TestPlatform, systemId: string): Promise<string> {
  const { id } = await call(testing, incidentContract.create, {
    title: "Down",
    severity: "major",
    systemIds: [systemId],
  })
  return id
}

async function hide(testing: TestPlatform, systemId: string): Promise<string> {
  await testing.grant("owner of the private", "owner", "catalog.system", systemId)
  await testing.makePrivate("catalog.system", systemId)
  return systemId
}

async function hiddenIncident(testing: TestPlatform): Promise<string> {
  const systemId = await addSystem(testing)
  const id = await openIncident(testing, systemId)
  await hide(testing, systemId)
  return id
}

/** Olga has everything of her own, and shares none of it. */
async function asOlga<P extends AnyProcedure>(
  testing: TestPlatform,
  procedure: P,
  input: InputOf<P>,
): Promise<OutputOf<P>> {
  await testing.database.pool.query(
    "INSERT INTO platform.person (id, name, email) VALUES ($1, 'Olga', 'olga@example.test') ON CONFLICT DO NOTHING",
    [personId("olga")],
  )
  return testing.platform.call(await testing.as("olga", "operator"), procedure, input)
}

async function olgasProposal(testing: TestPlatform): Promise<string> {
  const name = `Group ${randomUUID()}`
  const receipt = await asOlga(testing, aiContract.proposeTool, { toolName: "catalog.createGroup", input: { name } })
  return receipt.proposalId
}

/** What only a browser or an app could make. */
async function insertForOlga(
  testing: TestPlatform,
  table: string,
  values: Record<string, unknown>,
): Promise<{ id: string }> {
  await asOlga(testing, aiContract.listDocs, {})
  const columns = { person_id: personId("olga"), ...values }
  const places = Object.keys(columns).map((_, at) => `$${at + 1}`)
  const { rows } = await testing.database.pool.query(
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

/** As the platform itself, which reaches everything. */
async function call<P extends AnyProcedure>({ platform }: TestPlatform, procedure: P, input: InputOf<P>) {
  const verb = platform.verbs.get(metaOf(procedure).id)!
  const caller = platform.caller(servicePrincipal("matrix"), "cli")
  return (await verb(caller, input as never)) as OutputOf<P>
}
