import { defineTesting } from "@countersign/testing"
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
  ranked: incidentsInTests.ranked,
})
