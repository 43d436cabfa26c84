import type { Plugin } from "@countersign/core/server"
import { describe, expect, it } from "vitest"
// By path: the platform's own kinds have names like those of every plugin.
import { platformPlugin } from "../../../core/src/reserved/platform-plugin.ts"
import { testPlatform } from "../test-platform.ts"

/** What a column is called that people know a thing by. */
const NAMING = ["name", "title", "label", "display_name"]

/**
 * Whatever has a name can have a twin that looks like it, so every table with a name is a kind whose look-alikes are
 * marked, or stands among the exceptions with a reason.
 */
export async function describeNames(options: {
  plugins: readonly Plugin[]
  /** By table, with its schema. */
  exceptions: Readonly<Record<string, string>>
}): Promise<void> {
  const { database, as } = await testPlatform({ plugins: options.plugins })
  const { runtime } = await as("root", "administrator")
  const all = [platformPlugin, ...options.plugins]
  const kinds = all.flatMap(({ names = [] }) => names)
  const { rows } = await database.pool.query<{ place: string; name: string }>(
    `SELECT c.table_schema || '.' || c.table_name AS place, c.column_name AS name FROM information_schema.columns c
       JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE t.table_type = 'BASE TABLE' AND c.table_schema = ANY($1) AND c.column_name = ANY($2) AND c.data_type = 'text'
     ORDER BY 1`,
    [all.map(({ id }) => id), NAMING],
  )

  it("has names to look at", () => expect(rows.length).toBeGreaterThan(12))

  it.each(rows.map(({ place, name }) => [place, name]))(
    "%s, known by its %s, is marked where it looks like another",
    (place, name) => {
      if (place! in options.exceptions) return expect(options.exceptions[place!]).toMatch(/^[A-Z].{20,}\.$/)
      expect(kinds.map(({ table, name: column = "name" }) => [table, column])).toContainEqual([place, name])
    },
  )

  it("has no exception for what is marked or gone", () => {
    const places = rows.map(({ place }) => place)
    const marked = kinds.map(({ table }) => table)
    expect(Object.keys(options.exceptions).filter((one) => !places.includes(one) || marked.includes(one))).toEqual([])
  })

  describe.each(kinds.map((kind) => [kind.type, kind] as const))("%s", (type, { table, name = "name", key = "id" }) => {
    it("has a skeleton made of its name by the database, and an index to find its twins by", async () => {
      const [schema, bare] = table.split(".")
      const columns = await database.pool.query(
        "SELECT column_name, generation_expression FROM information_schema.columns WHERE table_schema = $1 AND table_name = $2",
        [schema, bare],
      )
      const made = Object.fromEntries(columns.rows.map((row) => [row.column_name, row.generation_expression]))
      expect(made).toMatchObject({ [key]: null, [name]: null, name_skeleton: `platform.skeleton(${name})` })
      const indexes = await database.pool.query(
        "SELECT indexdef FROM pg_indexes WHERE schemaname = $1 AND tablename = $2",
        [schema, bare],
      )
      expect(indexes.rows.map(({ indexdef }) => indexdef)).toContainEqual(expect.stringMatching(/\(name_skeleton\)$/))
    })

    it("is called what rules call it, so that whoever may see it sees the marks", () => {
      const resources = [...runtime.registry.rules.values()].map(({ resource }) => resource)
      expect(resources).toContain(type)
    })
  })
}
