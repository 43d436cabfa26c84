import { randomUUID } from "node:crypto"
import { catalogContract } from "@countersign/catalog/contract"
import { callAsPlatform, hideThing, type MatrixOptions, type TestPlatform } from "@countersign/testing"
import { healthcheckContract } from "../contract.ts"

/** A check that is valid, and calls nobody in tests. */
export const DRAFT = { strategyId: "http", config: { url: "https://shop.example/" } }

export const matrix: MatrixOptions = {
  children: { "healthcheck.healthcheck": { parent: "catalog.system", path: "id", make: addCheck } },
  hidden: [
    {
      at: ["healthcheck.*.id", "healthcheck.*.ids", "healthcheck.*.checkId"],
      make: async (testing) => {
        const systemId = await addSystem(testing)
        const id = await addCheck(testing, systemId)
        await hideThing(testing, "catalog.system", systemId)
        return { id }
      },
    },
    {
      at: ["healthcheck.*.assignments.systemId", "healthcheck.propose.assignToSystemId"],
      make: async (testing) => {
        const id = await addSystem(testing)
        await hideThing(testing, "catalog.system", id)
        return { id }
      },
    },
  ],
  open: [
    // Ways to check and what they measure are everybody's, and so are environments.
    "healthcheck.*.strategyId",
    "healthcheck.*.collectors.id",
    "healthcheck.*.assignments.environmentIds",
  ],
  inputs: {
    "healthcheck.create": { name: "Shop answers", ...DRAFT },
    "healthcheck.update": { name: "Shop answers in time" },
    "healthcheck.validate": DRAFT,
    "healthcheck.getCapabilitySchema": { kind: "strategy.http" },
    "healthcheck.pause": { reason: "The vendor is at it." },
  },
}

async function addSystem(testing: TestPlatform): Promise<string> {
  const { id } = await callAsPlatform(testing, catalogContract.createSystem, { name: `System ${randomUUID()}` })
  return id
}

async function addCheck(testing: TestPlatform, systemId: string): Promise<string> {
  const draft = { name: "Shop answers", ...DRAFT, assignments: [{ systemId }] }
  const { id } = await callAsPlatform(testing, healthcheckContract.create, draft)
  return id
}
