import { catalogContract } from "@countersign/catalog/contract"
import { sampleContract, teamsContract } from "@countersign/core/contract"
import { healthcheckContract } from "@countersign/healthcheck/contract"
import { incidentContract } from "@countersign/incident/contract"
import { maintenanceContract } from "@countersign/maintenance/contract"
import { notificationContract } from "@countersign/notification/contract"
import { siteContract } from "@countersign/site/contract"
import { testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { registered } from "./registered.fixture.ts"

/** Columns by which something that people made names a thing of the catalog: that thing stays when the sample goes. */
const TOLD = {
  "healthcheck.assignment.environment_ids": "environment",
  "healthcheck.assignment.system_id": "system",
  "incident.incident_system.system_id": "system",
  "maintenance.window.environment_ids": "environment",
  "maintenance.window_system.system_id": "system",
  "notification.subscription.group_id": "system_group",
  "notification.subscription.system_id": "system",
  "site.public_name.system_id": "system",
} as const

const PART_OF_IT =
  "What the catalog keeps of a system goes with it, and whose system leaves what is told by the catalog itself."
const FOLLOWS = "It follows from what a person made, which keeps the thing."

/** By column, why nobody has to be told of it. */
const SILENT: Readonly<Record<string, string>> = {
  "catalog.change.environment_id": PART_OF_IT,
  "catalog.change_system.system_id": PART_OF_IT,
  "catalog.group_member.group_id": PART_OF_IT,
  "catalog.group_member.system_id": PART_OF_IT,
  "catalog.status_change.system_id": PART_OF_IT,
  "catalog.status_report.environment_id": PART_OF_IT,
  "catalog.status_report.system_id": PART_OF_IT,
  "catalog.status_turn.system_id": PART_OF_IT,
  "catalog.system_environment.environment_id": PART_OF_IT,
  "catalog.system_environment.system_id": PART_OF_IT,
  "healthcheck.maintenance.environment_ids": FOLLOWS,
  "healthcheck.maintenance.system_ids": FOLLOWS,
  "healthcheck.target.environment_id": FOLLOWS,
  "healthcheck.target.system_id": FOLLOWS,
  "maintenance.occurrence.system_ids": FOLLOWS,
  "site.public_row.system_ids": FOLLOWS,
}

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
    await platform.call(root, incidentContract.create, { title: "Slow", severity: "minor", systemIds: [system!.id] })
    await platform.call(root, maintenanceContract.create, {
      title: "Upgrade",
      systemIds: [own.id, system!.id],
      environmentIds: [second!.id],
      startsAt: "2101-05-02T10:00:00.000Z",
      endsAt: "2101-05-02T11:00:00.000Z",
    })
    await platform.call(root, healthcheckContract.create, {
      name: "Ledger answers",
      strategyId: "http",
      config: { url: "https://ledger.example/" },
      collectors: [],
      assignments: [{ systemId: own.id, environmentIds: [environment!.id] }, { systemId: system!.id }],
    })
    await platform.call(root, notificationContract.subscribe, { systemIds: [other!.id], groupIds: [groups[0]!.id] })
    const team = await platform.call(root, teamsContract.createTeam, { name: "On call" })
    const room = { kind: "slack", name: "Room", address: "https://hooks.example.test/room", shared: true }
    const channel = await platform.call(root, notificationContract.createChannel, room)
    await platform.call(root, notificationContract.subscribeTeam, {
      teamId: team.id,
      channelId: channel.id,
      systemIds: [other!.id],
    })

    await platform.call(root, siteContract.setPublicName, { systemId: system!.id, name: "Shop" })

    const { sentences } = await platform.call(root, sampleContract.previewRemoveSample, {})
    const stays = (thing: string, by: string) => `The ${thing} stays and is yours from then on, because of ${by}.`
    expect(sentences.toSorted()).toEqual(
      [
        stays(
          `system "${system!.name}"`,
          'the incident "Slow", the maintenance window "Upgrade", the check "Ledger answers" and the public name "Shop"',
        ),
        stays(`system "${other!.name}"`, "2 subscriptions"),
        stays(`group "${groups[0]!.name}"`, "one subscription"),
        stays(`environment "${environment!.name}"`, 'the check "Ledger answers"'),
        stays(`environment "${second!.name}"`, 'the maintenance window "Upgrade"'),
      ].toSorted(),
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
