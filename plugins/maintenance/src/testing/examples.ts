import { catalogContract } from "@countersign/catalog/contract"
import { type ExampleWorld, type ToolExamples, toolExample } from "@countersign/testing"
import { maintenanceContract } from "../contract.ts"

// Who did it and when: the signer's name and moment, which no card can know. The times of a window that begins now as well.
const UNSHOWN = ["id", "createdBy", "createdAt", "occurrenceAt", "status"]

// Times that fit each other, and a rule.
const MEANT = ["startsAt", "endsAt", "minutes", "rrule", "timeZone", "occurrenceAt", "skipped"]

const HOUR = 60 * 60_000
const inHours = (hours: number) => new Date(Math.ceil(Date.now() / HOUR) * HOUR + hours * HOUR).toISOString()

const openWorld = async (w: ExampleWorld) => {
  const systemId = await addSystem(w)
  return { id: await schedule(w, [systemId]), systemId, otherId: await schedule(w, [await addSystem(w)]) }
}

/** For changes of one window that the window's own version binds. */
const bound = {
  changeTarget: (w: ExampleWorld, { id }: { id: string }) => retitle(w, id),
  changeUnrelated: (w: ExampleWorld, { otherId }: { otherId: string }) => retitle(w, otherId),
}

export const examples: ToolExamples = {
  "maintenance.list": toolExample({ world: openWorld, input: () => ({ state: "open", limit: 5 }) }),
  "maintenance.get": toolExample({ world: openWorld, input: ({ id }) => ({ id }) }),

  "maintenance.create": toolExample({
    async world(w) {
      const [systemId, otherSystemId] = [await addSystem(w), await addSystem(w)]
      const environmentId = await addEnvironment(w)
      return { systemId, otherSystemId, environmentId, otherId: await schedule(w, [await addSystem(w)]) }
    },
    input: ({ systemId, otherSystemId, environmentId }) => ({
      title: "Upgrade the database",
      description: "Writes are refused for a while.",
      systemIds: [systemId, otherSystemId],
      environmentIds: [environmentId],
      startsAt: inHours(5),
      endsAt: inHours(6),
      rrule: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU",
      timeZone: "Europe/Berlin",
      message: "Planned with the team.",
    }),
    meant: MEANT,
    changeNamed: (w, { systemId }) => describeSystem(w, systemId),
    changeUnrelated: (w, { otherId }) => retitle(w, otherId),
    shownAs: { update: "message" },
    unshown: UNSHOWN,
  }),
  "maintenance.update": toolExample({
    world: async (w) => ({
      ...(await openWorld(w)),
      secondId: await addSystem(w),
      environmentId: await addEnvironment(w),
    }),
    input: ({ id, systemId, secondId, environmentId }) => ({
      id,
      description: "Longer than thought.",
      systemIds: [systemId, secondId],
      environmentIds: [environmentId],
      endsAt: inHours(9),
      rrule: "FREQ=DAILY;COUNT=3",
      timeZone: "Europe/Berlin",
    }),
    meant: MEANT,
    ...bound,
    changeNamed: (w, { secondId }) => describeSystem(w, secondId),
    // Somebody who writes to the timeline does not disturb somebody who edits the fields.
    changeUnrelated: async (w, { id, otherId }) => {
      await retitle(w, otherId)
      await w.call(maintenanceContract.addUpdate, { id, message: "Still planned." })
    },
    unshown: UNSHOWN,
  }),
  "maintenance.addUpdate": toolExample({
    world: openWorld,
    input: ({ id }) => ({ id, message: "The vendor is ready." }),
    ...bound,
    shownAs: { update: "message" },
    unshown: UNSHOWN,
  }),
  "maintenance.close": toolExample({
    world: openWorld,
    input: ({ id }) => ({ id, note: "The vendor is ill." }),
    ...bound,
    shownAs: { update: "note" },
    unshown: UNSHOWN.filter((key) => key !== "status"),
  }),
  "maintenance.addLink": toolExample({
    world: openWorld,
    input: ({ id }) => ({ id, label: "Runbook", url: "https://example.com/r/1" }),
    ...bound,
    shownAs: { link: "url" },
    unshown: UNSHOWN,
  }),
  "maintenance.removeLink": toolExample({
    async world(w) {
      const things = await openWorld(w)
      const link = { id: things.id, label: "Runbook", url: "https://example.com/r/1" }
      return { ...things, linkId: (await w.call(maintenanceContract.addLink, link)).id }
    },
    input: ({ id, linkId }) => ({ id, linkId }),
    ...bound,
    unshown: UNSHOWN,
  }),
  "maintenance.deleteUpdate": toolExample({
    async world(w) {
      const things = await openWorld(w)
      const update = await w.call(maintenanceContract.addUpdate, { id: things.id, message: "Wrong room." })
      return { ...things, updateId: update.id }
    },
    input: ({ id, updateId }) => ({ id, updateId }),
    ...bound,
    changeNamed: (w, { id, updateId }) =>
      w.call(maintenanceContract.editUpdate, { id, updateId, version: 1, message: "Right room." }),
    unshown: UNSHOWN,
  }),
  "maintenance.delete": toolExample({
    async world(w) {
      const things = await openWorld(w)
      await w.call(maintenanceContract.addUpdate, { id: things.id, message: "Scheduled by mistake." })
      await w.call(maintenanceContract.addLink, { id: things.id, label: "Call", url: "https://example.com/call" })
      return things
    },
    input: ({ id }) => ({ id }),
    ...bound,
    changeNamed: (w, { id }) => w.call(maintenanceContract.addUpdate, { id, message: "Keep it." }),
    unshown: UNSHOWN,
  }),
}

const free = (w: ExampleWorld, name: string) => `${name} ${w.random().toString(36).slice(2, 12)}`

async function addSystem(w: ExampleWorld): Promise<string> {
  return (await w.call(catalogContract.createSystem, { name: free(w, "Checkout") })).id
}

async function addEnvironment(w: ExampleWorld): Promise<string> {
  return (await w.call(catalogContract.createEnvironment, { name: free(w, "Zone") })).id
}

async function describeSystem(w: ExampleWorld, systemId: string): Promise<void> {
  const { version } = await w.call(catalogContract.getSystem, { systemId })
  await w.call(catalogContract.updateSystem, { systemId, version, description: free(w, "Takes orders") })
}

async function schedule(w: ExampleWorld, systemIds: string[]): Promise<string> {
  const times = { startsAt: inHours(5), endsAt: inHours(6) }
  return (await w.call(maintenanceContract.create, { title: "Patching", systemIds, ...times })).id
}

async function retitle(w: ExampleWorld, id: string): Promise<void> {
  const { version } = await w.call(maintenanceContract.get, { id })
  await w.call(maintenanceContract.update, { id, version, title: free(w, "Patching again") })
}
