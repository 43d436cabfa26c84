import { type LookalikeWay, making, opening, typingInto } from "@countersign/testing"

/** Where systems, groups and environments stand in lists and are chosen. */
export const lookalikes: Readonly<Record<string, LookalikeWay>> = {
  "catalog.system": {
    make: making("catalog.createSystem"),
    list: "/catalog/systems",
    panels: [
      opening("/catalog"),
      // What is wrong stands on the start page.
      async (page, { call }, ids) => {
        for (const systemId of ids)
          await call("catalog.reportStatus", {
            systemId,
            source: "probe",
            status: "unhealthy",
            reason: "It does not answer.",
          })
        await page.goto("/")
      },
    ],
    pickers: [typingInto("/incidents/new", "Systems")],
  },
  "catalog.group": {
    make: making("catalog.createGroup"),
    list: "/catalog/groups",
    panels: [opening("/catalog")],
    pickers: [typingInto("/catalog/systems/new", "Groups"), opening("/catalog/systems")],
  },
  "catalog.environment": {
    make: making("catalog.createEnvironment"),
    list: "/catalog/environments",
    pickers: [typingInto("/catalog/systems/new", "Environments"), opening("/catalog/systems")],
  },
}
