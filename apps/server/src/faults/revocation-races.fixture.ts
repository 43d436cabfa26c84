import { randomUUID } from "node:crypto"
import { databaseFromTemplate, openSession, type Session, signIn, spawnServer } from "@countersign/testing"
import pg from "pg"
import { afterAll, inject } from "vitest"
import { plugins } from "../plugins.ts"

const ADMINISTRATOR = { email: "ana@example.test", password: "correct horse battery" }

export interface RaceCounts {
  races: number
  /** By the way in which the right went: those that were answered before, and those that were refused. */
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
  const root = await signIn(two.url, ADMINISTRATOR.email, ADMINISTRATOR.password)
  const ways: Record<string, () => Promise<Contest>> = {
    rule: async () => {
      const asker = await application({ rules: GROUPS })
      const { id, version } = asker
      const take = () => demand(root, "platform.updateApplication", { id, version, rules: ["catalog.group.read"] })
      return makingAGroup(asker, take)
    },
    role: async () => {
      const role = await made("platform.createRole", { name: randomUUID(), rules: GROUPS })
      const { id, version } = role
      const take = () => demand(root, "platform.updateRole", { id, version, rules: ["catalog.group.read"] })
      return makingAGroup(await application({ roles: [id] }), take)
    },
    key: async () => {
      const asker = await application({ rules: GROUPS })
      const { id, keyId } = asker
      return makingAGroup(asker, () => demand(root, "platform.revokeKey", { id, keyId }))
    },
    application: async () => {
      const asker = await application({ rules: GROUPS })
      return makingAGroup(asker, () => demand(root, "platform.disableApplication", { id: asker.id }))
    },
    grant: async () => {
      const { asker, shared, teamId, system } = await granted([])
      return changing(system, asker, () => demand(root, "platform.setGrant", { ...shared, teamId, level: null }))
    },
    team: async () => {
      const { asker, teamId, system } = await granted([])
      const membership = { teamId, kind: "application", memberId: asker.id }
      return changing(system, asker, () => demand(root, "platform.removeTeamMember", membership))
    },
    privacy: async () => {
      const asker = await application({ rules: SYSTEMS })
      const system = await made("catalog.createSystem", { name: `System ${randomUUID()}` })
      // Somebody has to see it then.
      const team = await made("platform.createTeam", { name: randomUUID().slice(0, 20) })
      const shared = { resource: "catalog.system", thingId: system.id }
      await demand(root, "platform.setGrant", { ...shared, teamId: team.id, level: "owner" })
      return changing(system, asker, () => demand(root, "platform.setPrivate", { ...shared, private: true }))
    },
    session: async () => {
      const { session, elsewhere } = await person()
      const { body } = await elsewhere.call<{ sessions: { id: string; current: boolean }[] }>("platform.listSessions")
      const other = body.sessions.find(({ current }) => !current)!
      return makingAGroup(session, () => demand(elsewhere, "platform.revokeSession", { id: other.id }))
    },
  }

  // So many races, and then on until each side has won so many of them: which one is quicker differs by machine.
  return async (races, wins) => {
    const counts: RaceCounts = { races: 0, ways: {}, before: 0, refused: 0, after: 0 }
    const starts = new Map<string, { lead: number; step: number; won: boolean | null }>()
    while (counts.races < races || Math.min(counts.before, counts.refused) < wins) {
      await Promise.all(
        Object.entries(ways).map(async ([name, way]) => {
          const { lead, step, won: wonBefore } = starts.get(name) ?? { lead: 0, step: 1, won: null }
          const { applied, won } = await race(await way(), lead)
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

  /** Somebody who may keep groups, signed in twice: at the server of the race, and at the other. */
  async function person() {
    const role = await made("platform.createRole", { name: randomUUID(), rules: GROUPS })
    const email = `${randomUUID()}@example.test`
    const { body } = await root.call<{ link: string }>("platform.invitePerson", { email, roles: [role.id] })
    const token = new URLSearchParams(new URL(body.link).hash.slice(1)).get("token")
    const session = openSession(one.url)
    const password = ADMINISTRATOR.password
    await demand(session, "platform.acceptInvitation", { token, name: "Paula", password })
    return { session, elsewhere: await signIn(two.url, email, password) }
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
