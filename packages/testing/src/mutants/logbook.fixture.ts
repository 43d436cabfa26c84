import { randomUUID } from "node:crypto"
import { catalogContract } from "@countersign/catalog/contract"
import { accessThrough, defineAccess, defineContract, issuesProcedure, procedure } from "@countersign/core/contract"
import { type Ctx, definePlugin, defineTool, implement, NotFoundError, type Plugin } from "@countersign/core/server"
import { type SQL, sql } from "drizzle-orm"
import { z } from "zod"
import type { MatrixOptions } from "../matrix/matrix-options.ts"
import { callAsPlatform, hideThing } from "../matrix/matrix-world.ts"
import { type ExampleWorld, type ToolExamples, toolExample } from "../suites/tool-example.ts"

const Entry = z.object({ id: z.uuid(), systemId: z.uuid(), name: z.string(), note: z.string() })
type Entry = z.infer<typeof Entry>

const entryAccess = defineAccess("logbook.entry", {
  read: "See entries",
  manage: { sentence: "Write entries", implies: ["read"] },
})
const bySystem = accessThrough("catalog.system", entryAccess)

export const logbookContract = defineContract("logbook", {
  list: procedure({
    summary: "List entries.",
    ...bySystem.reading,
    input: z.object({ text: z.string().max(80).optional() }),
    output: z.object({ items: z.array(Entry) }),
  }),
  count: procedure({
    summary: "Count entries.",
    ...bySystem.reading,
    input: z.object({}),
    output: z.object({ entries: z.int() }),
  }),
  get: procedure({
    summary: "Read an entry.",
    ...bySystem.reading,
    input: z.object({ id: z.uuid() }),
    output: Entry,
  }),
  listIssues: issuesProcedure({ summary: "List what was written down.", ...bySystem.reading }),
  write: procedure({
    summary: "Write an entry.",
    ...bySystem.changing,
    input: z.object({ systemId: z.uuid(), name: z.string().max(80), note: z.string().max(80) }),
    output: Entry,
  }),
  rename: procedure({
    summary: "Rename an entry.",
    ...bySystem.changing,
    input: z.object({ id: z.uuid(), name: z.string().max(80) }),
    output: Entry,
  }),
})

const RENAMED = "It was called something else before."

/**
 * `reachesAll`: whoever may enter reaches every entry. `searchesAll`: whoever looks for words does. `dropsNote`: the card
 * of `rename` says nothing of the note that it writes.
 */
export type Mutation = "reachesAll" | "searchesAll" | "dropsNote"

