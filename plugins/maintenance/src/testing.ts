import { catalogContract } from "@countersign/catalog/contract"
import { defineTesting } from "@countersign/testing"
import { maintenanceContract } from "./contract.ts"
import { examples } from "./testing/examples.ts"
import { matrix } from "./testing/matrix.ts"
import { dialogs, forms, pages, seed } from "./testing/pages.ts"

export const testing = defineTesting({
  examples,
  seed,
  pages,
  dialogs,
  forms,
  access: matrix,
  writing: {
    makers: [
      ["maintenance.create", "windowId"],
      ["maintenance.addUpdate", "updateId"],
      ["maintenance.addLink", "linkId"],
    ],
    owners: [[/^maintenance\./, "windowId"]],
    // Rules and zones are no words of anybody's.
    unwritten: ["create", "update"].flatMap((verb) => [`maintenance.${verb} rrule`, `maintenance.${verb} timeZone`]),
  },
  lazy: {
    "server/expand-rule.ts": async ({ expandRule }) => {
      const series = { rrule: "FREQ=DAILY", timeZone: "Europe/Berlin", from: new Date("2027-03-27T01:30:00Z") }
      const found: Date[] = expandRule(series, null, 2)
      if (found[1]?.toISOString() !== "2027-03-29T00:30:00.000Z") throw new Error(`Clocks go forward, yet: ${found}`)
    },
  },
  unmarked: {
    "maintenance.window": "Titles of windows repeat by nature: the same is done again.",
    "maintenance.window_link": "Seen only within its window, with its whole address beside it.",
  },
  ranked: {
    "maintenance.list": {
      name: "title",
      input: { state: "all" },
      async make({ platform, as }, { name: title, text: description }) {
        const root = await as("root", "administrator")
        const { items } = await platform.call(root, catalogContract.listSystems, { limit: 1 })
        const system = items[0] ?? (await platform.call(root, catalogContract.createSystem, { name: "Checkout" }))
        await platform.call(root, maintenanceContract.create, {
          title,
          description,
          systemIds: [system.id],
          minutes: 30,
        })
      },
    },
  },
})
