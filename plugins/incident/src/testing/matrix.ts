import { randomUUID } from "node:crypto"
import { catalogContract } from "@countersign/catalog/contract"
import { callAsPlatform, hideThing, type MatrixOptions, type TestPlatform } from "@countersign/testing"
import { incidentContract } from "../contract.ts"

export const matrix: MatrixOptions = {
  children: {
    "incident.incident": { parent: "catalog.system", path: "id", make: openIncident },
  },
  hidden: [
    { at: ["incident.*.id", "incident.*.ids"], make: async (testing) => ({ id: await hiddenIncident(testing) }) },
    {
      at: ["incident.*.updateId"],
      make: async (testing) => {
        const hidden = { id: await hiddenIncident(testing), message: "Psst." }
        const { id } = await callAsPlatform(testing, incidentContract.addUpdate, hidden)
        return { id, rest: { id: await openIncident(testing, await addSystem(testing)) } }
      },
    },
    {
      at: ["incident.*.linkId"],
      make: async (testing) => {
        const hidden = { id: await hiddenIncident(testing), label: "Plan", url: "https://example.test/" }
        const { id } = await callAsPlatform(testing, incidentContract.addLink, hidden)
        return { id, rest: { id: await openIncident(testing, await addSystem(testing)) } }
      },
    },
  ],
  inputs: {
    "incident.update": { title: "Still down" },
    "incident.addUpdate": { message: "We are on it." },
    "incident.editUpdate": { message: "We were on it." },
  },
}

async function addSystem(testing: TestPlatform): Promise<string> {
  const { id } = await callAsPlatform(testing, catalogContract.createSystem, { name: `System ${randomUUID()}` })
  return id
}

async function openIncident(testing: TestPlatform, systemId: string): Promise<string> {
  const draft = { title: "Down", severity: "major" as const, systemIds: [systemId] }
  const { id } = await callAsPlatform(testing, incidentContract.create, draft)
  return id
}

async function hiddenIncident(testing: TestPlatform): Promise<string> {
  const systemId = await addSystem(testing)
  const id = await openIncident(testing, systemId)
  await hideThing(testing, "catalog.system", systemId)
  return id
}
