import { defineTesting, FOLLOWS, makingAbout, onItsSystem } from "@countersign/testing"
import { maintenanceContract } from "./contract.ts"
import { examples } from "./testing/examples.ts"
import { matrix } from "./testing/matrix.ts"
import { dialogs, forms, pages, seed } from "./testing/pages.ts"
import { windowsInTests } from "./testing/things.ts"

export const testing = defineTesting({
  examples,
  seed,
  pages,
  dialogs,
  forms,
  access: matrix,
  writing: {
    ...windowsInTests.writing,
    // Rules and zones are no words of anybody's.
    unwritten: ["create", "update"].flatMap((verb) => [`maintenance.${verb} rrule`, `maintenance.${verb} timeZone`]),
  },
  unmarked: {
    "maintenance.window_link": "Seen only within its window, with its whole address beside it.",
  },
  sampleReferences: {
    told: { "maintenance.window.environment_ids": "environment", "maintenance.window_system.system_id": "system" },
    silent: { "maintenance.occurrence.system_ids": FOLLOWS },
    async name(call, { own, system, second }) {
      await call(maintenanceContract.create, {
        title: "Upgrade",
        systemIds: [own, system],
        environmentIds: [second],
        startsAt: "2101-05-02T10:00:00.000Z",
        endsAt: "2101-05-02T11:00:00.000Z",
      })
      const by = 'the maintenance window "Upgrade"'
      return [
        ["system", by],
        ["second", by],
      ]
    },
  },
  lookalikes: {
    "maintenance.window": {
      make: makingAbout("maintenance.create", { startsAt: "2126-01-01T22:00:00Z", endsAt: "2126-01-01T23:00:00Z" }),
      list: "/maintenance",
      panels: [onItsSystem],
    },
  },
  ranked: windowsInTests.ranked,
})
