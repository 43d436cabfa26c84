import type { Ctx } from "@countersign/core/server"
import { authorOf, implement, instant, keyset } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { collectorInWords } from "../../contract/assertion-words.ts"
import { healthcheckContract } from "../../contract.ts"
import { configInWords, ruleInWords } from "./check-in-words.ts"
import { type CheckRecord, checks } from "./check-store.ts"
import { describeCollector } from "./describe-strategies.ts"
import { strategiesOf, strategyTitle } from "./judge-draft.ts"

/** A change of one field, in words; of systems by id, because who reads it may not see them all. */
interface StoredChange {
  field: string
  before: string | string[]
  after: string | string[]
}

/** Of one side of one field. A long script is told apart by its beginning. */
const LONGEST = 2_000

/** Keeps who changed what of a check. Nothing where nothing is different. */
export async function recordRevision(ctx: Ctx, before: CheckRecord, after: CheckRecord, at: Date): Promise<void> {
  const changes = changesBetween(ctx, before, after)
  if (changes.length === 0) return
  const by = authorOf(ctx)
  await ctx.tx.execute(sql`INSERT INTO healthcheck.revision (check_id, at, by_id, by_name, changes)
    VALUES (${after.id}::uuid, ${at}, ${by.id}, ${by.name}, ${JSON.stringify(changes)}::jsonb)`)
}

function changesBetween(ctx: Ctx, before: CheckRecord, after: CheckRecord): StoredChange[] {
  const [was, is] = [inWords(ctx, before), inWords(ctx, after)]
  const changes = [...new Set([...was.keys(), ...is.keys()])].flatMap((field) => {
    const [old, now] = [was.get(field) ?? "", is.get(field) ?? ""]
    return old === now ? [] : [{ field, before: clipped(old), after: clipped(now) }]
  })
  const systems = { field: SYSTEMS, before: before.systemIds, after: after.systemIds }
  return before.systemIds.join() === after.systemIds.join() ? changes : [...changes, systems]
}

const SYSTEMS = "Systems"

/** Everything of a check that its history tells, by what people call it. */
function inWords(ctx: Ctx, check: CheckRecord): Map<string, string> {
  const strategy = strategiesOf(ctx).find(({ id }) => id === check.strategyId)
  const collectors = strategy?.collectors.map(describeCollector)
  const { paused } = check
  return new Map([
    ["Name", check.name],
    ["Description", check.description],
    ["Type", strategyTitle(ctx, check.strategyId)],
    ...configInWords(strategy?.config ?? null, check.config).map(({ label, text }) => [label, text] as const),
    [
      "What must hold",
      check.collectors
        .filter(({ assertions }) => assertions.length > 0)
        .flatMap((one) => collectorInWords(collectors, one).map((words) => words.join(", ")))
        .join("\n"),
    ],
    ["Every", `${check.intervalSeconds} seconds`],
    ["Timeout", `${check.timeoutSeconds} seconds`],
    ["Tries again within a run", String(check.retries)],
    ["When it counts", ruleInWords(check.statusRule)],
    ["Paused", paused ? `${paused.reason}${paused.until ? ` (until ${paused.until})` : ""}` : ""],
  ])
}

export const listRevisions = implement(healthcheckContract.listRevisions, async (ctx, { id, ...request }) => {
  await checks.read(ctx, id)
  const columns = { at: { expression: sql`revision.at`, type: "timestamptz" } } as const
  const page = keyset(request, columns, { expression: sql`revision.id`, type: "uuid" })
  const { rows } = await ctx.tx.execute<RevisionRow>(sql`
    SELECT id, ${instant(sql`revision.at`)} AS at, jsonb_build_object('id', by_id, 'name', by_name) AS by, changes,
      ${page.mark} AS mark FROM healthcheck.revision
    WHERE ${page.where(sql`revision.check_id = ${id}::uuid`)} ORDER BY ${sql.join(page.orderBy, sql`, `)} LIMIT ${page.limit}`)
  const names = await checks.reachedNames(
    ctx,
    rows.flatMap(({ changes }) => changes.flatMap(({ before, after }) => [...idsIn(before), ...idsIn(after)])),
  )
  return page.toPage(
    rows,
    (row) => row.id,
    ({ mark, ...row }) => ({
      ...row,
      changes: row.changes.map(({ field, before, after }) => ({
        field,
        before: told(before, names),
        after: told(after, names),
      })),
    }),
  )
})

interface RevisionRow extends Record<string, unknown> {
  id: string
  at: string
  by: { id: string; name: string }
  changes: StoredChange[]
  mark: string
}

function idsIn(value: StoredChange["before"]): readonly string[] {
  return typeof value === "string" ? [] : value
}

function told(value: StoredChange["before"], names: ReadonlyMap<string, string>): string {
  if (typeof value === "string") return value
  const seen = value.flatMap((id) => names.get(id) ?? []).sort((a, b) => a.localeCompare(b))
  const hidden = value.length - seen.length
  return [...seen, ...(hidden > 0 ? [`${hidden} more you cannot see`] : [])].join(", ")
}

function clipped(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST).toWellFormed()}...` : text
}
