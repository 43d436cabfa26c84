import { defineTesting, makingAbout, onItsSystem } from "@countersign/testing"
import { incidentContract } from "./contract.ts"
import { examples } from "./testing/examples.ts"
import { forms } from "./testing/forms.ts"
import { dialogs, pages, seed } from "./testing/pages.ts"
import { incidentsInTests } from "./testing/things.ts"

export const testing = defineTesting({
  examples,
  seed,
  pages,
  dialogs,
  forms,
  access: {
    ...incidentsInTests.matrix,
    neverTold: {
      "incident.summarize": "It is asked about one incident or one system, and each is looked behind as one.",
    },
  },
  writing: incidentsInTests.writing,
  unmarked: {
    "incident.incident_link": "Seen only within its incident, with its whole address beside it.",
  },
  sampleReferences: {
    told: { "incident.incident_system.system_id": "system" },
    async name(call, { system }) {
      await call(incidentContract.create, { title: "Slow", severity: "minor", systemIds: [system] })
      return [["system", 'the incident "Slow"']]
    },
  },
  lookalikes: {
    "incident.incident": {
      make: makingAbout("incident.create", { severity: "minor" }),
      list: "/incidents",
      panels: [onItsSystem],
    },
  },
  ranked: incidentsInTests.ranked,
})
