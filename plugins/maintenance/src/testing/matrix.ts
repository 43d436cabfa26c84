import { randomUUID } from "node:crypto"
import { catalogContract } from "@countersign/catalog/contract"
import { callAsPlatform, hideThing, type MatrixOptions, type TestPlatform } from "@countersign/testing"
import { maintenanceContract } from "../contract.ts"

const TIMES = { startsAt: "2100-01-04T10:00:00Z", endsAt: "2100-01-04T11:00:00Z" }

export const matrix: MatrixOptions = {
  children: { "maintenance.window": { parent: "catalog.system", path: "id", make: schedule } },
  hidden: [
    {
      at: ["maintenance.*.id", "maintenance.preview.exceptId"],
      make: async (testing) => ({ id: await hiddenWindow(testing) }),
    },
    {
      at: ["maintenance.*.updateId"],
      make: async (testing) => {
        const hidden = { id: await hiddenWindow(testing), message: "Psst." }
        const { id } = await callAsPlatform(testing, maintenanceContract.addUpdate, hidden)
        return { id, rest: { id: await schedule(testing, await addSystem(testing)) } }
      },
    },
    {
      at: ["maintenance.*.linkId"],
      make: async (testing) => {
        const hidden = { id: await hiddenWindow(testing), label: "Plan", url: "https://example.test/" }
        const { id } = await callAsPlatform(testing, maintenanceContract.addLink, hidden)
        return { id, rest: { id: await schedule(testing, await addSystem(testing)) } }
      },
    },
  ],
  inputs: {
    "maintenance.create": { title: "Patching", minutes: 30 },
    "maintenance.update": { title: "Still patching" },
    "maintenance.preview": TIMES,
    "maintenance.editUpdate": { message: "We were on it." },
  },
}

async function addSystem(testing: TestPlatform): Promise<string> {
  const { id } = await callAsPlatform(testing, catalogContract.createSystem, { name: `System ${randomUUID()}` })
  return id
}

async function schedule(testing: TestPlatform, systemId: string): Promise<string> {
  const draft = { title: "Patching", systemIds: [systemId], ...TIMES }
  const { id } = await callAsPlatform(testing, maintenanceContract.create, draft)
  return id
}

async function hiddenWindow(testing: TestPlatform): Promise<string> {
  const systemId = await addSystem(testing)
  const id = await schedule(testing, systemId)
  await hideThing(testing, "catalog.system", systemId)
  return id
}
