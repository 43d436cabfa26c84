import { randomUUID } from "node:crypto"
import { databaseFromTemplate, type Session, signIn, spawnServer } from "@countersign/testing"
import pg from "pg"
import { afterAll, inject } from "vitest"
import { plugins } from "./plugins.ts"

const ADMINISTRATOR = { email: "ana@example.test", password: "correct horse battery" }

export interface RaceCounts {
  races: number
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
export async function raceRevocations(): Promise<(races: number) => Promise<RaceCounts>> {
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
  const ways = [takeRule, disableApplication, revokeKey] as const

  return async (races) => {
    const counts: RaceCounts = { races: 0, before: 0, refused: 0, after: 0 }
    let lead = 0
    while (counts.races < races) {
      const outcomes = await Promise.all(ways.slice(0, races - counts.races).map((way) => race(way, lead)))
      for (const { applied, won } of outcomes) {
        counts.races += 1
        if (applied === "after") counts.after += 1
        else counts[won ? "before" : "refused"] += 1
        // Whoever won begins a little later next time, so that most races are close.
        lead += won ? -0.3 : 0.3
      }
    }
    return counts
  }

  async function race(
    way: (typeof ways)[number],
    lead: number,
  ): Promise<{ applied: "before" | "after" | "not"; won: boolean }> {
    const asker = await application(one.url)
    const name = `Group ${randomUUID()}`
    const { body: proposal } = await asker.call<{ token: string; proposalId: string }>("ai.proposeTool", {
      toolName: "catalog.createGroup",
      input: { name, description: "" },
    })
    const applying = later(-lead).then(() => asker.call("ai.applyTool", { token: proposal.token }))
    await later(lead)
    await way(root, asker)
    // What is committed is seen, so what is not there now and is there later was committed after the answer.
    const seen = await countGroups(name)
    const { status } = await applying
    const made = await countGroups(name)
    return { applied: made === seen ? (made ? "before" : "not") : "after", won: status === 200 }
  }

  async function countGroups(name: string): Promise<number> {
    const { rows } = await pool.query(
      "SELECT count(*)::int AS n FROM platform.audit WHERE action = 'catalog.createGroup' AND outcome = 'executed' AND thing_name = $1",
      [name],
    )
    return rows[0].n
  }

  async function application(url: string) {
    const { body } = await root.call<{
      application: { id: string; version: number; keys: { id: string }[] }
      key: string
    }>("platform.createApplication", { name: randomUUID(), rules: ["catalog.group.read", "catalog.group.manage"] })
    const { application: made, key } = body
    const { body: trusted } = await root.call<{ version: number }>("platform.setApplicationConfirm", {
      id: made.id,
      version: made.version,
      confirm: "client",
    })
    return {
      id: made.id,
      keyId: made.keys[0]!.id,
      version: trusted.version,
      async call<T>(verb: string, input: object): Promise<{ status: number; body: T }> {
        const response = await fetch(`${url}/api/v1/${verb.replace(".", "/")}`, {
          method: "POST",
          headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
          body: JSON.stringify(input),
        })
        return { status: response.status, body: (await response.json()) as T }
      },
    }
  }
}

interface Asker {
  id: string
  keyId: string
  version: number
}

async function demand(session: Session, verb: string, input: object): Promise<void> {
  const { status, body } = await session.call(verb, input)
  if (status !== 200) throw new Error(`${verb} failed: ${JSON.stringify(body)}`)
}

const takeRule = (root: Session, { id, version }: Asker) =>
  demand(root, "platform.updateApplication", { id, version, rules: ["catalog.group.read"] })
const disableApplication = (root: Session, { id }: Asker) => demand(root, "platform.disableApplication", { id })
const revokeKey = (root: Session, { id, keyId }: Asker) => demand(root, "platform.revokeKey", { id, keyId })

/** Finer than a timer: a race that is decided by a millisecond is none. */
async function later(ms: number): Promise<void> {
  const until = performance.now() + ms
  while (performance.now() < until) await new Promise(setImmediate)
}
