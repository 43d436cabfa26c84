import { randomUUID } from "node:crypto"
import { databaseFromTemplate, openSession, type Session, signIn, spawnServer } from "@countersign/testing"
import pg from "pg"
import { afterAll, inject } from "vitest"
import { plugins } from "../plugins.ts"

const ADMINISTRATOR = { email: "ana@example.test", password: "correct horse battery" }

export interface RaceCounts {
  races: number
  /** By the verb that took the right: those that were answered before, and those that were refused. */
  ways: Record<string, { before: number; refused: number }>
  /** Applies that were answered before the revocation was. */
  before: number
  refused: number
  /** Changes that were committed after the answer of the revocation had arrived: there must be none. */
  after: number
}

/**
 * An apply on one server against the end of the right it needs on the other, at nearly the same moment. Judged by the
 * order of the answers: once the revocation's has arrived, the database is asked what it holds, and nothing may be added.
 */
export async function raceRevocations(): Promise<(races: number, wins: number) => Promise<RaceCounts>> {
  const cluster = inject("postgres")
  const { config, drop } = await databaseFromTemplate(cluster, plugins)
  const variables = {
    DATABASE_URL: `postgres://${cluster.user}@localhost:${cluster.port}/${config.database}?host=${encodeURIComponent(cluster.host)}`,
    COUNTERSIGN_SECRET: "the same secret on both servers, long enough",
    COUNTERSIGN_ADMIN_EMAIL: ADMINISTRATOR.email,
    COUNTERSIGN_ADMIN_PASSWORD: ADMINISTRATOR.password,
  }
  const [one, two] = await Promise.all([spawnServer(variables), spawnServer(variables)])
  const pool = new pg.Pool({ ...config, max: 4 })
  afterAll(async () => {
    await pool.end()
    await Promise.all([one.stop(), two.stop()])
    await drop()
  })
  await pool.query("UPDATE platform.ai_settings SET calls_per_minute = 100000")
  // Where revocations wait for no apply, 16 and 27 of 42 applies were committed after the answer.
  // A wait by time: between the look at the rights and the commit, so that races are decided there.
  const dawdle = "BEGIN PERFORM pg_sleep(0.03); RETURN NULL; END"
  await pool.query(`CREATE FUNCTION catalog.dawdle() RETURNS trigger LANGUAGE plpgsql AS $$ ${dawdle} $$;
    CREATE TRIGGER dawdle AFTER INSERT ON catalog.system_group EXECUTE FUNCTION catalog.dawdle();
    CREATE TRIGGER dawdle AFTER UPDATE ON catalog.system EXECUTE FUNCTION catalog.dawdle()`)
  const root = await signIn(two.url, ADMINISTRATOR.email, ADMINISTRATOR.password)
  const fewer = ["catalog.group.read"]
  const byRoot = (verb: RacedVerb, input: object) => () => demand(root, verb, input)
  const ofPerson = async (input: (paula: Person) => object | Promise<object>, verb: RacedVerb) => {
    const paula = await person()
    return makingAGroup(paula.session, byRoot(verb, await input(paula)))
  }
  const ways: Record<RacedVerb, () => Promise<Contest>> = {
    "platform.updateApplication": async () => {
      const asker = await application({ rules: GROUPS })
      const { id, version } = asker
      return makingAGroup(asker, byRoot("platform.updateApplication", { id, version, rules: fewer }))
    },
    "platform.setApplicationConfirm": async () => {
      const asker = await application({ rules: GROUPS })
      const { id, version } = asker
      return makingAGroup(asker, byRoot("platform.setApplicationConfirm", { id, version, confirm: "person" }))
    },
    "platform.disableApplication": async () => {
      const asker = await application({ rules: GROUPS })
      return makingAGroup(asker, byRoot("platform.disableApplication", { id: asker.id }))
    },
    "platform.deleteApplication": async () => {
      const asker = await application({ rules: GROUPS })
      return makingAGroup(asker, byRoot("platform.deleteApplication", { id: asker.id }))
    },
    "platform.revokeKey": async () => {
      const asker = await application({ rules: GROUPS })
      return makingAGroup(asker, byRoot("platform.revokeKey", { id: asker.id, keyId: asker.keyId }))
    },
    "platform.rotateKey": async () => {
      const asker = await application({ rules: GROUPS })
      return makingAGroup(asker, byRoot("platform.rotateKey", { id: asker.id, keyId: asker.keyId }))
    },
    "platform.updateRole": async () => {
      const { id, version } = await made("platform.createRole", { name: randomUUID(), rules: GROUPS })
      const asker = await application({ roles: [id] })
      return makingAGroup(asker, byRoot("platform.updateRole", { id, version, rules: fewer }))
    },
    "platform.deleteRole": async () => {
      const { id } = await made("platform.createRole", { name: randomUUID(), rules: GROUPS })
      return makingAGroup(await application({ roles: [id] }), byRoot("platform.deleteRole", { id }))
    },
    "platform.setGrant": async () => {
      const { asker, shared, teamId, system } = await granted([])
      return changing(system, asker, byRoot("platform.setGrant", { ...shared, teamId, level: null }))
    },
    "platform.removeTeamMember": async () => {
      const { asker, teamId, system } = await granted([])
      const membership = { teamId, kind: "application", memberId: asker.id }
      return changing(system, asker, byRoot("platform.removeTeamMember", membership))
    },
    "platform.deleteTeam": async () => {
      const { asker, teamId, system } = await granted([])
      return changing(system, asker, byRoot("platform.deleteTeam", { id: teamId }))
    },
    "platform.setPrivate": async () => {
      const asker = await application({ rules: SYSTEMS })
      const system = await made("catalog.createSystem", { name: `System ${randomUUID()}` })
      // Somebody has to see it then.
      const team = await made("platform.createTeam", { name: randomUUID().slice(0, 20) })
      const shared = { resource: "catalog.system", thingId: system.id }
      await demand(root, "platform.setGrant", { ...shared, teamId: team.id, level: "owner" })
      return changing(system, asker, byRoot("platform.setPrivate", { ...shared, private: true }))
    },
    "platform.updatePerson": () => ofPerson(({ id, version }) => ({ id, version, roles: [] }), "platform.updatePerson"),
    "platform.disablePerson": () => ofPerson(({ id }) => ({ id }), "platform.disablePerson"),
    "platform.signOutPerson": () => ofPerson(({ id }) => ({ id }), "platform.signOutPerson"),
    "platform.resetSecondFactor": () =>
      ofPerson(async ({ id }) => {
        await pool.query(
          "INSERT INTO platform.two_factor (person_id, secret, backup_codes, verified) VALUES ($1, 's', 'b', true)",
          [id],
        )
        await pool.query("UPDATE platform.person SET two_factor_enabled = true WHERE id = $1", [id])
        return { id }
      }, "platform.resetSecondFactor"),
    "platform.signOut": async () => {
      const { session } = await person()
      const same = openSession(two.url, session.cookie())
      return makingAGroup(session, () => demand(same, "platform.signOut", {}))
    },
    "platform.signOutEverywhere": async () => {
      const { session } = await person()
      const same = openSession(two.url, session.cookie())
      return makingAGroup(session, () => demand(same, "platform.signOutEverywhere", {}))
    },
    "platform.revokeSession": async () => {
      const { session, email } = await person()
      const elsewhere = await signIn(two.url, email, ADMINISTRATOR.password)
      const { body } = await elsewhere.call<{ sessions: { id: string; current: boolean }[] }>("platform.listSessions")
      const other = body.sessions.find(({ current }) => !current)!
      return makingAGroup(session, () => demand(elsewhere, "platform.revokeSession", { id: other.id }))
    },
    "platform.changePassword": async () => {
      const { session, email } = await person()
      const elsewhere = await signIn(two.url, email, ADMINISTRATOR.password)
      const change = { currentPassword: ADMINISTRATOR.password, newPassword: "eight dry herons" }
      return makingAGroup(session, () => demand(elsewhere, "platform.changePassword", change))
    },
    "platform.resetPassword": async () => {
      const { session, id } = await person()
      const { body } = await root.call<{ link: string }>("platform.createResetLink", { id })
      const change = { token: tokenOf(body.link), password: "eight dry herons" }
      return makingAGroup(session, () => demand(openSession(two.url), "platform.resetPassword", change))
    },
  }

  // So many races, and then on until each side has won so many of them: which one is quicker differs by machine.
  return async (races, wins) => {
    const counts: RaceCounts = { races: 0, ways: {}, before: 0, refused: 0, after: 0 }
    const starts = new Map<string, { lead: number; step: number; won: boolean | null }>()
    for (let round = 0; counts.races < races || Math.min(counts.before, counts.refused) < wins; round += 1) {
      const chosen = Array.from({ length: AT_ONCE }, (_, at) => RACED[(round * AT_ONCE + at) % RACED.length]!)
      await Promise.all(
        chosen.map(async (name) => {
          const { lead, step, won: wonBefore } = starts.get(name) ?? { lead: 0, step: 1, won: null }
          const { applied, won } = await race(await ways[name](), lead)
          counts.races += 1
          const ofWay = counts.ways[name] ?? { before: 0, refused: 0 }
          counts.ways[name] = ofWay
          if (applied === "after") counts.after += 1
          else {
            counts[won ? "before" : "refused"] += 1
            ofWay[won ? "before" : "refused"] += 1
          }
          // Whoever won begins later next time, by twice as much as long as they go on winning: soon races are close.
          const next = won === wonBefore ? step * 2 : 1
          starts.set(name, { lead: lead + (won ? -next : next), step: next, won })
        }),
      )
    }
    return counts
  }

  async function race(contest: Contest, lead: number): Promise<{ applied: "before" | "after" | "not"; won: boolean }> {
    const { asker, toolName, input, name, take } = contest
    const { body: proposal } = await asker.call<{ token: string }>("ai.proposeTool", { toolName, input })
    if (!proposal.token) throw new Error(`${toolName} was not proposed: ${JSON.stringify(proposal)}`)
    const applying = later(-lead).then(() => asker.call("ai.applyTool", { token: proposal.token }))
    await later(lead)
    await take()
    // What is committed is seen, so what is not there now and is there later was committed after the answer.
    const seen = await countChanges(toolName, name)
    const { status } = await applying
    const changed = await countChanges(toolName, name)
    return { applied: changed === seen ? (changed ? "before" : "not") : "after", won: status === 200 }
  }

  async function countChanges(toolName: string, name: string): Promise<number> {
    const { rows } = await pool.query(
      "SELECT count(*)::int AS n FROM platform.audit WHERE action = $1 AND outcome = 'executed' AND thing_name = $2",
      [toolName, name],
    )
    return rows[0].n
  }

  async function made(verb: string, input: object): Promise<{ id: string; version: number; name: string }> {
    const { status, body } = await root.call<{ id: string; version: number; name: string }>(verb, input)
    if (status !== 200) throw new Error(`${verb} failed: ${JSON.stringify(body)}`)
    return body
  }

  /** An application that reaches one system as an editor, by the grant of its team alone. */
  async function granted(rules: string[]) {
    const asker = await application({ rules })
    const system = await made("catalog.createSystem", { name: `System ${randomUUID()}` })
    const team = await made("platform.createTeam", { name: randomUUID().slice(0, 20) })
    const shared = { resource: "catalog.system", thingId: system.id }
    await demand(root, "platform.addTeamMember", { teamId: team.id, kind: "application", memberId: asker.id })
    await demand(root, "platform.setGrant", { ...shared, teamId: team.id, level: "editor" })
    return { asker, system, teamId: team.id, shared }
  }

  /** Somebody who may keep groups, signed in at the server of the race. */
  async function person(): Promise<Person> {
    const role = await made("platform.createRole", { name: randomUUID(), rules: GROUPS })
    const email = `${randomUUID()}@example.test`
    const { body } = await root.call<{ link: string }>("platform.invitePerson", { email, roles: [role.id] })
    const session = openSession(one.url)
    const password = ADMINISTRATOR.password
    await demand(session, "platform.acceptInvitation", { token: tokenOf(body.link), name: "Paula", password })
    const { rows } = await pool.query("SELECT id, version FROM platform.person WHERE email = $1", [email])
    return { session, email, ...rows[0] }
  }

  async function application(holding: { rules?: string[]; roles?: string[] }): Promise<Application> {
    const { body } = await root.call<{
      application: { id: string; version: number; keys: { id: string }[] }
      key: string
    }>("platform.createApplication", { name: randomUUID(), ...holding })
    const { application: created, key } = body
    const { body: trusted } = await root.call<{ version: number }>("platform.setApplicationConfirm", {
      id: created.id,
      version: created.version,
      confirm: "client",
    })
    return {
      id: created.id,
      keyId: created.keys[0]!.id,
      version: trusted.version,
      async call<T>(verb: string, input: object): Promise<{ status: number; body: T }> {
        const response = await fetch(`${one.url}/api/v1/${verb.replace(".", "/")}`, {
          method: "POST",
          headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
          body: JSON.stringify(input),
        })
        return { status: response.status, body: (await response.json()) as T }
      },
    }
  }
}

