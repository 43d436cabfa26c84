import { catalogContract } from "@countersign/catalog/contract"
import { personId } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { incidentContract } from "../contract.ts"
import { createIncident } from "./create-incident.ts"
import { forgetSystem } from "./deleted-system.ts"
import { getIncident } from "./get-incident.ts"
import { testIncidents } from "./incident.fixture.ts"
import { addLink, addUpdate, erasePerson, listRevisions } from "./incident-timeline.ts"
import { listIncidents } from "./list-incidents.ts"
import { sample } from "./sample.ts"

const { addSample, removeSample } = sample

import { updateIncident } from "./update-incident.ts"

const { as, system, open, service, platform, statusOf, trail, hide } = await testIncidents()
const [ana, vera, ada] = [await as("ana"), await as("vera", "viewer"), await as("ada", "administrator")]

describe("forgetSystem", () => {
  it("takes a deleted system out and keeps the incident on the others", async () => {
    const [kept, lost] = [await system("Kept"), await system("Lost")]
    const { id } = await open([kept, lost], { title: "Half" })
    await platform.call(ada, catalogContract.deleteSystem, { systemId: lost })

    expect(await forgetSystem(service, { systemId: lost, name: "Lost" })).toEqual({ incidents: 1 })
    expect(await forgetSystem(service, { systemId: lost, name: "Lost" })).toEqual({ incidents: 0 })

    expect(await getIncident(vera, { id })).toMatchObject({
      status: "investigating",
      systems: [{ name: "Kept" }],
      hiddenSystemCount: 0,
      updates: [],
      // Somebody who edits its systems meanwhile must notice.
      version: 2,
    })
    expect((await getIncident(ana, { id })).updates).toMatchObject([
      { message: "One of its systems was deleted from the catalog.", author: { name: "Countersign" } },
    ])
    expect((await trail("incident.forgetSystem")).at(-1)).toMatchObject({ thing_id: id, thing_name: "Half" })
  })

  it("resolves one that loses its last system and leaves it to administrators, who can give it another", async () => {
    const [only, next] = [await system("Only"), await system("Next")]
    const { id } = await open([only], { title: "Orphan", healthOverride: "unhealthy" })
    await hide(only)
    await platform.call(service, catalogContract.deleteSystem, { systemId: only })

    await forgetSystem(service, { systemId: only, name: "Only" })

    await expect(getIncident(ana, { id })).rejects.toThrow("No incident has the id")
    expect(await getIncident(ada, { id })).toMatchObject({ status: "resolved", systems: [], mayChange: true })
    await updateIncident(ada, { id, version: 2, systemIds: [next] })
    expect(await getIncident(ana, { id })).toMatchObject({ systems: [{ name: "Next" }] })
  })
})

describe("sample incidents", () => {
  it("stay away without sample systems", async () => {
    expect(await addSample(service, {})).toEqual({ added: 0 })
  })

  it("come once and go completely", async () => {
    await platform.call(service, catalogContract.addSample, {})

    expect(await addSample(service, {})).toEqual({ added: 3 })
    expect(await addSample(service, {})).toEqual({ added: 0 })
    const { items } = await listIncidents(ana, { text: "sample" })
    expect(items.map(({ status }) => status)).toEqual(["fixing", "investigating", "resolved"])
    const touched = items[0]?.systems[0]?.id ?? ""
    const during = await statusOf(touched)
    expect(["degraded", "unhealthy"]).toContain(during)

    expect(await removeSample(service, {})).toEqual({ removed: 3 })
    expect((await listIncidents(ana, { text: "sample" })).items).toEqual([])
  })

  it("are the platform's business alone", async () => {
    await expect(addSample(ada, {})).rejects.toThrow(/platform/)
  })
})

describe("erasePerson", () => {
  it("puts the pseudonym wherever the person is named, and nowhere else", async () => {
    const zoe = await as("zoe")
    const shop = await system("Zoo")
    const mine = { title: "By Zoe", severity: "minor" as const, systemIds: [shop], message: "Mine" }
    const { id } = await createIncident(zoe, mine)
    await addLink(zoe, { id, label: "Call", url: "https://example.com" })
    await updateIncident(zoe, { id, version: 1, severity: "major" })
    await addUpdate(ana, { id, message: "By Ana" })

    await erasePerson(service, { personId: personId("zoe"), name: "Former person 1" })

    const after = await getIncident(ana, { id })
    const { items } = await listRevisions(ana, { id })
    expect([after.openedBy.name, after.links[0]?.addedBy.name, items[0]?.author.name]).toEqual(
      Array.from({ length: 3 }, () => "Former person 1"),
    )
    expect(after.updates.map(({ author }) => author.name).sort()).toEqual(["Ana", "Former person 1"])
  })
})

describe("the contract", () => {
  it("says of every procedure that people may call how it is scoped to systems", () => {
    for (const procedure of Object.values(incidentContract)) {
      const { id, access, scope } = procedure["~orpc"].meta
      if (access === "internal") continue
      expect(scope, id).toMatchObject({ resource: "catalog.system" })
    }
  })
})
