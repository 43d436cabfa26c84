import { catalogContract } from "@countersign/catalog/contract"
import { type ExampleWorld, type ToolExamples, toolExample } from "@countersign/testing"
import { healthcheckContract } from "../contract.ts"

// Who did it and when, and what follows from the configuration.
const UNSHOWN = ["id", "createdBy", "createdAt", "subject", "paused"]
// What means something to the way to check alone: a configuration, assertions, environments of that very system.
const MEANT = [
  "strategyId",
  "config",
  "collectors",
  "environmentIds",
  "intervalSeconds",
  "timeoutSeconds",
  "retries",
  "assignments",
  "tellMe",
]

const SOURCE = `import { defineHealthCheck } from "@countersign/sdk/healthcheck"
export default defineHealthCheck(() => ({ success: true, message: "All is well." }))
`
const DRAFT = {
  strategyId: "http",
  config: { url: "https://shop.example/status" },
  collectors: [{ id: "response", assertions: [{ field: "status", operator: "equals" as const, value: 200 }] }],
}

const oneCheck = async (w: ExampleWorld) => {
  const systemId = await addSystem(w)
  return { id: await addCheck(w, systemId), systemId, otherId: await addCheck(w, await addSystem(w)) }
}
const pausedCheck = async (w: ExampleWorld) => {
  const things = await oneCheck(w)
  await w.call(healthcheckContract.pause, { ids: [things.id], reason: "The vendor works on it." })
  return things
}

/** For changes of one check that its own version binds. */
const bound = {
  changeTarget: (w: ExampleWorld, { id }: { id: string }) => rename(w, id),
  changeUnrelated: (w: ExampleWorld, { otherId }: { otherId: string }) => rename(w, otherId),
}
const nothing = async () => ({})

