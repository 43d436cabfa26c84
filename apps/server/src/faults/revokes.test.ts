import { randomUUID } from "node:crypto"
import { aiContract } from "@countersign/ai/contract"
import { metaOf } from "@countersign/core/contract"
import { type Caller, NotFoundError, type Principal } from "@countersign/core/server"
import { testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { plugins } from "../plugins.ts"
import { RACED } from "./revocation-races.fixture.ts"
import { prepareWays } from "./revoking-ways.fixture.ts"

const { platform, database, as } = await testPlatform({ plugins })
const { pool } = database
await pool.query("UPDATE platform.ai_settings SET calls_per_minute = 10000")
const root = await as("root", "administrator")
// Somebody else holds everything that is taken below.
await pool.query("INSERT INTO platform.application (name, rules) VALUES ('Bystander', $1)", [
  [...platform.registry.rules.keys()],
])
const TOOL_RULES = ["catalog.group.read", "catalog.group.manage"]

/** By the verb's id, as the administrator unless somebody else is given. */
async function call<Answer = Record<string, unknown>>(
  id: string,
  input: object,
  caller: Caller = root,
): Promise<Answer> {
  const verb = platform.verbs.get(id)
  if (!verb) throw new Error(`There is no verb ${id}.`)
  return verb(caller, input as never) as Promise<Answer>
}

const one = async <Row = { id: string }>(text: string, values: unknown[] = []) =>
  (await pool.query(text, values)).rows[0] as Row
const versionOf = async (table: string, id: string) =>
  (await one<{ version: number }>(`SELECT version FROM platform.${table} WHERE id = $1`, [id])).version

/** Somebody who came in a moment ago and whom the server still knows. */
interface Known {
  caller: Caller
  id: string
  sessionId: string
  roleId: string
}

async function person(rules: readonly string[] = TOOL_RULES): Promise<Known> {
  const name = `p${randomUUID().slice(0, 8)}`
  const { id } = await one("INSERT INTO platform.person (name, email) VALUES ($1, $2) RETURNING id", [
    name,
    `${name}@people.test`,
  ])
  const role = await call<{ id: string }>("platform.createRole", {
    name,
    rules: [...rules, "ai.tool.use"].filter((rule) => platform.registry.rules.has(rule)),
  })
  await pool.query("INSERT INTO platform.role_holder VALUES ('user', $1, $2)", [id, role.id])
  const session = await one(
    "INSERT INTO platform.session (person_id, token_hash, expires_at) VALUES ($1, $2, now() + interval '1 day') RETURNING id",
    [id, randomUUID()],
  )
  const loaded = (await platform.identity.load({ kind: "user", id, grantId: null })) as Extract<
    Principal,
    { kind: "user" }
  >
  return {
    caller: platform.caller({ ...loaded, sessionId: session.id }, "http"),
    id,
    sessionId: session.id,
    roleId: role.id,
  }
}

async function application(): Promise<{ caller: Caller; id: string; keyId: string }> {
  const { id } = await one(
    "INSERT INTO platform.application (name, rules, confirm) VALUES ($1, $2, 'client') RETURNING id",
    [randomUUID(), TOOL_RULES],
  )
  const { id: keyId } = await one(
    "INSERT INTO platform.application_key (application_id, prefix, hash) VALUES ($1, 'csk_', $2) RETURNING id",
    [id, randomUUID()],
  )
  const loaded = (await platform.identity.load({ kind: "application", id, grantId: null })) as Extract<
    Principal,
    { kind: "application" }
  >
  return { caller: platform.caller({ ...loaded, confirms: true, keyId }, "http"), id, keyId }
}

async function app(): Promise<{ caller: Caller; clientId: string; grantId: string; owner: Known }> {
  const owner = await person()
  const { id: clientId } = await one(
    "INSERT INTO platform.oauth_client (kind, client_id, name, redirect_uris, confirm) VALUES ('manual', gen_random_uuid(), 'Desk', '{https://desk.example/back}', 'client') RETURNING id",
  )
  const { id: grantId } = await one(
    "INSERT INTO platform.oauth_grant (client_id, person_id, scopes, resource, expires_at) VALUES ($1, $2, $3, 'here', now() + interval '1 day') RETURNING id",
    [clientId, owner.id, TOOL_RULES],
  )
  const loaded = await platform.identity.load({ kind: "application", id: clientId, grantId })
  return { caller: platform.caller(loaded!, "mcp"), clientId, grantId, owner }
}

interface Case {
  caller: Caller
  /** What is proposed; a new group unless it says otherwise. */
  propose?: { toolName: string; input: Record<string, unknown> }
  take(): Promise<unknown>
}

/** Somebody without any rule who may edit one system, by a grant of their team's. */
async function teamCase(
  take: (team: { teamId: string; systemId: string; member: Known }) => Promise<unknown>,
): Promise<Case> {
  const { id: systemId } = await call<{ id: string }>("catalog.createSystem", { name: `Checkout ${randomUUID()}` })
  const member = await person(["catalog.system.read"])
  const { id: teamId } = await call<{ id: string }>("platform.createTeam", { name: randomUUID() })
  await call("platform.addTeamMember", { teamId, kind: "user", memberId: member.id })
  await call("platform.setGrant", { resource: "catalog.system", thingId: systemId, teamId, level: "editor" })
  const loaded = (await platform.identity.load({ kind: "user", id: member.id, grantId: null }))!
  return {
    caller: platform.caller({ ...loaded, sessionId: member.sessionId } as Principal, "http"),
    propose: { toolName: "catalog.updateSystem", input: { systemId, description: "Changed." } },
    take: () => take({ teamId, systemId, member }),
  }
}

/** What each verb that takes something away takes, from somebody whom the server still knows. */
const CASES: Record<string, () => Promise<Case>> = {
  "platform.updateRole": async () => {
    const { caller, roleId } = await person()
    return {
      caller,
      take: async () =>
        call("platform.updateRole", { id: roleId, version: await versionOf("role", roleId), rules: [] }),
    }
  },
  "platform.deleteRole": async () => {
    const { caller, roleId } = await person()
    return { caller, take: () => call("platform.deleteRole", { id: roleId }) }
  },
  "platform.updatePerson": async () => {
    const { caller, id } = await person()
    return {
      caller,
      take: async () => call("platform.updatePerson", { id, version: await versionOf("person", id), roles: [] }),
    }
  },
  "platform.disablePerson": async () => {
    const { caller, id } = await person()
    return { caller, take: () => call("platform.disablePerson", { id }) }
  },
  "platform.signOutPerson": async () => {
    const { caller, id } = await person()
    return { caller, take: () => call("platform.signOutPerson", { id }) }
  },
  "platform.resetSecondFactor": async () => {
    const { caller, id } = await person()
    await pool.query(
      "INSERT INTO platform.two_factor (person_id, secret, backup_codes, verified) VALUES ($1, 's', 'b', true)",
      [id],
    )
    await pool.query("UPDATE platform.person SET two_factor_enabled = true WHERE id = $1", [id])
    return { caller, take: () => call("platform.resetSecondFactor", { id }) }
  },
  "platform.signOutEverywhere": async () => {
    const { caller } = await person()
    return { caller, take: () => call("platform.signOutEverywhere", {}, { ...caller, http: exchange() }) }
  },
  "platform.signOut": async () => {
    const { caller } = await person()
    return { caller, take: () => call("platform.signOut", {}, { ...caller, http: exchange() }) }
  },
  "platform.revokeSession": async () => {
    const { caller, sessionId } = await person()
    return { caller, take: () => call("platform.revokeSession", { id: sessionId }, { ...caller, http: exchange() }) }
  },
  "platform.updateApplication": async () => {
    const { caller, id } = await application()
    return {
      caller,
      take: async () =>
        call("platform.updateApplication", { id, version: await versionOf("application", id), rules: [] }),
    }
  },
  "platform.setApplicationConfirm": async () => {
    const { caller, id } = await application()
    return {
      caller,
      take: async () =>
        call("platform.setApplicationConfirm", { id, version: await versionOf("application", id), confirm: "person" }),
    }
  },
  "platform.rotateKey": async () => {
    const { caller, id, keyId } = await application()
    return { caller, take: () => call("platform.rotateKey", { id, keyId }) }
  },
  "platform.revokeKey": async () => {
    const { caller, id, keyId } = await application()
    return { caller, take: () => call("platform.revokeKey", { id, keyId }) }
  },
  "platform.disableApplication": async () => {
    const { caller, id } = await application()
    return { caller, take: () => call("platform.disableApplication", { id }) }
  },
  "platform.deleteApplication": async () => {
    const { caller, id } = await application()
    return { caller, take: () => call("platform.deleteApplication", { id }) }
  },
  "platform.disconnectApp": async () => {
    const { caller, grantId, owner } = await app()
    return { caller, take: () => call("platform.disconnectApp", { id: grantId }, owner.caller) }
  },
  "platform.revokeOauthGrant": async () => {
    const { caller, grantId } = await app()
    return { caller, take: () => call("platform.revokeOauthGrant", { id: grantId }) }
  },
  "platform.updateOauthClient": async () => {
    const { caller, clientId } = await app()
    return {
      caller,
      take: async () =>
        call("platform.updateOauthClient", {
          id: clientId,
          version: await versionOf("oauth_client", clientId),
          confirm: "person",
        }),
    }
  },
  "platform.removeOauthClient": async () => {
    const { caller, clientId } = await app()
    return { caller, take: () => call("platform.removeOauthClient", { id: clientId }) }
  },
  "platform.updateOauthSettings": async () => {
    const { caller } = await app()
    const set = async (mcpEnabled: boolean) => {
      const { version } = await call<{ version: number }>("platform.getOauthSettings", {})
      await call("platform.updateOauthSettings", { version, mcpEnabled })
    }
    return {
      caller,
      take: async () => {
        await set(false)
        switchBack.push(() => set(true))
      },
    }
  },
  "platform.removeTeamMember": () =>
    teamCase(({ teamId, member }) => call("platform.removeTeamMember", { teamId, kind: "user", memberId: member.id })),
  "platform.deleteTeam": () => teamCase(({ teamId }) => call("platform.deleteTeam", { id: teamId })),
  "platform.setGrant": () =>
    teamCase(({ teamId, systemId }) =>
      call("platform.setGrant", { resource: "catalog.system", thingId: systemId, teamId, level: null }),
    ),
  "platform.setPrivate": async () => {
    const { id: systemId } = await call<{ id: string }>("catalog.createSystem", { name: `Till ${randomUUID()}` })
    const { id: teamId } = await call<{ id: string }>("platform.createTeam", { name: randomUUID() })
    await call("platform.setGrant", { resource: "catalog.system", thingId: systemId, teamId, level: "owner" })
    const { caller } = await person(["catalog.system.read", "catalog.system.manage"])
    return {
      caller,
      propose: { toolName: "catalog.updateSystem", input: { systemId, description: "Changed." } },
      take: () => call("platform.setPrivate", { resource: "catalog.system", thingId: systemId, private: true }),
    }
  },
  "ai.setPolicy": async () => {
    const { caller } = await person()
    const subject = "tool:catalog.createGroup"
    return {
      caller,
      take: async () => {
        await call("ai.setPolicy", { subject, off: true })
        switchBack.push(() => call("ai.removePolicy", { subject }))
      },
    }
  },
}
const switchBack: (() => Promise<unknown>)[] = []
const exchange = () => ({
  request: new Request("http://localhost/"),
  responseHeaders: new Headers(),
  address: "127.0.0.1",
})

/** These take away as well: what people do with their own sessions, addresses and apps, and what is left of who went. */
const WAYS = await prepareWays()

/** Changes that leave everybody what they could do before. */
const TAKES_NOTHING = new Set(
  `platform.createApplication platform.setApplicationVoice platform.addKey platform.enableApplication platform.sealAudit platform.updateMailSettings
   platform.removeMailSettings platform.sendTestMail platform.grantAuthorization platform.denyAuthorization
   platform.addOauthClient platform.registerOauthClient platform.sweepOauth platform.sweepIdempotency platform.startOidcSignIn
   platform.addOidcProvider platform.updateOidcProvider platform.removeOidcProvider platform.testOidcProvider
   platform.unlinkOidcPerson platform.invitePerson platform.resendInvitation platform.cancelInvitation
   platform.createResetLink platform.enablePerson platform.updateRetention platform.createRole platform.addSample
   platform.removeSample platform.setSecret platform.setSecretHosts platform.deleteSecret platform.updateProfile platform.updatePreferences
   platform.requestEmailChange platform.requestPasswordReset platform.startTotp platform.confirmTotp
   platform.disableTotp platform.renewBackupCodes platform.startPasskeyRegistration
   platform.finishPasskeyRegistration platform.removePasskey platform.startPasskeySignIn platform.issueSetUpCode
   platform.createFirstAdministrator platform.mailInvitation platform.mailPasswordReset platform.mailEmailChange
   platform.mailEmailChangeNotice platform.sweepSessions platform.updateSettings platform.createTeam
   platform.updateTeam platform.addTeamMember platform.sweepIdempotency`.split(/\s+/),
)

describe("every verb that changes something", () => {
  const changing = [...platform.verbs.values()]
    .map(({ procedure }) => metaOf(procedure))
    .filter(({ effect }) => effect !== "read")

  it.each(changing.map((meta) => [meta.id, meta] as const))(
    "%s is known to take rights away, or not to",
    (id, meta) => {
      const takes = Object.hasOwn(CASES, id) || Object.hasOwn(WAYS, id)
      expect(takes).toBe(meta.revokes === true)
      // The plugins' own things are nobody's rights, except those listed above.
      if (!takes && id.startsWith("platform.")) expect(TAKES_NOTHING).toContain(id)
    },
  )
})

/** Verbs that take rights away of which no race is run on two servers: that they wait for every apply is shown below. */
const FOR_APPS =
  "Takes a right of a connected app, which comes over MCP; below it is shown, one after the other, that it waits for applies."
const ALL_AT_ONCE = "Takes it from everybody, so it would decide every other race that runs beside it."
const BY_COMING_IN = "Ends only the session that the same browser had, or takes what is left of somebody who went."
const NOT_RACED: Readonly<Record<string, string>> = {
  "ai.erasePerson": BY_COMING_IN,
  "ai.setPolicy": ALL_AT_ONCE,
  "ai.updateConversation":
    "Takes a right of a conversation's own turns; chat/turn/auto-mode-faults.test.ts races those.",
  "platform.acceptInvitation": BY_COMING_IN,
  "platform.confirmEmailChange": "Needs a mail to be read; it ends the same sessions as a new password does.",
  "platform.disconnectApp": FOR_APPS,
  "platform.eraseDepartedPeople": BY_COMING_IN,
  "platform.erasePerson": BY_COMING_IN,
  "platform.exchangeOauthCode": FOR_APPS,
  "platform.finishOidcSignIn": BY_COMING_IN,
  "platform.finishPasskeySignIn": BY_COMING_IN,
  "platform.refreshOauthToken": FOR_APPS,
  "platform.removeOauthClient": FOR_APPS,
  "platform.revokeOauthGrant": FOR_APPS,
  "platform.revokeOauthToken": FOR_APPS,
  "platform.setUp": BY_COMING_IN,
  "platform.signIn": BY_COMING_IN,
  "platform.updateOauthClient": FOR_APPS,
  "platform.updateOauthSettings": ALL_AT_ONCE,
  "platform.verifySecondFactor": BY_COMING_IN,
}

it("races every verb that takes rights away, but for those with a reason", () => {
  const takes = [...platform.verbs.values()].flatMap(({ procedure }) => {
    const { id, revokes } = metaOf(procedure)
    return revokes ? [id] : []
  })
  expect(takes.sort()).toEqual([...RACED, ...Object.keys(NOT_RACED)].sort())
})

describe("after the answer of", () => {
  it.each(Object.keys(CASES))(
    "%s nothing is applied that needed what it took, also for those a server still knows",
    async (id) => {
      const { caller, propose, take } = await CASES[id]!()
      const name = `Group ${randomUUID()}`
      const proposal = (more: string) =>
        platform.call(
          caller,
          aiContract.proposeTool,
          propose ?? { toolName: "catalog.createGroup", input: { name: name + more, description: "" } },
        )
      const [before, after] = [await proposal(" before"), await proposal(" after")]
      if (!propose) await platform.call(caller, aiContract.applyTool, { token: before.token! })

      await take()

      const refused = await platform.call(caller, aiContract.applyTool, { token: after.token! }).then(
        () => null,
        (error) => error,
      )
      for (const undo of switchBack.splice(0)) await undo()
      expect(refused).toMatchObject({ code: refused instanceof NotFoundError ? "not_found" : "forbidden" })
      const { status } = await one<{ status: string }>("SELECT status FROM platform.tool_call WHERE id = $1", [
        after.proposalId,
      ])
      expect(["proposed", "failed"]).toContain(status)
    },
  )

  it.each([...Object.keys(CASES), ...Object.keys(WAYS)])(
    "%s no apply is still going on: it waits for those that began before",
    async (id) => {
      const way = CASES[id] ? { pool, ...(await CASES[id]()) } : await WAYS[id]!()
      const applying = await way.pool.connect()
      await applying.query("BEGIN; LOCK TABLE platform.access_fence IN ROW EXCLUSIVE MODE")
      let answered = false
      const taking = way.take().then(() => {
        answered = true
      })

      try {
        await Promise.race([expect.poll(() => waiting(way.pool)).toBe(1), taking])
        expect(answered).toBe(false)
      } finally {
        await applying.query("COMMIT")
        applying.release()
      }

      await taking
      for (const undo of switchBack.splice(0)) await undo()
    },
  )
})

const waiting = async (at: typeof pool) =>
  (
    await at.query(
      "SELECT count(*)::int AS n FROM pg_locks WHERE relation = 'platform.access_fence'::regclass AND NOT granted",
    )
  ).rows[0].n
