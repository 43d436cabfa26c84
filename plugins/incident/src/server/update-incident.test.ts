import type { ConflictError } from "@countersign/core/server"
import { describe, expect, it } from "vitest"
import { getIncident } from "./get-incident.ts"
import { testIncidents } from "./incident.fixture.ts"
import { addUpdate, listRevisions } from "./incident-timeline.ts"
import { updateIncident } from "./update-incident.ts"

const { as, system, open, trail, withGrants, clock } = await testIncidents()
const [ana, ben] = [await as("ana"), await as("ben")]
const [shop, bank] = [await system("Shop"), await system("Bank")]

describe("updateIncident", () => {
  it("changes what is named and leaves the rest, counting the version", async () => {
    const incident = await open([shop], { description: "As it was" })

    const after = await updateIncident(ana, { id: incident.id, version: 1, title: "Worse", severity: "critical" })

    expect(after).toMatchObject({ title: "Worse", severity: "critical", description: "As it was", version: 2 })
    expect((await trail("incident.update")).at(-1)).toMatchObject({
      thing_id: incident.id,
      thing_name: "Worse",
      before: { title: "Checkout fails", severity: "major" },
      after: { title: "Worse", severity: "critical" },
    })
  })

  it("lets one of two editors save and shows the other what is there now", async () => {
    const { id } = await open([shop])

    const results = await Promise.allSettled([
      updateIncident(ana, { id, version: 1, title: "By Ana" }),
      updateIncident(ben, { id, version: 1, title: "By Ben" }),
    ])

    const late = results.find((result) => result.status === "rejected")
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"])
    const { title } = await getIncident(ana, { id })
    const error = late?.reason as ConflictError
    expect(error.message).toBe(
      `"${title}" was changed since you read it: you have version 1, it is now at 2. Look at what is different, then save again.`,
    )
    expect(error.current).toMatchObject({ id, title, version: 2 })
  })

  it("is not disturbed by updates that only say something, but by a new status", async () => {
    const { id } = await open([shop])
    await addUpdate(ben, { id, message: "Still looking." })
    await updateIncident(ana, { id, version: 1, title: "Fine" })

    await addUpdate(ben, { id, status: "fixing" })

    await expect(updateIncident(ana, { id, version: 2, title: "Late" })).rejects.toThrow("it is now at 3")
  })

  it("keeps what every field said before, newest first", async () => {
    const { id } = await open([shop], { title: "One" })
    await updateIncident(ana, { id, version: 1, title: "Two", suppressNotifications: true })
    clock.forward(1)
    await updateIncident(ben, { id, version: 2, systemIds: [bank, shop], postmortem: "## Why" })
    clock.forward(1)
    await updateIncident(ben, { id, version: 3, systemIds: [bank], title: "Two" })

    const { items } = await listRevisions(ana, { id })

    expect(items.map(({ author, changes }) => [author.name, changes])).toEqual([
      ["Ben", [{ field: "systems", before: "Bank, Shop", after: "Bank" }]],
      [
        "Ben",
        [
          { field: "systems", before: "Shop", after: "Bank, Shop" },
          { field: "postmortem", before: "", after: "## Why" },
        ],
      ],
      [
        "Ana",
        [
          { field: "title", before: "One", after: "Two" },
          { field: "suppressNotifications", before: "no", after: "yes" },
        ],
      ],
    ])
  })

  it("does not name systems in the history that the reader cannot see", async () => {
    const { id } = await open([shop])
    await updateIncident(ana, { id, version: 1, systemIds: [shop, bank] })
    const tia = await withGrants("tia", { [shop]: "viewer" })

    const { items } = await listRevisions(tia, { id })

    expect(items[0]?.changes).toEqual([{ field: "systems", before: "Shop", after: "Shop, 1 more you cannot see" }])
  })

  it("needs every added system to be one the caller may work on, and undoes the rest when it is not", async () => {
    const { id } = await open([shop], { title: "Mine" })
    const ed = await withGrants("ed", { [shop]: "editor", [bank]: "viewer" })

    await expect(updateIncident(ed, { id, version: 1, title: "Changed", systemIds: [shop, bank] })).rejects.toThrow(
      'Ed may see "Bank" but not open or change incidents on it',
    )
    expect(await getIncident(ana, { id })).toMatchObject({ title: "Mine", version: 1 })
  })

  it("keeps at least one system and wants something to change", async () => {
    const { id } = await open([shop])

    await expect(updateIncident(ana, { id, version: 1, systemIds: [] })).rejects.toThrow("Name at least one system.")
    await expect(updateIncident(ana, { id, version: 1 })).rejects.toThrow("Name at least one field to change.")
  })
})