/** Entries about systems, as a plugin's author would write it down first; and the same with one mistake in it. */
export function logbookPlugin(mutation: Mutation | null): Plugin {
  const within = (ctx: Ctx, level: "viewer" | "editor", text: string): SQL => {
    const rules = [level === "viewer" ? entryAccess.read : entryAccess.manage]
    const reach = ctx.reach(sql`e.system_id::text`, { resource: "catalog.system", rules, level })
    const forgets = mutation === "reachesAll" || (mutation === "searchesAll" && text !== "")
    return forgets ? sql`true` : reach
  }
  const find = async (ctx: Ctx, condition: SQL, level: "viewer" | "editor" = "viewer", text = ""): Promise<Entry[]> => {
    const { rows } = await ctx.tx.execute<Entry>(sql`
      SELECT e.id, e.system_id AS "systemId", e.name, e.note FROM logbook.entry e
      WHERE (${condition}) AND ${within(ctx, level, text)} ORDER BY e.name, e.id`)
    return rows
  }
  const demand = async (ctx: Ctx, id: string, level: "viewer" | "editor"): Promise<Entry> => {
    const [found] = await find(ctx, sql`e.id = ${id}::uuid`, level)
    if (!found) throw new NotFoundError(`No entry has the id ${id}, or it is not yours to see.`)
    return found
  }
  const rename = implement(logbookContract.rename, async (ctx, { id, name }) => {
    const before = await demand(ctx, id, "editor")
    await ctx.tx.execute(sql`UPDATE logbook.entry SET name = ${name}, note = ${RENAMED} WHERE id = ${id}::uuid`)
    const after = { ...before, name, note: RENAMED }
    ctx.audit({ before, after })
    return after
  })

  const get = implement(logbookContract.get, (ctx, { id }) => demand(ctx, id, "viewer"))

  const listIssues = implement(logbookContract.listIssues, async (ctx) => ({
    items: (await find(ctx, sql`true`)).map(({ id, name }) => ({
      thing: { type: "logbook.entry", id, name },
      tone: "degraded" as const,
      since: "2026-01-01T00:00:00.000Z",
      sentence: "Somebody wrote it down.",
    })),
  }))

  return definePlugin({
    id: "logbook",
    contract: logbookContract,
    access: [entryAccess],
    migrations: [
      {
        name: "0001-entry",
        sql: `CREATE TABLE logbook.entry (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), system_id uuid NOT NULL,
                name text NOT NULL, note text NOT NULL)`,
      },
    ],
    verbs: {
      list: implement(logbookContract.list, async (ctx, { text = "" }) => ({
        items: await find(ctx, sql`strpos(e.name, ${text}) > 0 OR ${text} = ''`, "viewer", text),
      })),
      count: implement(logbookContract.count, async (ctx) => ({ entries: (await find(ctx, sql`true`)).length })),
      get,
      listIssues,
      write: implement(logbookContract.write, async (ctx, { systemId, name, note }) => {
        const { items } = await ctx.call(catalogContract.listSystems, { systemIds: [systemId], limit: 1 })
        const reached = await ctx.reachable([systemId], { resource: "catalog.system" })
        if (mutation !== "reachesAll" && (items.length === 0 || !reached.has(systemId)))
          throw new NotFoundError(`The system ${systemId} does not exist, or is not yours to see.`)
        const { rows } = await ctx.tx.execute<Entry>(sql`INSERT INTO logbook.entry (system_id, name, note)
          VALUES (${systemId}::uuid, ${name}, ${note}) RETURNING id, system_id AS "systemId", name, note`)
        ctx.audit({ after: rows[0]! })
        return rows[0]!
      }),
      rename,
    },
    issues: { name: "Entries", verb: listIssues },
    tools: [
      defineTool({
        name: "get",
        describe: () => "Look at an entry",
        verb: get,
        description: "Read one entry when the operator asks what it says. Pass its id.",
      }),
      defineTool({
        name: "rename",
        describe: ({ name }, say) => (name ? `Rename an entry to ${say.quote(name)}` : "Rename an entry"),
        verb: rename,
        description: "Rename an entry when the operator asks for it. Pass its id and its new name.",
        async preview(ctx, { id, name }) {
          const before = await demand(ctx, id, "editor")
          const after = { ...before, name, ...(mutation === "dropsNote" ? {} : { note: RENAMED }) }
          return { summary: `Rename "${before.name}" to "${name}"`, target: before, after }
        },
      }),
    ],
  })
}

export const logbookExamples: ToolExamples = {
  "logbook.get": toolExample({ world: worldWithEntry, input: ({ id }) => ({ id }) }),
  "logbook.rename": toolExample({ world: worldWithEntry, input: ({ id }) => ({ id, name: "Heard" }) }),
}

async function worldWithEntry(w: ExampleWorld): Promise<{ id: string }> {
  const { id: systemId } = await w.call(catalogContract.createSystem, { name: `System ${w.random()}` })
  return { id: (await w.call(logbookContract.write, { systemId, name: "Seen", note: "At night." })).id }
}

export const logbookMatrix: MatrixOptions = {
  children: {
    "logbook.entry": {
      parent: "catalog.system",
      path: "id",
      make: async (testing, systemId) =>
        (await callAsPlatform(testing, logbookContract.write, { systemId, name: "Seen", note: "At night." })).id,
    },
  },
  hidden: [
    {
      at: ["logbook.*.id"],
      async make(testing) {
        const { id: systemId } = await callAsPlatform(testing, catalogContract.createSystem, { name: randomUUID() })
        const entry = { systemId, name: "Hidden", note: "Somewhere." }
        const { id } = await callAsPlatform(testing, logbookContract.write, entry)
        await hideThing(testing, "catalog.system", systemId)
        return { id }
      },
    },
  ],
}