export const examples: ToolExamples = {
  "healthcheck.listCapabilities": toolExample({ world: nothing, input: () => ({}) }),
  "healthcheck.getCapabilitySchema": toolExample({ world: nothing, input: () => ({ kind: "strategy.http" }) }),
  "healthcheck.status": toolExample({ world: oneCheck, input: ({ systemId }) => ({ systemIds: [systemId] }) }),
  "healthcheck.list": toolExample({ world: oneCheck, input: ({ systemId }) => ({ systemId, limit: 5 }) }),
  "healthcheck.listSystemChecks": toolExample({ world: oneCheck, input: ({ systemId }) => ({ systemId }) }),
  "healthcheck.get": toolExample({ world: oneCheck, input: ({ id }) => ({ id }) }),
  "healthcheck.runHistory": toolExample({
    async world(w) {
      const things = await oneCheck(w)
      await w.call(healthcheckContract.runNow, { ids: [things.id] })
      return things
    },
    ready: async (w, { id }) => (await w.call(healthcheckContract.runHistory, { checkId: id })).items.length > 0,
    input: ({ id }) => ({ checkId: id, limit: 5 }),
  }),
  "healthcheck.runStats": toolExample({
    world: oneCheck,
    input: ({ id }) => ({ checkId: id, buckets: 4 }),
    meant: ["from", "to"],
  }),
  "healthcheck.getScriptContext": toolExample({ world: nothing, input: () => ({ context: "healthcheck-script" }) }),
  "healthcheck.testScript": toolExample({
    world: nothing,
    input: () => ({ context: "healthcheck-script", source: SOURCE }),
    meant: ["context", "source", "config", "sampleContext", "env", "address"],
  }),
  "healthcheck.tryCheck": toolExample({
    world: nothing,
    input: () => ({ strategyId: "http", config: { url: "https://shop.example/" }, timeoutSeconds: 1 }),
    meant: [...MEANT, "systemId", "environmentId"],
  }),

  "healthcheck.propose": toolExample({
    async world(w) {
      const environmentId = await addEnvironment(w)
      const systemId = await addSystem(w, [environmentId])
      return { systemId, environmentId, otherId: await addCheck(w, await addSystem(w)) }
    },
    input: ({ systemId, environmentId }) => ({
      name: "Shop answers",
      description: "Looked at from outside.",
      ...DRAFT,
      intervalSeconds: 30,
      assignToSystemId: systemId,
      environmentIds: [environmentId],
    }),
    meant: MEANT,
    changeNamed: (w, { systemId }) => describeSystem(w, systemId),
    changeUnrelated: (w, { otherId }) => rename(w, otherId),
    shownAs: { assignments: "assignToSystemId" },
    unshown: UNSHOWN,
  }),
  "healthcheck.update": toolExample({
    world: async (w) => ({ ...(await oneCheck(w)), secondId: await addSystem(w) }),
    input: ({ id, systemId, secondId }) => ({
      id,
      name: "Shop answers in good time",
      config: {
        url: "https://shop.example/health",
        method: "HEAD",
        headers: [
          { name: "accept", value: "text/plain" },
          { name: "x-from", value: "countersign" },
        ],
      },
      collectors: [
        { id: "timing", assertions: [{ field: "totalMs", operator: "lessThan", value: 1_000, severity: "degraded" }] },
      ],
      intervalSeconds: 120,
      assignments: [{ systemId }, { systemId: secondId }],
    }),
    meant: MEANT,
    ...bound,
    changeNamed: (w, { secondId }) => describeSystem(w, secondId),
    unshown: UNSHOWN,
  }),
  "healthcheck.assign": toolExample({
    world: async (w) => ({ ...(await oneCheck(w)), secondId: await addSystem(w) }),
    input: ({ id, secondId }) => ({ id, systemId: secondId }),
    meant: MEANT,
    ...bound,
    changeNamed: (w, { secondId }) => describeSystem(w, secondId),
    shownAs: { assignments: "systemId" },
    unshown: UNSHOWN,
  }),
  "healthcheck.unassign": toolExample({
    world: oneCheck,
    input: ({ id, systemId }) => ({ id, systemId }),
    ...bound,
    changeNamed: (w, { systemId }) => describeSystem(w, systemId),
    shownAs: { assignments: "systemId" },
    unshown: UNSHOWN,
  }),
  "healthcheck.pause": toolExample({
    world: oneCheck,
    input: ({ id }) => ({ ids: [id], reason: "The vendor works on it." }),
    meant: ["until"],
    changeNamed: (w, { id }) => rename(w, id),
    changeUnrelated: bound.changeUnrelated,
    shownAs: { paused: "reason" },
    unshown: UNSHOWN,
  }),
  "healthcheck.resume": toolExample({
    world: pausedCheck,
    input: ({ id }) => ({ ids: [id] }),
    changeNamed: (w, { id }) => rename(w, id),
    changeUnrelated: bound.changeUnrelated,
    unshown: UNSHOWN,
  }),
  "healthcheck.runNow": toolExample({
    world: oneCheck,
    input: ({ id }) => ({ ids: [id] }),
    changeNamed: (w, { id }) => rename(w, id),
    changeUnrelated: bound.changeUnrelated,
    unshown: UNSHOWN,
  }),
  "healthcheck.delete": toolExample({ world: oneCheck, input: ({ id }) => ({ id }), ...bound, unshown: UNSHOWN }),
}

const free = (w: ExampleWorld, name: string) => `${name} ${w.random().toString(36).slice(2, 12)}`

async function addSystem(w: ExampleWorld, environmentIds: string[] = []): Promise<string> {
  return (await w.call(catalogContract.createSystem, { name: free(w, "Checkout"), environmentIds })).id
}

async function addEnvironment(w: ExampleWorld): Promise<string> {
  return (await w.call(catalogContract.createEnvironment, { name: free(w, "Zone") })).id
}

async function describeSystem(w: ExampleWorld, systemId: string): Promise<void> {
  const { version } = await w.call(catalogContract.getSystem, { systemId })
  await w.call(catalogContract.updateSystem, { systemId, version, description: free(w, "Takes orders") })
}

async function addCheck(w: ExampleWorld, systemId: string): Promise<string> {
  const draft = { name: free(w, "Shop answers"), ...DRAFT, assignments: [{ systemId }] }
  return (await w.call(healthcheckContract.create, draft)).id
}

async function rename(w: ExampleWorld, id: string): Promise<void> {
  const { version } = await w.call(healthcheckContract.get, { id })
  await w.call(healthcheckContract.update, { id, version, name: free(w, "Shop answers soon") })
}
