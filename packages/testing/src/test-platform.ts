import { createHash, randomUUID } from "node:crypto"
import type { UserPrincipal } from "@countersign/core/assistant"
import type { BuiltInRole } from "@countersign/core/contract"
import {
  createPlatform,
  type Database,
  loadHoldings,
  openDatabase,
  type Platform,
  type PlatformOptions,
  parseAllowList,
  silentLog,
} from "@countersign/core/host"
import type { Caller, Plugin } from "@countersign/core/server"
import { afterAll, inject } from "vitest"
import "./vitest-context.ts"
import { databaseFromTemplate } from "./template.ts"

/** For other processes on the same database. */
export const TEST_SECRET = "a secret for tests only, thirty-two characters or more"

/** Where the providers of tests listen. What is allowed on a server in production is up to its administrator. */
const LOOPBACK = parseAllowList("127.0.0.0/8")

export interface TestPlatform {
  platform: Platform
  database: Database
  /** A person by name, with a role. The same name is the same person. */
  as(name: string, role?: BuiltInRole): Promise<Caller>
  /** A person who holds exactly these rules. */
  asHolderOf(name: string, ruleIds: readonly string[]): Promise<Caller>
  /** Puts a person into a team that holds a grant on one thing. */
  grant(name: string, level: "viewer" | "editor" | "owner", resource: string, thingId: string): Promise<void>
  makePrivate(resource: string, thingId: string): Promise<void>
  /** What the audit log says, oldest first. */
  trail(action?: string): Promise<AuditRow[]>
  anonymous(): Promise<Caller>
  /** Another process's view of the same database: its own pool, caches and signals. */
  secondPod(options?: PodOptions): Promise<Platform>
}

type PodOptions = Partial<Pick<PlatformOptions, "now" | "publicUrl" | "log" | "role" | "egress" | "chat">>

export interface AuditRow {
  action: string
  outcome: string
  principal_name: string
  thing_type: string | null
  thing_id: string | null
  thing_name: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  note: string | null
}

/** The platform on a real database of its own, with these plugins. Stopped and dropped after the file's tests. */
export async function testPlatform(options: { plugins: readonly Plugin[] } & PodOptions): Promise<TestPlatform> {
  const { config, drop } = await databaseFromTemplate(inject("postgres"), options.plugins)
  const stops: (() => Promise<void>)[] = []
  const { platform, database } = await startPod(options)
  afterAll(async () => {
    for (const stop of stops) await stop()
    await drop()
  })

  const testing: TestPlatform = {
    platform,
    database,
    async as(name, role = "operator") {
      await addPerson(database, name)
      await giveRole(database, personId(name), role)
      return callerFor(name)
    },
    async asHolderOf(name, ruleIds) {
      const role = `only-${randomUUID()}`
      await database.pool.query("INSERT INTO platform.role (id, name) VALUES ($1, $1)", [role])
      for (const rule of ruleIds)
        await database.pool.query("INSERT INTO platform.role_rule VALUES ($1, $2)", [role, rule])
      await addPerson(database, name)
      await giveRole(database, personId(name), role)
      return callerFor(name)
    },
    async grant(name, level, resource, thingId) {
      const team = await database.pool.query(
        "INSERT INTO platform.team (name) VALUES ($1) ON CONFLICT (lower(name)) DO UPDATE SET name = EXCLUDED.name RETURNING id",
        [`Team of ${name}`],
      )
      const teamId = team.rows[0].id
      await database.pool.query("INSERT INTO platform.team_member VALUES ($1, 'user', $2) ON CONFLICT DO NOTHING", [
        teamId,
        personId(name),
      ])
      await database.pool.query(
        `INSERT INTO platform.team_grant (team_id, resource, thing_id, level) VALUES ($1, $2, $3, $4)
         ON CONFLICT (resource, thing_id, team_id) DO UPDATE SET level = EXCLUDED.level`,
        [teamId, resource, thingId, level],
      )
    },
    async makePrivate(resource, thingId) {
      await database.pool.query("INSERT INTO platform.private_thing VALUES ($1, $2) ON CONFLICT DO NOTHING", [
        resource,
        thingId,
      ])
    },
    async trail(action) {
      const { rows } = await database.pool.query(
        "SELECT * FROM platform.audit WHERE $1::text IS NULL OR action = $1 ORDER BY id",
        [action ?? null],
      )
      return rows
    },
    async anonymous() {
      const { principal } = await platform.identity.authenticate(new Request("http://localhost/"))
      return platform.caller(principal, "http")
    },
    secondPod: async (pod = {}) => (await startPod(pod)).platform,
  }
  return testing

  async function startPod(pod: PodOptions): Promise<{ platform: Platform; database: Database }> {
    const podDatabase = openDatabase(config, { poolSize: 6, onError: () => {} })
    const podPlatform = createPlatform({
      plugins: options.plugins,
      database: podDatabase,
      secret: TEST_SECRET,
      log: pod.log ?? silentLog,
      role: pod.role ?? "web",
      now: pod.now,
      publicUrl: pod.publicUrl,
      egress: { allow: LOOPBACK, ...pod.egress },
      chat: pod.chat,
    })
    await podPlatform.start()
    stops.push(async () => {
      await podPlatform.stop(0)
      await podDatabase.close()
    })
    return { platform: podPlatform, database: podDatabase }
  }

  async function callerFor(name: string): Promise<Caller> {
    const id = personId(name)
    const { ruleIds, teamIds, grants } = await loadHoldings(database.direct, "user", id)
    const principal: UserPrincipal = {
      kind: "user",
      id,
      name: name[0]!.toUpperCase() + name.slice(1),
      email: `${name}@example.test`,
      sessionId: null,
      rules: platform.registry.expand(ruleIds),
      teamIds,
      grants,
    }
    return platform.caller(principal, "http")
  }
}

/** Ids follow from names, so a test that speaks of Ana twice means the same Ana. */
export function personId(name: string): string {
  const hex = createHash("sha256").update(name.toLowerCase()).digest("hex")
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Applying loads people past every cache, so they have to exist. Under an address that no test invites or signs in. */
async function addPerson(database: Database, name: string): Promise<void> {
  const shown = name[0]!.toUpperCase() + name.slice(1)
  await database.pool.query(
    "INSERT INTO platform.person (id, name, email) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    [personId(name), shown, `${personId(name)}@people.test`],
  )
}

async function giveRole(database: Database, id: string, role: string): Promise<void> {
  await database.pool.query("INSERT INTO platform.role_holder VALUES ('user', $1, $2) ON CONFLICT DO NOTHING", [
    id,
    role,
  ])
}
