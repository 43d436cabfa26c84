import { catalogContract } from "@countersign/catalog/contract"
import { incidentContract } from "@countersign/incident/contract"
import { maintenanceContract } from "@countersign/maintenance/contract"
import { describe, expect, it } from "vitest"
import { notificationContract } from "../contract.ts"
import { testNotification } from "./notification.fixture.ts"

const testing = await testNotification()
const { as, ask, forward, makePrivate, olga, platform, receiver, root, service, settled, system, webhook } = testing
const vera = await as("vera", "operator")
const told = (path: string) => receiver.at(path).map(({ body }) => JSON.parse(body))

/** What Vera was told of: a system in a group, and an incident, a window or a check that speaks of it. */
interface Cause {
  systemId: string
  groupId: string
  id: string
}

const measure = (systemId: string, status: "unhealthy" | null) =>
  platform.call(service, catalogContract.reportStatuses, {
    reports: [{ systemId, source: "probe", status, measured: true }],
  })

const KINDS = {
  status: {
    begin: async (systemId: string) => {
      await measure(systemId, "unhealthy")
      return systemId
    },
    finish: ({ systemId }: Cause, _caller = olga) =>
      platform.call(service, catalogContract.reportStatuses, {
        reports: [{ systemId, source: "probe", status: "healthy", measured: true }],
      }),
  },
  incidents: {
    begin: async (systemId: string) =>
      (await platform.call(olga, incidentContract.create, { title: "Slow", severity: "major", systemIds: [systemId] }))
        .id,
    finish: ({ id }: Cause, caller = olga) => platform.call(caller, incidentContract.resolve, { id, note: "Done." }),
  },
  maintenance: {
    begin: async (systemId: string) =>
      (await platform.call(olga, maintenanceContract.create, { title: "Disks", systemIds: [systemId], minutes: 60 }))
        .id,
    finish: ({ id }: Cause, caller = olga) => platform.call(caller, maintenanceContract.close, { id, note: "Done." }),
  },
}
type Kind = keyof typeof KINDS

const deleteSystem = ({ systemId }: Cause) => platform.call(root, catalogContract.deleteSystem, { systemId })
const editIncident = async (id: string, change: { suppressNotifications?: boolean; systemIds?: string[] }) => {
  const { version } = await platform.call(olga, incidentContract.get, { id })
  return platform.call(olga, incidentContract.update, { id, version, ...change })
}
const subscriptionsOf = async () => (await platform.call(vera, notificationContract.subscriptions, {})).items
const unsubscribe = async () =>
  platform.call(vera, notificationContract.unsubscribe, {
    subscriptionIds: (await subscriptionsOf()).map(({ id }) => id),
  })

/** By which subscription she is told. */
type By = "system" | "group"