/**
 * Verbs that take something away from somebody who may be applying meanwhile, at whatever server. The others that do are in
 * revokes.test.ts, with why they are not raced.
 */
export const RACED = [
  "platform.updateApplication",
  "platform.updateRole",
  "platform.revokeKey",
  "platform.disableApplication",
  "platform.setGrant",
  "platform.removeTeamMember",
  "platform.setPrivate",
  "platform.revokeSession",
  "platform.setApplicationConfirm",
  "platform.deleteApplication",
  "platform.rotateKey",
  "platform.deleteRole",
  "platform.deleteTeam",
  "platform.updatePerson",
  "platform.disablePerson",
  "platform.signOutPerson",
  "platform.resetSecondFactor",
  "platform.signOut",
  "platform.signOutEverywhere",
  "platform.changePassword",
  "platform.resetPassword",
] as const
type RacedVerb = (typeof RACED)[number]

/** Races that run beside each other. In three rounds every verb has had its turn. */
const AT_ONCE = 7

interface Person {
  session: Session
  email: string
  id: string
  version: number
}

const tokenOf = (link: string) => new URLSearchParams(new URL(link).hash.slice(1)).get("token")

const GROUPS = ["catalog.group.read", "catalog.group.manage"]
const SYSTEMS = ["catalog.system.read", "catalog.system.manage"]

interface Asker {
  call<T>(verb: string, input: object): Promise<{ status: number; body: T }>
}

interface Application extends Asker {
  id: string
  keyId: string
  version: number
}

/** A change that somebody proposes and applies, and what takes their right to it meanwhile. */
interface Contest {
  asker: Asker
  toolName: string
  input: object
  /** Of what it changes, as the audit log has it. */
  name: string
  take(): Promise<void>
}

function makingAGroup(asker: Asker, take: Contest["take"]): Contest {
  const name = `Group ${randomUUID()}`
  return { asker, toolName: "catalog.createGroup", input: { name, description: "" }, name, take }
}

function changing({ id, name }: { id: string; name: string }, asker: Asker, take: Contest["take"]): Contest {
  return { asker, toolName: "catalog.updateSystem", input: { systemId: id, description: "Raced." }, name, take }
}

async function demand(session: Session, verb: string, input: object): Promise<void> {
  const { status, body } = await session.call(verb, input)
  if (status !== 200) throw new Error(`${verb} failed: ${JSON.stringify(body)}`)
}

/** Finer than a timer: a race that is decided by a millisecond is none. */
async function later(ms: number): Promise<void> {
  const until = performance.now() + ms
  while (performance.now() < until) await new Promise(setImmediate)
}
