import { describe, expect, it } from "vitest"
import { getIncident } from "./get-incident.ts"
import { testIncidents } from "./incident.fixture.ts"
import { addUpdate, deleteUpdate, editUpdate, listRevisions, listUpdates } from "./incident-timeline.ts"

const { as, system, open, trail, clock } = await testIncidents()
const [ana, ben, vera] = [await as("ana"), await as("ben"), await as("vera", "viewer")]
const shop = await system("Shop")

describe("addUpdate", () => {
  it("posts, moves the status and puts the newest first", async () => {
    const { id } = await open([shop])
    clock.forward(5)
    await addUpdate(ana, { id, message: "Found it.", status: "identified" })
    clock.forward(5)
    await addUpdate(ben, { id, message: "Rolling back.", status: "fixing", visibility: "internal" })

    const incident = await getIncident(ana, { id })

    expect(incident).toMatchObject({
      status: "fixing",
      updatedAt: clock.now.toISOString(),
      updates: [
        { message: "Rolling back.", status: "fixing", visibility: "internal", author: { name: "Ben" } },
        { message: "Found it.", status: "identified", visibility: "signedIn", author: { name: "Ana" } },
      ],
    })
    expect((await trail("incident.addUpdate")).at(-1)).toMatchObject({
      thing_id: id,
      thing_name: "Checkout fails",
      before: { status: "identified" },
      after: { status: "fixing", update: { message: "Rolling back." } },
    })
  })

  it("takes any status from any other, also back from resolved", async () => {
    const { id } = await open([shop])

    await addUpdate(ana, { id, status: "resolved" })
    expect(await getIncident(ana, { id })).toMatchObject({ resolvedAt: clock.now.toISOString() })
    await addUpdate(ana, { id, status: "monitoring", message: "Not yet." })

    expect(await getIncident(ana, { id })).toMatchObject({ status: "monitoring", resolvedAt: null })
  })

  it("does not call it a change of status when the status stays", async () => {
    const { id } = await open([shop])

    const update = await addUpdate(ana, { id, message: "Still at it.", status: "investigating" })

    expect(update.status).toBeNull()
    await expect(addUpdate(ana, { id, status: "investigating" })).rejects.toThrow(
      '"Checkout fails" has the status investigating already. Write what there is to say about it.',
    )
    await expect(addUpdate(ana, { id, message: "  " })).rejects.toThrow(
      "Write what there is to say, or name a new status.",
    )
  })

  it("pages through a long timeline without gaps", async () => {
    const { id } = await open([shop])
    for (let number = 1; number <= 105; number++) {
      clock.forward(1)
      await addUpdate(ana, { id, message: `Number ${number}` })
    }

    const { updates, nextUpdateCursor } = await getIncident(ana, { id })
    const earlier = await listUpdates(ana, { id, after: nextUpdateCursor ?? "" })

    expect(updates).toHaveLength(100)
    expect(earlier.items.map(({ message }) => message)).toEqual([5, 4, 3, 2, 1].map((number) => `Number ${number}`))
    expect(earlier.nextCursor).toBeNull()
  })
})

describe("editUpdate", () => {
  it("corrects the text, marks it as edited and keeps what it said", async () => {
    const { id } = await open([shop])
    const update = await addUpdate(ana, { id, message: "Tow servers are down." })
    clock.forward(3)

    const after = await editUpdate(ben, { id, updateId: update.id, version: 1, message: "Two servers are down." })

    expect(after).toMatchObject({ version: 2, editedAt: clock.now.toISOString(), author: { name: "Ana" } })
    const { items } = await listRevisions(ana, { id })
    expect(items).toMatchObject([
      {
        kind: "updateEdited",
        updateId: update.id,
        author: { name: "Ben" },
        changes: [{ field: "message", before: "Tow servers are down.", after: "Two servers are down." }],
      },
    ])
    expect((await trail("incident.editUpdate")).at(-1)).toMatchObject({
      thing_id: id,
      before: { update: { message: "Tow servers are down." } },
      after: { update: { message: "Two servers are down." } },
    })
  })

  it("lets one of two corrections through and shows the other what it says now", async () => {
    const { id } = await open([shop])
    const { id: updateId } = await addUpdate(ana, { id, message: "First" })

    const results = await Promise.allSettled([
      editUpdate(ana, { id, updateId, version: 1, message: "By Ana" }),
      editUpdate(ben, { id, updateId, version: 1, message: "By Ben" }),
    ])

    const late = results.find((result) => result.status === "rejected")
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"])
    expect(late?.reason).toMatchObject({ code: "conflict", current: { id: updateId, version: 2 } })
    expect(late?.reason.message).toContain('This update of "Checkout fails" was corrected since you read it')
  })

  it("keeps a text that was internal once from readers, also after it became public", async () => {
    const { id } = await open([shop])
    const { id: updateId } = await addUpdate(ana, { id, message: "Password is 1234", visibility: "internal" })
    await editUpdate(ana, { id, updateId, version: 1, message: "We know the cause.", visibility: "public" })

    expect((await getIncident(vera, { id })).updates).toMatchObject([{ message: "We know the cause." }])
    expect((await listRevisions(vera, { id })).items).toEqual([])
    expect((await listRevisions(ana, { id })).items).toHaveLength(1)
  })

  it("does not find an update under another incident", async () => {
    const [one, other] = [await open([shop]), await open([shop], { title: "Another" })]
    const update = await addUpdate(ana, { id: one.id, message: "Here" })

    await expect(editUpdate(ana, { id: other.id, updateId: update.id, version: 1, message: "There" })).rejects.toThrow(
      "This incident has no such update; somebody may have deleted it. Read the incident again.",
    )
  })
})

describe("deleteUpdate", () => {
  it("takes the text and its earlier texts away, and keeps who did it", async () => {
    const { id } = await open([shop])
    const { id: updateId } = await addUpdate(ana, { id, message: "Secret one" })
    await editUpdate(ana, { id, updateId, version: 1, message: "Secret two" })

    await deleteUpdate(ben, { id, updateId })

    expect((await getIncident(ana, { id })).updates).toEqual([])
    const { items } = await listRevisions(ana, { id })
    expect(items).toMatchObject([{ kind: "updateDeleted", author: { name: "Ben" }, updateId: null, changes: [] }])
    expect((await trail("incident.deleteUpdate")).at(-1)).toMatchObject({
      thing_id: id,
      before: { update: { message: "Secret two" } },
    })
    await expect(deleteUpdate(ana, { id, updateId })).rejects.toThrow("has no such update")
  })

  it("lets one of two callers delete it", async () => {
    const { id } = await open([shop])
    const { id: updateId } = await addUpdate(ana, { id, message: "Twice?" })

    const results = await Promise.allSettled([deleteUpdate(ana, { id, updateId }), deleteUpdate(ben, { id, updateId })])

    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"])
  })
})
