import { catalogContract } from "@countersign/catalog/contract"
import pg from "pg"
import { describe, expect, it, vi } from "vitest"
import { runHistory } from "../history/reads/run-history.ts"
import { runStats } from "../history/reads/run-stats.ts"
import { testChecks } from "./checks.fixture.ts"
import { listIssues } from "./list-issues.ts"
import { getCheck, listChecks, listSystemChecks, readStatus } from "./read-checks.ts"

/** An installation of 1,000 systems and 2,000 checks: one system has all of them, and 100 are for 50 systems each. */
const { olga, ask, check, platform, system } = await testChecks()
const systemId = await system("Crowded")
const { id: checkId } = await check([systemId], { name: "Of all" })
await ask(
  `INSERT INTO catalog.system (id, name, created_at, updated_at)
   SELECT gen_random_uuid(), 'System ' || n, now(), now() FROM generate_series(1, 999) n`,
)
await ask(
  `INSERT INTO healthcheck."check" (name, description, strategy_id, config, collectors, interval_seconds, timeout_seconds, retries,
     status_rule, subject, created_by_id, created_by_name, created_at, updated_at)
   SELECT 'Check ' || n, description, strategy_id, config, collectors, interval_seconds, timeout_seconds, retries, status_rule, subject,
     created_by_id, created_by_name, created_at, updated_at FROM healthcheck."check", generate_series(1, 1999) n WHERE id = $1`,
  [checkId],
)
await ask(
  `INSERT INTO healthcheck.assignment (check_id, system_id) SELECT id, $1 FROM healthcheck."check" ON CONFLICT DO NOTHING`,
  [systemId],
)
await ask(
  `INSERT INTO healthcheck.assignment (check_id, system_id)
   SELECT c.id, s.id FROM (SELECT id FROM healthcheck."check" ORDER BY id LIMIT 100) c, (SELECT id FROM catalog.system WHERE id <> $1 LIMIT 49) s
   ON CONFLICT DO NOTHING`,
  [systemId],
)
await ask(
  `INSERT INTO healthcheck.target (assignment_id, check_id, system_id, created_at) SELECT id, check_id, system_id, now() FROM healthcheck.assignment
   ON CONFLICT DO NOTHING`,
)
await ask(
  `INSERT INTO healthcheck.state (target_id, status, since, sentence) SELECT id, (ARRAY['healthy', 'unhealthy', 'degraded'])[1 + id % 3], now(), 'It is slow.'
   FROM healthcheck.target ON CONFLICT DO NOTHING`,
)
await ask("ANALYZE")

/** The most rows that one statement brought, and how long the answer is. */
async function costOf(read: () => Promise<unknown>) {
  const spy = vi.spyOn(pg.Client.prototype, "query")
  const answer = await read()
  const results = await Promise.allSettled(spy.mock.results.map(({ value }) => value as Promise<{ rows?: unknown[] }>))
  spy.mockRestore()
  const rows = results.map((one) => (one.status === "fulfilled" ? (one.value?.rows?.length ?? 0) : 0))
  return { rows: Math.max(0, ...rows), characters: JSON.stringify(answer).length, statements: rows.length }
}

describe("with 2,000 checks and 1,000 systems", () => {
  const READS: [what: string, read: () => Promise<unknown>, mostRows: number, mostCharacters: number][] = [
    // 50 checks with 50 systems each.
    ["the list", () => listChecks(olga, {}), 3_000, 400_000],
    ["the list of one system", () => listChecks(olga, { systemId, limit: 50 }), 3_000, 400_000],
    ["the panel on the page of a system", () => listSystemChecks(olga, { systemId }), 60, 400_000],
    ["the page of a check", () => getCheck(olga, { id: checkId }), 60, 60_000],
    ["the palette", () => listChecks(olga, { limit: 8 }), 450, 70_000],
    ["the palette, by words", () => listChecks(olga, { text: "check 1", sort: "match", limit: 8 }), 450, 70_000],
    ["a picker of systems", () => platform.call(olga, catalogContract.listSystems, { limit: 20 }), 60, 30_000],
    ["what failed", () => readStatus(olga, { onlyFailing: true }), 101, 100_000],
    ["what is wrong now", () => listIssues(olga, {}), 1_001, 500_000],
    ["the latest runs of all", () => runHistory(olga, { limit: 50 }), 7_000, 100_000],
    ["the numbers of one system", () => runStats(olga, { systemId }), 2_001, 50_000],
  ]

  it.each(READS)("%s brings a page and no more", async (_, read, mostRows, mostCharacters) => {
    const { rows, characters } = await costOf(read)
    expect(characters).toBeGreaterThan(20)
    expect(characters).toBeLessThan(mostCharacters)
    expect(rows).toBeLessThanOrEqual(mostRows)
  })

  it("a system's page says that there are more than the 50 that it shows", async () => {
    const { checks, more } = await listSystemChecks(olga, { systemId })
    expect([checks.length, more]).toEqual([50, true])
  })
})
