import { catalogContract } from "@countersign/catalog/contract"
import { catalogPlugin } from "@countersign/catalog/server"
import { defineContract, procedure } from "@countersign/core/contract"
import { definePlugin, implement, reaction } from "@countersign/core/server"
import { testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { z } from "zod"
import { incidentDeleted, incidentOpened, incidentResolved, incidentUpdated } from "../contract.ts"
import { incidentPlugin } from "../server.ts"
import { createIncident } from "./create-incident.ts"
import { deleteIncident } from "./delete-incident.ts"
import { addUpdate } from "./incident-timeline.ts"
import { resolveIncident } from "./resolve-incident.ts"
import { updateIncident } from "./update-incident.ts"

const hear = (summary: string) =>
  procedure({ summary, effect: "mutate", access: "internal", input: z.looseObject({}), output: z.object({}) })
const listenerContract = defineContract("listener", {
  opened: hear("Hears of openings."),
  updated: hear("Hears of updates."),
  resolved: hear("Hears of resolutions."),
  deleted: hear("Hears of deletions."),
})
const [opened, updated, resolved, deleted] = [
  implement(listenerContract.opened, async () => ({})),
  implement(listenerContract.updated, async () => ({})),
  implement(listenerContract.resolved, async () => ({})),
  implement(listenerContract.deleted, async () => ({})),
]
const listenerPlugin = definePlugin({
  id: "listener",
  contract: listenerContract,
  verbs: { opened, updated, resolved, deleted },
  reactions: [
    reaction(incidentOpened, opened),
    reaction(incidentUpdated, updated),
    reaction(incidentResolved, resolved),
    reaction(incidentDeleted, deleted),
  ],
})

describe("events of incidents", () => {
  it("tell others what happened, and nothing of what was rolled back", async () => {
    const { as, platform, database } = await testPlatform({ plugins: [catalogPlugin, incidentPlugin, listenerPlugin] })
    const ana = await as("ana")
    const { id: systemId } = await platform.call(ana, catalogContract.createSystem, { name: "Shop" })
    const draft = { title: "Down", severity: "minor" as const, systemIds: [systemId], suppressNotifications: true }

    const { id } = await createIncident(ana, { ...draft, message: "Hello", visibility: "public" })
    await addUpdate(ana, { id, message: "For us", visibility: "internal" })
    await updateIncident(ana, { id, version: 1, severity: "major" })
    await expect(updateIncident(ana, { id, version: 1, severity: "critical" })).rejects.toThrow("was changed since")
    await resolveIncident(ana, { id, note: "Over." })
    await deleteIncident(ana, { id })

    const { rows } = await database.pool.query(
      `SELECT d.subscriber AS name, e.payload AS news
       FROM platform.delivery d JOIN platform.event e ON e.at = d.event_at AND e.id = d.event_id
       WHERE d.subscriber LIKE 'listener.%' ORDER BY d.id`,
    )
    expect(rows).toMatchObject([
      {
        name: "listener.opened",
        news: {
          id,
          title: "Down",
          systemIds: [systemId],
          suppressNotifications: true,
          update: { visibility: "public" },
        },
      },
      { name: "listener.updated", news: { severity: "minor", update: { visibility: "internal" } } },
      { name: "listener.updated", news: { severity: "major", update: null } },
      { name: "listener.resolved", news: { status: "resolved", update: { visibility: "signedIn" } } },
      {
        name: "listener.deleted",
        news: { id, title: "Down", status: "resolved", systemIds: [systemId], update: null },
      },
    ])
  })
})
