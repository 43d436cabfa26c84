import { randomUUID } from "node:crypto"
import { afterAll, expect, inject, it } from "vitest"
import { createDatabase, dropDatabase } from "../../testing/src/postgres-cluster.ts"
import { openDatabase } from "../src/db/database.ts"
import { migrate } from "../src/db/migrate.ts"
import appliedByItself from "./0098-applied-by-itself.ts"
import { platformMigrations } from "./index.ts"

const name = "applied_by_itself"
const database = openDatabase(await createDatabase(inject("postgres"), name), { onError: () => {} })
afterAll(async () => {
  await database.close()
  await dropDatabase(inject("postgres"), name)
})
const until = platformMigrations.indexOf(appliedByItself)
const upTo = (count: number) => [{ plugin: "platform", migrations: platformMigrations.slice(0, count) }]

/** A call as it was stored before: whoever's conversation it was stood there as the signer. */
interface OldCall {
  status: string
  /** The request that ended it is the one that asked for it. */
  sameRequest: boolean
  token?: boolean
  /** Was never a proposal: a read, or a draft that runs at once. */
  plain?: boolean
}

const OLD = {
  appliedByItself: { status: "applied", sameRequest: true },
  failedByItself: { status: "failed", sameRequest: true },
  unknownByItself: { status: "unknown", sameRequest: true },
  signedOnScreen: { status: "applied", sameRequest: false },
  failedAfterSigning: { status: "failed", sameRequest: false },
  signedByToken: { status: "applied", sameRequest: false, token: true },
  signedWhileTheClientWaited: { status: "applied", sameRequest: true, token: true },
  declined: { status: "declined", sameRequest: true },
  failedRead: { status: "failed", sameRequest: true, plain: true },
} satisfies Record<string, OldCall>

it("takes the signer from what was applied by itself, and from nothing that somebody signed", async () => {
  expect(until).toBeGreaterThan(0)
  await migrate(database, upTo(until))
  const ids = new Map<string, string>()
  for (const [what, call] of Object.entries<OldCall>(OLD)) ids.set(what, await store(call))

  expect(await migrate(database, upTo(platformMigrations.length))).toContain("platform/0098-applied-by-itself")

  const { rows } = await database.pool.query(
    "SELECT id, unsigned, signer_kind, signer_id, signer_name FROM platform.tool_call",
  )
  const after = Object.fromEntries([...ids].map(([what, id]) => [what, rows.find((row) => row.id === id)]))
  const nobody = { unsigned: true, signer_kind: null, signer_id: null, signer_name: null }
  const ana = { unsigned: false, signer_kind: "user", signer_id: "ana", signer_name: "Ana" }
  const expected = Object.keys(OLD).map((what) => [
    what,
    expect.objectContaining(/ByItself$/.test(what) ? nobody : ana),
  ])
  expect(after).toEqual(Object.fromEntries(expected))
})

async function store({ status, sameRequest, token = false, plain = false }: OldCall): Promise<string> {
  const [asked, ended] = [randomUUID(), randomUUID()]
  const { rows } = await database.pool.query(
    `INSERT INTO platform.tool_call (tool, effect, transport, correlation_id, principal_kind, principal_id, principal_name,
       budget_holder, status, nonce_hash, expires_at, signer_kind, signer_id, signer_name)
     VALUES ('catalog.updateSystem', 'mutate', 'chat', $1, 'user', 'ana', 'Ana', 'ana', $2, $3, $4, 'user', 'ana', 'Ana')
     RETURNING id`,
    [asked, status, token ? "0".repeat(64) : null, plain ? null : new Date()],
  )
  const id: string = rows[0].id
  for (const [outcome, correlation] of [
    ["proposed", asked],
    [status, sameRequest ? asked : ended],
  ])
    await database.pool.query(
      `INSERT INTO platform.audit (principal_kind, principal_id, principal_name, transport, correlation_id, action, effect,
         outcome, thing_type, thing_id)
       VALUES ('user', 'ana', 'Ana', 'chat', $1, 'catalog.updateSystem', 'mutate', $2, 'ai.proposal', $3)`,
      [correlation, outcome, id],
    )
  return id
}