/** What she hears after the first message, as subjects; what is called "X" is the system. */
const TABLE: [way: string, kind: Kind, by: By, happens: (cause: Cause) => Promise<unknown>, hears: string[]][] = [
  ["it ends", "status", "system", KINDS.status.finish, ['"X" is healthy again']],
  ["it ends", "incidents", "system", KINDS.incidents.finish, ['Resolved: "Slow"']],
  ["it ends", "maintenance", "system", KINDS.maintenance.finish, ['Maintenance is over: "Disks"']],
  // A check that is deleted, paused or taken off the system withdraws what it said.
  [
    "its check is gone",
    "status",
    "system",
    ({ systemId }) => measure(systemId, null),
    ['"X" is no longer reported on by anybody'],
  ],
  [
    "it is deleted",
    "incidents",
    "system",
    ({ id }) => platform.call(olga, incidentContract.delete, { id }),
    ['Deleted: "Slow"'],
  ],
  [
    "it is deleted with others",
    "incidents",
    "system",
    ({ id }) => platform.call(olga, incidentContract.deleteMany, { ids: [id] }),
    ['Deleted: "Slow"'],
  ],
  [
    "it is deleted",
    "maintenance",
    "system",
    ({ id }) => platform.call(olga, maintenanceContract.delete, { id }),
    ['Maintenance was called off: "Disks"'],
  ],
  ["its system is deleted", "status", "system", deleteSystem, ['"X" was deleted']],
  ["its system is deleted", "incidents", "system", deleteSystem, ['Resolved: "Slow"']],
  ["its system is deleted", "maintenance", "system", deleteSystem, ['Maintenance was called off: "Disks"']],
  ["its system is deleted", "status", "group", deleteSystem, ['"X" was deleted']],
  ["its system is deleted", "incidents", "group", deleteSystem, ['Resolved: "Slow"']],
  ["its system is deleted", "maintenance", "group", deleteSystem, ['Maintenance was called off: "Disks"']],
  ...(["status", "incidents", "maintenance"] as const).flatMap((kind): typeof TABLE => [
    [
      "its system is private and deleted",
      kind,
      "system",
      async (cause) => {
        await testing.grant("vera", "viewer", "catalog.system", cause.systemId)
        await testing.grant("root", "owner", "catalog.system", cause.systemId)
        await makePrivate("catalog.system", cause.systemId)
        platform.identity.forget("all")
        await platform.call(await as("root", "administrator"), catalogContract.deleteSystem, {
          systemId: cause.systemId,
        })
      },
      [`Nothing more is told of "${{ status: "X", incidents: "Slow", maintenance: "Disks" }[kind]}"`],
    ],
    [
      "the group is deleted, and it ends",
      kind,
      "group",
      async (cause) => {
        await platform.call(olga, catalogContract.deleteGroup, { groupId: cause.groupId })
        await settled()
        await KINDS[kind].finish(cause)
      },
      [
        { status: '"X" is healthy again', incidents: 'Resolved: "Slow"', maintenance: 'Maintenance is over: "Disks"' }[
          kind
        ],
      ],
    ],
    [
      "the system leaves the group, and it ends",
      kind,
      "group",
      async (cause) => {
        const { groupId, systemId } = cause
        await platform.call(olga, catalogContract.removeSystemFromGroup, { groupId, systemIds: [systemId] })
        await KINDS[kind].finish(cause)
      },
      [
        { status: '"X" is healthy again', incidents: 'Resolved: "Slow"', maintenance: 'Maintenance is over: "Disks"' }[
          kind
        ],
      ],
    ],
    [
      "she ends her subscription, and it ends",
      kind,
      "system",
      async (cause) => {
        await unsubscribe()
        await KINDS[kind].finish(cause)
      },
      [],
    ],
    [
      "it is hidden from her, and it ends",
      kind,
      "system",
      async (cause) => {
        await testing.grant("olga", "owner", "catalog.system", cause.systemId)
        await makePrivate("catalog.system", cause.systemId)
        platform.identity.forget("all")
        await KINDS[kind].finish(cause, await as("olga", "operator"))
      },
      [],
    ],
  ]),
  [
    "it is hidden from her, and deleted",
    "incidents",
    "system",
    async ({ id, systemId }) => {
      await testing.grant("olga", "owner", "catalog.system", systemId)
      await makePrivate("catalog.system", systemId)
      platform.identity.forget("all")
      await platform.call(await as("olga", "operator"), incidentContract.delete, { id })
    },
    [],
  ],
  [
    "it is made quiet, goes on, and ends",
    "incidents",
    "system",
    async (cause) => {
      await editIncident(cause.id, { suppressNotifications: true })
      await platform.call(olga, incidentContract.addUpdate, { id: cause.id, message: "Quietly.", status: "identified" })
      await settled()
      await KINDS.incidents.finish(cause)
    },
    ['Resolved: "Slow"'],
  ],
  [
    "it is made quiet, and deleted",
    "incidents",
    "system",
    async ({ id }) => {
      await editIncident(id, { suppressNotifications: true })
      await platform.call(olga, incidentContract.delete, { id })
    },
    ['Deleted: "Slow"'],
  ],
  [
    "another system takes its place, and it ends",
    "incidents",
    "system",
    async (cause) => {
      await editIncident(cause.id, { systemIds: [await system("Other")] })
      await KINDS.incidents.finish(cause)
    },
    ['Resolved: "Slow"'],
  ],
  [
    "it ends, and is deleted later",
    "incidents",
    "system",
    async (cause) => {
      await KINDS.incidents.finish(cause)
      await settled()
      await platform.call(olga, incidentContract.delete, { id: cause.id })
    },
    ['Resolved: "Slow"'],
  ],
]

