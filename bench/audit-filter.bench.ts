/**
 * The audit log with 1,000,000 rows filters in under 100 ms, whatever the filter: also for somebody, some action or
 * some word that was frequent long ago, and for filters that rarely or never meet. Prints a table; runs for about a
 * minute, most of it making the rows. Server and database settings are those of the embedded default.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { platformMigrations } from "../packages/core/migrations/index.ts"
import type { AuditFilters } from "../packages/core/src/audit/audit-filters.ts"
import { listAuditLines, readAuditFacets } from "../packages/core/src/audit/audit-store.ts"
import { openDatabase } from "../packages/core/src/db/database.ts"
import { startEmbedded } from "../packages/core/src/db/embedded/embedded.ts"
import { appliedMigrations, migrate } from "../packages/core/src/db/migrate.ts"
import { size } from "./stage/size.ts"
import { median, printAims } from "./stage/table.ts"

const ROWS = size(1_000_000, 6_000, "BENCH_ROWS")
const AIM_MS = 100
const REPETITIONS = size(7, 1)

/** 60 people and applications, 11 plugins with 10 verbs each, some much busier than others; person 100 and plugin 11 were half of all activity in the first tenth. */
const GENERATE = `
  INSERT INTO platform.audit (at, principal_kind, principal_id, principal_name, transport, correlation_id, action, effect,
    outcome, thing_type, thing_id, thing_name, before, after, note)
  SELECT timestamptz '2024-11-01' + g * interval '63 seconds', CASE WHEN person < 50 THEN 'user' ELSE 'application' END,
    '00000000-0000-4000-8000-' || lpad(person::text, 12, '0'), 'Person ' || person,
    CASE WHEN r4 < 0.8 THEN 'http' WHEN r4 < 0.9 THEN 'job' WHEN r4 < 0.95 THEN 'chat' ELSE 'mcp' END,
    gen_random_uuid()::text, 'plugin' || plugin || '.verb' || verb, CASE WHEN verb = 0 THEN 'destructive' ELSE 'mutate' END,
    CASE WHEN r5 < 0.001 THEN 'refused' ELSE 'executed' END, 'plugin' || plugin || '.thing' || (verb % 3),
    md5(plugin::text || floor(r6 * 5000))::uuid::text, 'Thing ' || floor(r6 * 5000) || ' of plugin ' || plugin,
    jsonb_build_object('id', g, 'name', 'Thing', 'description', repeat('x', 120), 'status', 'open'),
    jsonb_build_object('id', g, 'name', 'Thing', 'description', repeat('x', 120), 'status', 'closed'),
    CASE WHEN g < $1::int / 10 AND r5 > 0.8 THEN 'A legacy of the former team'
         WHEN r5 > 0.9 THEN 'Changed because of ticket ' || floor(r6 * 100000) END
  FROM (SELECT g, CASE WHEN g < $1::int / 10 AND r1 < 0.5 THEN 100 ELSE floor(60 * power(r1, 2))::int END AS person,
      CASE WHEN g < $1::int / 10 AND r2 < 0.5 THEN 11 ELSE floor(11 * power(r2, 2))::int END AS plugin,
      floor(10 * power(r3, 2))::int AS verb, r4, r5, r6
    FROM (SELECT g, random() AS r1, random() AS r2, random() AS r3, random() AS r4, random() AS r5, random() AS r6
      FROM generate_series(1, $1::int) AS g) AS dice) AS drawn`

let hundredth: string | null = null

