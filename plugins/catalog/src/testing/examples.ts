import { type InputOf, sessionContract, teamsContract } from "@countersign/core/contract"
import { type ExampleWorld, type ToolExamples, toolExample } from "@countersign/testing"
import { catalogContract } from "../contract.ts"

// Follows from any change of the record, or stands beside it.
const UNSHOWN = ["id", "status", "statusSince"]

const DEPLOYED = { what: "Deployed the new basket", release: "2.14.0", link: "https://ci.example.com/runs/912" }

const readWorld = async (w: ExampleWorld) => ({ systemId: await addSystem(w, {}) })

export const examples: ToolExamples = {
  "catalog.listSystems": toolExample({ world: readWorld, input: () => ({ text: "Checkout", limit: 5 }) }),
  "catalog.getSystem": toolExample({
    async world(w) {
      const { id: ownerTeamId } = await w.call(teamsContract.createTeam, { name: free(w, "Night") })
      const { id: value } = (await w.call(sessionContract.me, {})) as { id: string }
      const systemId = await addSystem(w, { ownerTeamId, contacts: [{ kind: "person", label: "Nights", value }] })
      return { systemId }
    },
    input: ({ systemId }) => ({ systemId }),
  }),
  "catalog.issues": toolExample({
    async world(w) {
      const systemId = await addSystem(w, {})
      await reportOn(w, systemId, "unhealthy")
      return { systemId }
    },
    input: () => ({ limit: 20 }),
  }),
  "catalog.changes": toolExample({
    async world(w) {
      const environmentId = await addEnvironment(w)
      const systemId = await addSystem(w, { environmentIds: [environmentId] })
      await w.call(catalogContract.recordChange, { ...DEPLOYED, systemIds: [systemId], environmentId })
      return { systemId }
    },
    input: ({ systemId }) => ({ systemIds: [systemId], limit: 5 }),
  }),
  "catalog.recordChange": toolExample({
    async world(w) {
      const environmentId = await addEnvironment(w)
      const systemId = await addSystem(w, { environmentIds: [environmentId] })
      return { systemId, environmentId, otherId: await addSystem(w, {}) }
    },
    input: ({ systemId, environmentId }) => ({
      ...DEPLOYED,
      systemIds: [systemId],
      environmentId,
      at: new Date(Date.now() - 60_000).toISOString(),
    }),
    // Names of what is there already.
    meant: ["systemNames", "environmentName"],
    changeNamed: (w, { systemId }) => describeSystem(w, systemId),
    changeUnrelated: (w, { systemId, otherId }) =>
      Promise.all([describeSystem(w, otherId), reportOn(w, systemId, "degraded")]),
  }),
  "catalog.listGroups": toolExample({
    world: async (w) => ({ groupId: await addGroup(w) }),
    input: () => ({ limit: 5 }),
  }),
  "catalog.listEnvironments": toolExample({
    world: async (w) => ({ environmentId: await addEnvironment(w) }),
    input: () => ({ limit: 5 }),
  }),

  "catalog.createSystem": toolExample({
    world: async (w) => ({
      name: free(w, "Search"),
      groupId: await addGroup(w),
      environmentId: await addEnvironment(w),
      otherId: await addGroup(w),
    }),
    input: ({ name, groupId, environmentId }) => ({
      name,
      description: "Finds products.",
      contacts: [{ kind: "mailbox", label: "Desk", value: "desk@example.com" }],
      links: [{ label: "Runbook", url: "https://wiki.example.com/search" }],
      tags: ["tier-2"],
      groupIds: [groupId],
      environmentIds: [environmentId],
      metadata: { language: "Go" },
    }),
    changeNamed: (w, { groupId }) => renameGroup(w, groupId),
    changeUnrelated: (w, { otherId }) => renameGroup(w, otherId),
    unshown: UNSHOWN,
  }),
  "catalog.updateSystem": toolExample({
    async world(w) {
      const groupId = await addGroup(w)
      const systemId = await addSystem(w, { groupIds: [await addGroup(w)], tags: ["tier-1"] })
      return { systemId, groupId, otherId: await addSystem(w, {}) }
    },
    input: ({ systemId, groupId }) => ({
      systemId,
      description: "Turns a basket into an order, once.",
      groupIds: [groupId],
      tags: ["tier-1", "pci"],
    }),
    changeTarget: (w, { systemId }) => describeSystem(w, systemId),
    changeNamed: (w, { groupId }) => renameGroup(w, groupId),
    changeUnrelated: (w, { systemId, otherId }) =>
      Promise.all([describeSystem(w, otherId), reportOn(w, systemId, "degraded")]),
    unshown: UNSHOWN,
  }),
  "catalog.setSystemEnvironments": toolExample({
    async world(w) {
      const environmentId = await addEnvironment(w)
      const systemId = await addSystem(w, { environmentIds: [await addEnvironment(w)] })
      return { systemId, environmentId, otherId: await addEnvironment(w) }
    },
    input: ({ systemId, environmentId }) => ({ systemId, environmentIds: [environmentId] }),
    changeTarget: (w, { systemId }) => describeSystem(w, systemId),
    changeNamed: (w, { environmentId }) => describeEnvironment(w, environmentId),
    changeUnrelated: (w, { otherId }) => describeEnvironment(w, otherId),
    unshown: UNSHOWN,
  }),
  "catalog.deleteSystem": toolExample({
    async world(w) {
      const systemId = await addSystem(w, { groupIds: [await addGroup(w)], environmentIds: [await addEnvironment(w)] })
      await reportOn(w, systemId, "degraded")
      return { systemId, otherId: await addSystem(w, {}) }
    },
    input: ({ systemId }) => ({ systemId }),
    changeTarget: (w, { systemId }) => describeSystem(w, systemId),
    changeUnrelated: (w, { systemId, otherId }) =>
      Promise.all([describeSystem(w, otherId), reportOn(w, systemId, "unhealthy")]),
    unshown: UNSHOWN,
  }),

  "catalog.createGroup": toolExample({
    world: async (w) => ({ name: free(w, "Payments"), otherId: await addGroup(w) }),
    input: ({ name }) => ({ name, description: "Everything money goes through." }),
    changeUnrelated: (w, { otherId }) => renameGroup(w, otherId),
    unshown: UNSHOWN,
  }),
  "catalog.updateGroup": toolExample({
    world: async (w) => ({ groupId: await addGroup(w), name: free(w, "Payment"), otherId: await addGroup(w) }),
    input: ({ groupId, name }) => ({ groupId, name }),
    changeTarget: (w, { groupId }) => renameGroup(w, groupId),
    changeUnrelated: (w, { otherId }) => renameGroup(w, otherId),
  }),
  "catalog.addSystemToGroup": toolExample({
    world: async (w) => ({
      groupId: await addGroup(w),
      systemId: await addSystem(w, { groupIds: [await addGroup(w)] }),
      secondId: await addSystem(w, {}),
      otherId: await addSystem(w, {}),
    }),
    input: ({ groupId, systemId, secondId }) => ({ groupId, systemIds: [systemId, secondId] }),
    changeTarget: (w, { groupId }) => renameGroup(w, groupId),
    changeNamed: (w, { systemId }) => describeSystem(w, systemId),
    changeUnrelated: (w, { otherId }) => describeSystem(w, otherId),
    unshown: UNSHOWN,
  }),
  "catalog.removeSystemFromGroup": toolExample({
    async world(w) {
      const groupId = await addGroup(w)
      const systemId = await addSystem(w, { groupIds: [groupId, await addGroup(w)] })
      return { groupId, systemId, otherId: await addSystem(w, { groupIds: [groupId] }) }
    },
    input: ({ groupId, systemId }) => ({ groupId, systemIds: [systemId] }),
    changeTarget: (w, { groupId }) => renameGroup(w, groupId),
    changeNamed: (w, { systemId }) => describeSystem(w, systemId),
    changeUnrelated: (w, { otherId }) => describeSystem(w, otherId),
    unshown: UNSHOWN,
  }),
  "catalog.deleteGroup": toolExample({
    async world(w) {
      const groupId = await addGroup(w)
      return { groupId, systemId: await addSystem(w, { groupIds: [groupId] }), otherId: await addGroup(w) }
    },
    input: ({ groupId }) => ({ groupId }),
    changeTarget: (w, { groupId }) => renameGroup(w, groupId),
    changeNamed: async (w, { groupId }) => addSystem(w, { groupIds: [groupId] }),
    changeUnrelated: (w, { otherId, systemId }) => Promise.all([renameGroup(w, otherId), describeSystem(w, systemId)]),
  }),

  "catalog.createEnvironment": toolExample({
    world: async (w) => ({ name: free(w, "Staging"), otherId: await addEnvironment(w) }),
    input: ({ name }) => ({
      name,
      description: "Before it counts.",
      fields: { baseUrl: "https://staging.example.com" },
    }),
    changeUnrelated: (w, { otherId }) => describeEnvironment(w, otherId),
    unshown: UNSHOWN,
  }),
  "catalog.deleteEnvironment": toolExample({
    async world(w) {
      const environmentId = await addEnvironment(w)
      await addSystem(w, { environmentIds: [environmentId] })
      return { environmentId, otherId: await addEnvironment(w) }
    },
    input: ({ environmentId }) => ({ environmentId }),
    changeTarget: (w, { environmentId }) => describeEnvironment(w, environmentId),
    changeNamed: async (w, { environmentId }) => addSystem(w, { environmentIds: [environmentId] }),
    changeUnrelated: (w, { otherId }) => describeEnvironment(w, otherId),
  }),
}