async function begin(kind: Kind, by: By) {
  const systemId = await system("X")
  const { id: groupId } = await platform.call(olga, catalogContract.createGroup, { name: `G ${crypto.randomUUID()}` })
  await platform.call(olga, catalogContract.addSystemToGroup, { groupId, systemIds: [systemId] })
  const { id: channelId, path } = await webhook()
  await platform.call(vera, notificationContract.subscribe, {
    ...(by === "system" ? { systemIds: [systemId] } : { groupIds: [groupId] }),
    about: [kind],
    channelId,
  })
  const id = await KINDS[kind].begin(systemId)
  return { cause: { systemId, groupId, id }, path }
}

describe("whoever was told that something began hears how it ended", () => {
  it.each(TABLE)("%s: %s by %s", async (_way, kind, by, happens, hears) => {
    receiver.status(200)
    const { cause, path } = await begin(kind, by)
    await settled()
    const first = told(path)
    expect(first.length).toBeGreaterThan(0)

    await happens(cause)
    await settled()

    const after = told(path).slice(first.length)
    expect(after.map(({ subject }) => subject.replace(/"X [^"]+"/, '"X"'))).toEqual(hears)
    expect(after.map(({ phase }) => phase)).toEqual(hears.map(() => "over"))
    expect(after.map(({ cause }) => cause)).toEqual(hears.map(() => first[0].cause))
    for (const { text } of after) expect(text).not.toContain("Quietly")
    if ((await subscriptionsOf()).length > 0) await unsubscribe()
  })
})

describe("whoever was told nothing yet", () => {
  it.each([
    ["made quiet", (id: string) => editIncident(id, { suppressNotifications: true })],
    ["deleted", (id: string) => platform.call(olga, incidentContract.delete, { id })],
  ])("hears nothing of an incident that is %s before its first message arrived", async (_what, happens) => {
    receiver.status(503)
    const { cause, path } = await begin("incidents", "system")
    await settled()
    await happens(cause.id)
    receiver.status(200)
    await forward(5)
    await settled()

    expect(receiver.at(path)).toHaveLength(1)
    const mine = await ask(
      `SELECT d.status FROM notification.delivery d JOIN notification.cause c ON c.id = d.cause_id WHERE c.about_id = $1`,
      [cause.id],
    )
    expect(new Set(mine.map(({ status }) => status))).toEqual(new Set(["withheld"]))
    if ((await subscriptionsOf()).length > 0) await unsubscribe()
  })
})

describe("after months", () => {
  it("an incident that is open still is ended for those who were told, and nothing is left of what is over", async () => {
    receiver.status(200)
    const { cause, path } = await begin("incidents", "system")
    const gone = await begin("status", "system")
    await settled()
    // As if it had been deleted while nobody listened for that.
    await platform.call(root, catalogContract.deleteSystem, { systemId: gone.cause.systemId })
    await settled()
    await ask("UPDATE notification.cause SET closed_at = NULL WHERE about_id = $1", [gone.cause.systemId])
    const days = 24 * 60
    await forward(40 * days)
    await platform.call(service, notificationContract.sweep, {})
    await KINDS.incidents.finish(cause)
    await settled()
    expect(told(path).map(({ subject }) => subject)).toEqual(['Major incident: "Slow"', 'Resolved: "Slow"'])

    for (let round = 0; round < 2; round++) {
      await forward(40 * days)
      await platform.call(service, notificationContract.sweep, {})
    }
    const [left] =
      await ask(`SELECT (SELECT count(*)::int FROM notification.cause WHERE closed_at IS NOT NULL) AS causes,
      (SELECT count(*)::int FROM notification.delivery d JOIN notification.cause c ON c.id = d.cause_id
        WHERE c.closed_at IS NOT NULL) AS deliveries,
      (SELECT count(*)::int FROM notification.subscription WHERE ended_at IS NOT NULL) AS subscriptions`)
    expect(left).toEqual({ causes: 0, deliveries: 0, subscriptions: 0 })
    expect(await ask("SELECT FROM notification.cause WHERE about_id = $1", [gone.cause.systemId])).toEqual([])
  })
})
