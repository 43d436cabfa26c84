import { describe, expect, it } from "vitest"
import { getIncident } from "./get-incident.ts"
import { testIncidents } from "./incident.fixture.ts"
import { addLink, removeLink } from "./incident-timeline.ts"

const { as, system, open, trail } = await testIncidents()
const ana = await as("ana")
const { id } = await open([await system("Shop")])

describe("links of an incident", () => {
  it("are added and removed, with a row in the audit log for each", async () => {
    const link = await addLink(ana, { id, label: "Dashboard", url: "https://example.com/d/1" })
    expect(await getIncident(ana, { id })).toMatchObject({ links: [{ label: "Dashboard", addedBy: { name: "Ana" } }] })

    await removeLink(ana, { id, linkId: link.id })

    expect((await getIncident(ana, { id })).links).toEqual([])
    expect(await trail("incident.addLink")).toMatchObject([{ thing_id: id, thing_name: "Checkout fails" }])
    expect(await trail("incident.removeLink")).toMatchObject([{ before: { link: { label: "Dashboard" } } }])
    await expect(removeLink(ana, { id, linkId: link.id })).rejects.toThrow("This incident has no such link")
  })

  it("lead to web addresses and nowhere else", async () => {
    for (const url of ["javascript:alert(1)", "data:text/html,hi", "file:///etc/passwd", "//example.com", "notes"])
      await expect(addLink(ana, { id, label: "Odd", url })).rejects.toThrow("A link begins with http:// or https://.")
  })
})