/** A name nothing bears yet. */
function free(w: ExampleWorld, name: string): string {
  return `${name} ${w.random().toString(36).slice(2, 12)}`
}

async function addSystem(
  w: ExampleWorld,
  fields: Partial<InputOf<typeof catalogContract.createSystem>>,
): Promise<string> {
  return (await w.call(catalogContract.createSystem, { name: free(w, "Checkout"), ...fields })).id
}

async function addGroup(w: ExampleWorld): Promise<string> {
  return (await w.call(catalogContract.createGroup, { name: free(w, "Storefront") })).id
}

async function addEnvironment(w: ExampleWorld): Promise<string> {
  return (await w.call(catalogContract.createEnvironment, { name: free(w, "Production") })).id
}

async function describeSystem(w: ExampleWorld, systemId: string): Promise<void> {
  const { version } = await w.call(catalogContract.getSystem, { systemId })
  await w.call(catalogContract.updateSystem, { systemId, version, description: free(w, "Takes orders") })
}

async function renameGroup(w: ExampleWorld, groupId: string): Promise<void> {
  const { version } = await w.call(catalogContract.getGroup, { groupId })
  await w.call(catalogContract.updateGroup, { groupId, version, name: free(w, "Shop front") })
}

async function describeEnvironment(w: ExampleWorld, environmentId: string): Promise<void> {
  const { version } = await w.call(catalogContract.getEnvironment, { environmentId })
  await w.call(catalogContract.updateEnvironment, { environmentId, version, description: free(w, "Where it counts") })
}

async function reportOn(w: ExampleWorld, systemId: string, status: "degraded" | "unhealthy"): Promise<void> {
  await w.call(catalogContract.reportStatus, { systemId, source: "example", status, reason: "Orders are slow" })
}
