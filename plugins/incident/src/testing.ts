import { catalogContract } from "@countersign/catalog/contract"
import { defineTesting } from "@countersign/testing"
import { incidentContract } from "./contract.ts"
import { examples } from "./testing/examples.ts"
import { forms } from "./testing/forms.ts"
import { matrix } from "./testing/matrix.ts"
import { dialogs, pages, seed } from "./testing/pages.ts"

export const testing = defineTesting({
  examples,
  seed,
  pages,
  dialogs,
  forms,
  access: matrix,
  writing: {
    makers: [
      ["incident.create", "incidentId"],
      ["incident.addUpdate", "updateId"],
      ["incident.addLink", "linkId"],
    ],
    owners: [[/^incident\./, "incidentId"]],
  },
  unmarked: {
    "incident.incident": "Titles of incidents repeat by nature: the same thing breaks again.",
    "incident.incident_link": "Seen only within its incident, with its whole address beside it.",
  },
  ranked: {
    "incident.list": {
      name: "title",
      input: { state: "all" },
      async make({ platform, as }, { name: title, text: description }) {
        const root = await as("root", "administrator")
        const { items } = await platform.call(root, catalogContract.listSystems, { limit: 1 })
        const system = items[0] ?? (await platform.call(root, catalogContract.createSystem, { name: "Checkout" }))
        await platform.call(root, incidentContract.create, {
          title,
          description,
          severity: "minor",
          systemIds: [system.id],
        })
      },
    },
  },
})
