import { databaseFromTemplate, openSession, type SpawnedServer, signIn, spawnServer } from "@countersign/testing"
import pg from "pg"
import { afterAll, describe, expect, inject, it } from "vitest"
import { problemsOf } from "../document.ts"
import { sitePlugin } from "../server.ts"
import { chances, editByChance, plain, startPage } from "./site.fixture.ts"
import { type Line, openTab } from "./tab.fixture.ts"

const ROUNDS = 6
const CHANGES = 40

const cluster = inject("postgres")
const { config, drop } = await databaseFromTemplate(cluster, [sitePlugin])
const variables = {
  DATABASE_URL: `postgres://${cluster.user}@localhost:${cluster.port}/${config.database}?host=${encodeURIComponent(cluster.host)}`,
  COUNTERSIGN_SECRET: "a secret for these servers alone, long enough",
  COUNTERSIGN_ADMIN_EMAIL: "ana@example.test",
  COUNTERSIGN_ADMIN_PASSWORD: "correct horse battery",
}
const servers: SpawnedServer[] = []
for (let n = 0; n < 3; n += 1) servers.push(await spawnServer(variables))
const pool = new pg.Pool(config)
afterAll(async () => {
  for (const server of servers) await server.stop()
  await pool.end()
  await drop()
})
const cookie = (await signIn(servers[0]!.url, "ana@example.test", "correct horse battery")).cookie()

/** The verbs of a server over HTTP, with the one session that all servers know. */
function lineTo(server: SpawnedServer): Line {
  const session = openSession(server.url, cookie)
  const ask =
    <T>(verb: string) =>
    async (input: object = {}): Promise<T> => {
      const { status, body } = await session.call<T>(`site.${verb}`, input)
      if (status !== 200) throw new Error(`${verb}: ${status} ${JSON.stringify(body)}`)
      return body
    }
  return {
    joinTab: ask("joinTab"),
    openDocument: ask("openDocument"),
    readSince: ask("readSince"),
    applyCommands: ask("applyCommands"),
  }
}

describe("three servers of which one is killed again and again", () => {
  it(`lose nothing that was acknowledged, and four tabs end equal (${ROUNDS} kills)`, {
    timeout: 300_000,
  }, async () => {
    const { tab: name } = await lineTo(servers[0]!).joinTab()
    await lineTo(servers[0]!).applyCommands({ tab: name, seen: 0, batches: [{ counter: 1, commands: [startPage] }] })
    const tabs = await Promise.all(servers.concat(servers[0]!).map((server) => openTab(lineTo(server))))
    let lost = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      const doomed = round % servers.length
      const before = tabs.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0)
      const enough = Promise.withResolvers<void>()
      const editing = tabs.map(async (tab, at) => {
        for (const { intent, number } of chances(round * 10 + at, CHANGES)) {
          editByChance(tab, intent)
          const server = servers[number % servers.length]!
          await tab.send(lineTo(server)).catch(() => {
            lost += 1
          })
          if (tabs.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0) >= before + 10 + round * 3)
            enough.resolve()
        }
      })
      // In the midst of what the tabs send; those who are over before count as well.
      await Promise.race([enough.promise, Promise.all(editing)])
      await servers[doomed]!.kill()
      await Promise.all(editing)
      servers[doomed] = await spawnServer(variables)
    }
    for (const [at, tab] of tabs.entries())
      for (let more = 0; tab.replica().pending.length > 0 && more < 100; more += 1)
        await tab.send(lineTo(servers[at % servers.length]!))
    for (const [at, tab] of tabs.entries()) await tab.listen(lineTo(servers[at % servers.length]!))

    const truth = (await openTab(lineTo(servers[2]!))).replica().confirmed
    for (const document of truth.documents.values()) expect(problemsOf(document)).toEqual([])
    const { rows } = await pool.query<{ tab: string; counter: string; sequence: string }>(
      "SELECT tab, counter, sequence FROM site.command WHERE tab = ANY ($1)",
      [tabs.map((tab) => tab.name)],
    )
    const kept = new Map(rows.map(({ tab, counter, sequence }) => [`${tab}:${counter}`, Number(sequence)]))
    for (const tab of tabs) {
      expect(tab.replica().pending).toEqual([])
      expect(plain(tab.replica().confirmed)).toEqual(plain(truth))
      for (let counter = 1; counter <= tab.made(); counter += 1) {
        const sequence = tab.acknowledged.get(counter)
        expect(kept.get(`${tab.name}:${counter}`), `${tab.name}:${counter}`).toBe(sequence)
        if (sequence === undefined) expect(tab.reasons.get(counter)).toMatch(/^[A-Z"].*[.]$/s)
      }
    }
    expect(kept.size).toBeGreaterThan(ROUNDS * 10)
    expect(lost).toBeGreaterThan(0)
  })
})
