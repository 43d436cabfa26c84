import { catalogContract } from "@countersign/catalog/contract"
import { defineTesting, FOLLOWS, onItsSystem } from "@countersign/testing"
import { healthcheckContract } from "./contract.ts"
import { examples } from "./testing/examples.ts"
import { lazy } from "./testing/lazy.ts"
import { DRAFT, matrix } from "./testing/matrix.ts"
import { dialogs, forms, pages, seed } from "./testing/pages.ts"
import { saidAs } from "./testing/said-as.ts"

export const testing = defineTesting({
  examples,
  seed,
  pages,
  dialogs,
  forms,
  access: matrix,
  lazy,
  saidAs,
  outside: {
    "healthcheck.tryCheck": (url) => ({ strategyId: "http", config: { url } }),
    "healthcheck.testScript": (address) => ({
      context: "healthcheck-script",
      source: `export default async () => ({ message: await (await fetch("${address}")).text() })`,
      address,
    }),
  },
  // A check that has failed meanwhile tells what the address answered.
  foundOutside: ["status", "list", "listSystemChecks", "get"].map((name) => `healthcheck.${name}`),
  writing: {
    makers: [["healthcheck.create", "checkId"]],
    owners: [[/^healthcheck\./, "checkId"]],
    inputs: { "healthcheck.create": DRAFT, "healthcheck.propose": DRAFT },
    // Codes, addresses, fields and operators: they mean something to the way to check, or are refused.
    unwritten: [
      ...["create", "propose", "update"].flatMap((verb) =>
        [
          "strategyId",
          "config",
          "collectors.id",
          ...["field", "path", "value"].map((one) => `collectors.assertions.${one}`),
        ].map((field) => `healthcheck.${verb} ${field}`),
      ),
      "healthcheck.pause until",
      "healthcheck.updateSettings",
    ],
  },
  sampleReferences: {
    told: { "healthcheck.assignment.environment_ids": "environment", "healthcheck.assignment.system_id": "system" },
    silent: {
      "healthcheck.maintenance.environment_ids": FOLLOWS,
      "healthcheck.maintenance.system_ids": FOLLOWS,
      "healthcheck.target.environment_id": FOLLOWS,
      "healthcheck.target.system_id": FOLLOWS,
    },
    async name(call, { own, system, environment }) {
      await call(healthcheckContract.create, {
        name: "Ledger answers",
        strategyId: "http",
        config: { url: "https://ledger.example/" },
        collectors: [],
        assignments: [{ systemId: own, environmentIds: [environment] }, { systemId: system }],
      })
      const by = 'the check "Ledger answers"'
      return [
        ["system", by],
        ["environment", by],
      ]
    },
  },
  lookalikes: {
    "healthcheck.healthcheck": {
      make: async ({ call, systemId }, name) => {
        const config = { url: "https://shop.example.test/" }
        return (await call("healthcheck.create", { name, strategyId: "http", config, assignments: [{ systemId }] })).id
      },
      list: "/checks",
      panels: [onItsSystem],
    },
  },
  ranked: {
    "healthcheck.list": {
      async make({ platform, as }, { name, text: description }) {
        const root = await as("root", "administrator")
        const { items } = await platform.call(root, catalogContract.listSystems, { limit: 1 })
        const system = items[0] ?? (await platform.call(root, catalogContract.createSystem, { name: "Checkout" }))
        await platform.call(root, healthcheckContract.create, {
          name,
          description,
          strategyId: "http",
          config: { url: "https://shop.example/" },
          assignments: [{ systemId: system.id }],
        })
      },
    },
  },
})
