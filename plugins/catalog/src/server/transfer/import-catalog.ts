import { type Ctx, InvalidInputError, implement } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { catalogContract, type ImportRow, systemAccess } from "../../contract.ts"
import { readEnvironments } from "../environments/environment-store.ts"
import { readGroups } from "../groups/group-store.ts"
import { readSystems } from "../systems/system-store.ts"
import { applyImport } from "./import/apply.ts"
import type { ParsedFile } from "./import/draft.ts"
import { parseCsv } from "./import/parse-csv.ts"
import { type Existing, keyOf, planImport, shownRows, summarize } from "./import/plan.ts"

export const importCatalog = implement(catalogContract.importCatalog, async (ctx, { format, text, mode }) => {
  const file = format === "csv" ? parseCsv(text) : (await import("./import/parse-yaml.ts")).parseYaml(text)
  const steps = planImport(file, await readExisting(ctx, file))
  const summary = summarize(steps)
  const rows = shownRows(steps, summary)
  if (mode === "preview") return { applied: false, summary, rows }
  if (summary.error > 0) throw refusal(rows, summary.error)
  if (summary.create + summary.update > 0) await applyImport(ctx, steps)
  return { applied: true, summary, rows }
})

async function readExisting(ctx: Ctx, file: ParsedFile): Promise<Existing> {
  const names = sql.param(file.systems.map(({ draft }) => draft.name))
  const systems = await readSystems(
    ctx.tx,
    sql`s.name_key = ANY(SELECT lower(wanted) FROM unnest(${names}::text[]) wanted)`,
  )
  const teams = await ctx.tx.execute<{ id: string; name: string }>(sql`SELECT id, name FROM platform.team`)
  return {
    groups: byName(await readGroups(ctx.tx, sql`true`)),
    environments: byName(await readEnvironments(ctx.tx, sql`true`)),
    teams: byName(teams.rows),
    systems: byName(systems),
    changeable: await ctx.reachable(
      systems.map(({ id }) => id),
      { resource: "catalog.system", level: "editor", rules: [systemAccess.manage] },
    ),
  }
}

function byName<Thing extends { name: string }>(things: readonly Thing[]): Map<string, Thing> {
  return new Map(things.map((thing) => [keyOf(thing.name), thing]))
}

function refusal(rows: readonly ImportRow[], count: number): InvalidInputError {
  const issues = rows.flatMap(({ line, problems }) => problems.map((message) => ({ path: `line ${line}`, message })))
  return new InvalidInputError(
    `${count === 1 ? "One row" : `${count} rows`} cannot be imported, so nothing was. Line ${rows[0]?.line}: ${issues[0]?.message}`,
    issues,
  )
}