const dataDir = process.env.AUDIT_BENCH_DIR ?? mkdtempSync(join(tmpdir(), "countersign-bench-"))
const postgres = await startEmbedded({ dataDir, log: () => {} })
const database = openDatabase(postgres.connection, { onError: () => {} })
try {
  await makeRows()
  const person = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`
  const { rows } = await database.pool.query(
    "SELECT thing_type, thing_id, correlation_id FROM platform.audit WHERE id = 77",
  )
  const [some] = rows
  const cases: [string, AuditFilters][] = [
    ["no filter", {}],
    ["a frequent principal", { principalId: person(0) }],
    ["a frequent principal who left long ago", { principalId: person(100) }],
    ["a rare principal", { principalId: person(59) }],
    ["nobody", { principalId: person(999) }],
    ["an action", { action: "plugin0.verb0" }],
    ["an action of long ago", { action: "plugin11.verb0" }],
    ["a plugin's actions", { action: "plugin0." }],
    ["all plugins' actions", { action: "plugin" }],
    ["a former plugin's actions", { action: "plugin11." }],
    ["a kind of thing", { thingType: "plugin0.thing0" }],
    ["a kind of thing of long ago", { thingType: "plugin11.thing0" }],
    ["one thing", { thingType: some.thing_type, thingId: some.thing_id }],
    ["one request", { correlationId: some.correlation_id }],
    ["refused", { outcome: "refused" }],
    ["executed", { outcome: "executed" }],
    ["over http", { transport: "http" }],
    ["over mcp", { transport: "mcp" }],
    ["a month long ago", { since: "2024-11-01T00:00:00Z", until: "2024-12-01T00:00:00Z" }],
    ["principal and action", { principalId: person(3), action: "plugin2.verb3" }],
    ["principal and a plugin's actions", { principalId: person(3), action: "plugin2." }],
    ["principal and kind of thing that never met", { principalId: person(0), thingType: "plugin11.thing0" }],
    ["action and kind that never meet", { action: "plugin0.verb0", thingType: "plugin1.thing0" }],
    ["principal and transport", { principalId: person(0), transport: "mcp" }],
    ["refused over mcp by one principal", { outcome: "refused", transport: "mcp", principalId: person(7) }],
    [
      "a month long ago, one principal",
      { since: "2024-11-01T00:00:00Z", until: "2024-12-01T00:00:00Z", principalId: person(20) },
    ],
    ["a rare word", { text: "4711" }],
    ["a word in every row", { text: "thing" }],
    ["a word of long ago, in 20,000 rows", { text: "legacy" }],
    ["a word that does not occur", { text: "nothere" }],
    ["two words", { text: "thing 4711" }],
    ["a common word and a rare principal", { text: "thing", principalId: person(59) }],
    ["a rare word and an action", { text: "4711", action: "plugin0.verb0" }],
  ]
  const page = { sort: "at", direction: "desc", limit: 50 } as const
  const times = new Map(cases.map(([name]) => [name, [] as number[]]))
  const found = new Map<string, number>()
  // Interleaved, so that a busy moment of the machine does not hit one case alone.
  for (let repetition = 0; repetition < REPETITIONS; repetition++) {
    for (const [name, filters] of cases) {
      const startedAt = performance.now()
      const { items } = await listAuditLines(database.direct, { ...page, ...filters })
      times.get(name)!.push(performance.now() - startedAt)
      found.set(name, items.length)
    }
  }
  const facets = await time(() => readAuditFacets(database.direct))
  const deep = await time(deepPage)
  const aims = [...times, ["what there is to filter by", facets] as const, ["page 100", deep] as const].map(
    ([name, all]) => ({
      what: `${name} (${found.get(name) ?? "-"} rows)`,
      measured: `${median(all).toFixed(1)} ms, at most ${Math.max(...all).toFixed(1)} ms`,
      aim: `${AIM_MS} ms`,
      met: median(all) < AIM_MS,
    }),
  )
  printAims(`The audit log with ${ROWS.toLocaleString("en")} rows, one page of 50`, aims)
} finally {
  await database.close()
  await postgres.stop()
  if (!process.env.AUDIT_BENCH_DIR) rmSync(dataDir, { recursive: true, force: true })
}

async function time(work: () => Promise<unknown>): Promise<number[]> {
  const all: number[] = []
  for (let repetition = 0; repetition < REPETITIONS; repetition++) {
    const startedAt = performance.now()
    await work()
    all.push(performance.now() - startedAt)
  }
  return all
}

async function deepPage(): Promise<void> {
  const page = { sort: "at", direction: "desc", limit: 50 } as const
  if (!hundredth)
    for (let number = 1; number < 100; number++) {
      const after = hundredth ?? undefined
      hundredth = (await listAuditLines(database.direct, { ...page, after })).nextCursor
    }
  await listAuditLines(database.direct, { ...page, after: hundredth! })
}

/** Indexes after rows: making them row by row would take several times as long. */
async function makeRows(): Promise<void> {
  const steps = (migrations: typeof platformMigrations) => [{ plugin: "platform", migrations }]
  // A folder of an earlier run has them already.
  if ((await appliedMigrations(database.pool)).length === 0) {
    await migrate(database, steps(platformMigrations.filter(({ name }) => name < "0031")))
    const client = await database.pool.connect()
    try {
      await client.query("SET statement_timeout = 0")
      await client.query(GENERATE, [ROWS])
    } finally {
      client.release(true)
    }
  }
  await migrate(database, steps(platformMigrations))
  await database.pool.query("VACUUM ANALYZE platform.audit")
}
