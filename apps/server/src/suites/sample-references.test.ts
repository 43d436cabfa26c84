import { catalogContract } from "@countersign/catalog/contract"
import { sampleContract } from "@countersign/core/contract"
import { type SampleThings, testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { faces, registered } from "./registered.fixture.ts"

const references = faces.flatMap(({ sampleReferences }) => sampleReferences ?? [])
const TOLD: Readonly<Record<string, string>> = Object.assign({}, ...references.map(({ told = {} }) => told))
const SILENT: Readonly<Record<string, string>> = Object.assign({}, ...references.map(({ silent = {} }) => silent))

const { platform, database, as } = await testPlatform({ plugins: registered })
const root = await as("root", "administrator")
const { rows: columns } = await database.pool.query<{ place: string }>(
  `SELECT table_schema || '.' || table_name || '.' || column_name AS place FROM information_schema.columns
     JOIN information_schema.tables USING (table_schema, table_name)
   WHERE table_type = 'BASE TABLE' AND table_schema = ANY($1) AND column_name ~ '^(system|group|environment)_ids?$'
   UNION SELECT n.nspname || '.' || r.relname || '.' || a.attname FROM pg_constraint k
     JOIN pg_class r ON r.oid = k.conrelid JOIN pg_namespace n ON n.oid = r.relnamespace
     JOIN pg_attribute a ON a.attrelid = r.oid AND a.attnum = k.conkey[1]
   WHERE k.contype = 'f'
     AND k.confrelid = ANY('{catalog.system,catalog.system_group,catalog.environment}'::regclass[])
   ORDER BY 1`,
  [registered.map(({ id }) => id)],
)

describe("what names a thing of the catalog", () => {
  it("is told before the sample goes, or has a reason why not", () => {
    expect(columns.map(({ place }) => place)).toEqual([...Object.keys(TOLD), ...Object.keys(SILENT)].sort())
  })

  it("keeps the sample thing that it names, and says so", async () => {
    await platform.call(root, sampleContract.addSample, {})
    const { items: systems } = await platform.call(root, catalogContract.listSystems, { tags: ["sample"] })
    const [system, other] = systems
    const { items: groups } = await platform.call(root, catalogContract.listGroups, {})
    const { items: environments } = await platform.call(root, catalogContract.listEnvironments, {})
    const [environment, second] = environments
    const own = await platform.call(root, catalogContract.createSystem, {
      name: "Ledger",
      environmentIds: [environment!.id],
    })
    const named = {
      system: ["system", system!],
      other: ["system", other!],
      group: ["group", groups[0]!],
      environment: ["environment", environment!],
      second: ["environment", second!],
    } as const
    const things = Object.fromEntries(Object.entries(named).map(([key, [, { id }]]) => [key, id]))
    const kept = new Map<string, string[]>()
    for (const { name } of references)
      for (const [key, by] of (await name?.((procedure, input) => platform.call(root, procedure, input), {
        ...things,
        own: own.id,
      } as SampleThings)) ?? [])
        kept.set(key, [...(kept.get(key) ?? []), by])

    const { sentences } = await platform.call(root, sampleContract.previewRemoveSample, {})
    expect(kept.size).toBe(Object.keys(named).length)
    expect(sentences.toSorted()).toEqual(
      Object.entries(named)
        .map(([key, [noun, { name }]]) => {
          const by = kept.get(key)!
          const reasons = by.length > 1 ? `${by.slice(0, -1).join(", ")} and ${by.at(-1)}` : by[0]
          return `The ${noun} "${name}" stays and is yours from then on, because of ${reasons}.`
        })
        .toSorted(),
    )
    await platform.call(root, sampleContract.removeSample, {})
    for (const [place, table] of Object.entries(TOLD))
      expect([place, await namedIn(place, table)]).toEqual([place, { some: true, lost: 0 }])
    expect((await platform.call(root, catalogContract.listGroups, {})).items).toHaveLength(1)
    expect((await platform.call(root, catalogContract.listSystems, { limit: 50 })).items).toHaveLength(3)
  })
})

/** Whether anything is named in this column, and how many of the named are gone. */
async function namedIn(place: string, table: string): Promise<{ some: boolean; lost: number }> {
  const [schema, bare, column] = place.split(".") as [string, string, string]
  const ids = column.endsWith("s") ? `unnest("${column}")` : `"${column}"`
  const { rows } = await database.pool.query(
    `SELECT count(*) > 0 AS some, (count(*) FILTER (WHERE NOT EXISTS (SELECT FROM catalog."${table}" t WHERE t.id = named.id)))::int AS lost
     FROM (SELECT ${ids} AS id FROM "${schema}"."${bare}") named WHERE named.id IS NOT NULL`,
  )
  return rows[0]
}
