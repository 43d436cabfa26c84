import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { findRunningEmbedded } from "@countersign/core/host"
import { openSession, runProduct, type Session, signIn, spawnServer } from "@countersign/testing"
import pg from "pg"
import { afterAll, describe, expect, inject, it } from "vitest"

const ROUNDS = inject("long") ? 20 : 2
const WRITERS = 4
const folder = mkdtempSync(join(tmpdir(), "countersign-crash-"))
chmodSync(folder, 0o755)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const variables = {
  DATA_DIR: join(folder, "data"),
  COUNTERSIGN_ADMIN_EMAIL: "ana@example.test",
  COUNTERSIGN_ADMIN_PASSWORD: "correct horse battery",
}

describe("kill -9 of server and database in the middle of writes", () => {
  it(`loses nothing that was acknowledged, in ${ROUNDS} rounds`, { timeout: 300_000 }, async () => {
    const acknowledged = new Set<string>()
    for (let round = 0; round < ROUNDS; round++) {
      const server = await spawnServer(variables)
      const session = await sessionOn(server.url)
      expect(await missing(session, acknowledged)).toEqual([])
      const postmaster = await postmasterPid(variables.DATA_DIR)

      const enough = Promise.withResolvers<void>()
      const before = acknowledged.size
      const writers = Array.from({ length: WRITERS }, async (_, writer) => {
        for (let n = 0; ; n++) {
          const name = `Group ${round}-${writer}-${n}`
          const { status } = await session.call("catalog.createGroup", { name, description: "" })
          if (status === 200) acknowledged.add(name)
          if (acknowledged.size >= before + 10 + round) enough.resolve()
        }
      })
      const ended = Promise.allSettled(writers)
      await enough.promise
      process.kill(postmaster, "SIGKILL")
      await server.kill()
      await ended
    }
    const server = await spawnServer(variables)
    const session = await sessionOn(server.url)
    expect(await missing(session, acknowledged)).toEqual([])
    expect(acknowledged.size).toBeGreaterThan(ROUNDS * 10)
    await server.stop()

    const { code, output } = await runProduct("cli", ["audit", "verify"], variables)
    expect(output).not.toMatch(/altered|removed|reordered/)
    expect(code).toBe(0)
  })
})

let cookie = ""

/** The session outlives every crash as well; signing in each time would only cost password hashing. */
async function sessionOn(url: string): Promise<Session> {
  if (!cookie)
    cookie = (await signIn(url, variables.COUNTERSIGN_ADMIN_EMAIL, variables.COUNTERSIGN_ADMIN_PASSWORD)).cookie()
  return openSession(url, cookie)
}

async function missing(session: Session, names: ReadonlySet<string>): Promise<string[]> {
  const present = new Set<string>()
  let after: string | undefined
  do {
    const { status, body } = await session.call<{ items: { name: string }[]; nextCursor: string | null }>(
      "catalog.listGroups",
      {
        limit: 200,
        ...(after ? { after } : {}),
      },
    )
    expect(status).toBe(200)
    for (const { name } of body.items) present.add(name)
    after = body.nextCursor ?? undefined
  } while (after)
  return [...names].filter((name) => !present.has(name))
}

async function postmasterPid(dataDir: string): Promise<number> {
  const client = new pg.Client((await findRunningEmbedded(dataDir))!)
  await client.connect()
  const { rows } = await client.query("SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int AS pid")
  await client.end()
  return rows[0].pid
}
