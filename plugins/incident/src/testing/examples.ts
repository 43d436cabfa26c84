import { catalogContract } from "@countersign/catalog/contract"
import { type ExampleWorld, type ToolExamples, toolExample } from "@countersign/testing"
import { incidentContract } from "../contract.ts"

// Who did it and when: the signer's name and moment, which no card can know.
const UNSHOWN = ["id", "openedBy", "openedAt", "resolvedAt"]

const openWorld = async (w: ExampleWorld) => {
  const systemId = await addSystem(w)
  return { id: await openIncident(w, [systemId]), systemId, otherId: await openIncident(w, [systemId]) }
}

/** For changes of one incident that the incident's own version binds. */
const bound = {
  changeTarget: (w: ExampleWorld, { id }: { id: string }) => retitle(w, id),
  changeUnrelated: (w: ExampleWorld, { otherId }: { otherId: string }) => retitle(w, otherId),
}

export const examples: ToolExamples = {
  "incident.list": toolExample({ world: openWorld, input: () => ({ state: "open", limit: 5 }) }),
  "incident.get": toolExample({ world: openWorld, input: ({ id }) => ({ id }) }),
  "incident.summarize": toolExample({ world: openWorld, input: ({ id }) => ({ id }) }),

  "incident.create": toolExample({
    async world(w) {
      const [systemId, otherSystemId] = [await addSystem(w), await addSystem(w)]
      return { systemId, otherSystemId, otherId: await openIncident(w, [systemId]) }
    },
    input: ({ systemId, otherSystemId }) => ({
      title: "Payments time out",
      description: "Cards are charged late.",
      severity: "major",
      systemIds: [systemId, otherSystemId],
      healthOverride: "degraded",
      message: "We are looking into it.",
    }),
    changeNamed: (w, { systemId }) => describeSystem(w, systemId),
    changeUnrelated: (w, { otherId }) => retitle(w, otherId),
    shownAs: { update: "message" },
    unshown: UNSHOWN,
  }),
  "incident.update": toolExample({
    world: async (w) => ({ ...(await openWorld(w)), secondId: await addSystem(w) }),
    input: ({ id, systemId, secondId }) => ({
      id,
      severity: "critical",
      systemIds: [systemId, secondId],
      healthOverride: "unhealthy",
      postmortem: "The pool was too small.",
    }),
    ...bound,
    changeNamed: (w, { secondId }) => describeSystem(w, secondId),
    // Somebody who writes to the timeline does not disturb somebody who edits the fields.
    changeUnrelated: async (w, { id, otherId }) => {
      await retitle(w, otherId)
      await w.call(incidentContract.addUpdate, { id, message: "Still looking." })
    },
    unshown: UNSHOWN,
  }),
  "incident.addUpdate": toolExample({
    world: openWorld,
    input: ({ id }) => ({ id, message: "The pool is bigger now.", status: "monitoring" }),
    ...bound,
    shownAs: { update: "message" },
    unshown: UNSHOWN,
  }),
  "incident.resolve": toolExample({
    world: openWorld,
    input: ({ id }) => ({ id, note: "Rolled back." }),
    ...bound,
    shownAs: { update: "note" },
    unshown: UNSHOWN,
  }),
  "incident.addLink": toolExample({
    world: openWorld,
    input: ({ id }) => ({ id, label: "Dashboard", url: "https://example.com/d/1" }),
    ...bound,
    shownAs: { link: "url" },
    unshown: UNSHOWN,
  }),
  "incident.removeLink": toolExample({
    async world(w) {
      const things = await openWorld(w)
      const link = { id: things.id, label: "Dashboard", url: "https://example.com/d/1" }
      return { ...things, linkId: (await w.call(incidentContract.addLink, link)).id }
    },
    input: ({ id, linkId }) => ({ id, linkId }),
    ...bound,
    unshown: UNSHOWN,
  }),
  "incident.deleteUpdate": toolExample({
    async world(w) {
      const things = await openWorld(w)
      const update = await w.call(incidentContract.addUpdate, { id: things.id, message: "Wrong room." })
      return { ...things, updateId: update.id }
    },
    input: ({ id, updateId }) => ({ id, updateId }),
    ...bound,
    changeNamed: (w, { id, updateId }) =>
      w.call(incidentContract.editUpdate, { id, updateId, version: 1, message: "Right room." }),
    unshown: UNSHOWN,
  }),
  "incident.delete": toolExample({
    async world(w) {
      const things = await openWorld(w)
      await w.call(incidentContract.addUpdate, { id: things.id, message: "Opened by mistake." })
      await w.call(incidentContract.addLink, { id: things.id, label: "Call", url: "https://example.com/call" })
      return things
    },
    input: ({ id }) => ({ id }),
    ...bound,
    changeNamed: (w, { id }) => w.call(incidentContract.addUpdate, { id, message: "Keep it." }),
    unshown: UNSHOWN,
  }),
}

async function addSystem(w: ExampleWorld): Promise<string> {
  const name = `Checkout ${w.random().toString(36).slice(2, 12)}`
  return (await w.call(catalogContract.createSystem, { name })).id
}

async function describeSystem(w: ExampleWorld, systemId: string): Promise<void> {
  const { version } = await w.call(catalogContract.getSystem, { systemId })
  await w.call(catalogContract.updateSystem, { systemId, version, description: `Takes orders ${w.random()}` })
}

async function openIncident(w: ExampleWorld, systemIds: string[]): Promise<string> {
  const draft = { title: "Checkout fails", severity: "major", healthOverride: "degraded" } as const
  return (await w.call(incidentContract.create, { ...draft, systemIds })).id
}

async function retitle(w: ExampleWorld, id: string): Promise<void> {
  const { version } = await w.call(incidentContract.get, { id })
  await w.call(incidentContract.update, { id, version, title: `Checkout is slow ${w.random()}` })
}
