import { describe, expect, it } from "vitest"
import { createIncident } from "./create-incident.ts"
import { getIncident } from "./get-incident.ts"
import { testIncidents } from "./incident.fixture.ts"

const { as, asHolderOf, system, withGrants, hide, trail } = await testIncidents()
const ana = await as("ana")
const [shop, bank] = [await system("Shop"), await system("Bank")]
const draft = { title: "Payments fail", severity: "critical" as const, systemIds: [shop] }

describe("createIncident", () => {
  it("opens an incident with a first update and writes down who did", async () => {
    const incident = await createIncident(ana, {
      ...draft,
      systemIds: [shop, bank, shop],
      message: "Cards are declined.",
      visibility: "public",
    })

    expect(incident).toMatchObject({
      title: "Payments fail",
      status: "investigating",
      openedBy: { name: "Ana" },
      systems: [{ name: "Bank" }, { name: "Shop" }],
      hiddenSystemCount: 0,
      version: 1,
      resolvedAt: null,
    })
    expect(await getIncident(ana, { id: incident.id })).toMatchObject({
      mayChange: true,
      updates: [{ message: "Cards are declined.", status: "investigating", visibility: "public" }],
    })
    expect(await trail("incident.create")).toMatchObject([
      { thing_type: "incident.incident", thing_id: incident.id, thing_name: "Payments fail", before: null },
    ])
  })

  it("needs a title and at least one system", async () => {
    await expect(createIncident(ana, { ...draft, title: "  " })).rejects.toThrow("A title is needed.")
    await expect(createIncident(ana, { ...draft, systemIds: [] })).rejects.toThrow("Name at least one system.")
  })

  it("does not take an incident that is resolved from the start", async () => {
    await expect(createIncident(ana, { ...draft, status: "resolved" as never })).rejects.toThrow("does not fit")
  })

  it("answers a system that is gone and one that is hidden with the same words", async () => {
    const secret = await system("Secret")
    await hide(secret)
    const gone = "00000000-0000-4000-8000-000000000000"

    const refusal = async (id: string) => {
      const error = await createIncident(ana, { ...draft, systemIds: [shop, id] }).catch((caught: Error) => caught)
      return (error as Error).message.replace(id, "ID")
    }
    expect(await refusal(secret)).toBe(
      "The system ID does not exist, or is not yours to see. Find the right one with catalog.listSystems.",
    )
    expect(await refusal(gone)).toBe(await refusal(secret))
  })

  it("opens to somebody with an editor grant on every named system, and to nobody with less", async () => {
    const tom = await withGrants("tom", { [shop]: "editor", [bank]: "viewer" })

    expect(await createIncident(tom, draft)).toMatchObject({ systems: [{ name: "Shop" }] })
    await expect(createIncident(tom, { ...draft, systemIds: [shop, bank] })).rejects.toThrow(
      'Tom may see "Bank" but not open or change incidents on it',
    )
    const vic = await withGrants("vic", { [bank]: "viewer" })
    await expect(createIncident(vic, { ...draft, systemIds: [bank] })).rejects.toThrow(
      "Vic lacks the permission incident.incident.manage. An administrator can grant it.",
    )
  })

  it("needs sight of the systems even from somebody who may manage incidents", async () => {
    const mia = await asHolderOf("mia", ["incident.incident.manage"])

    await expect(createIncident(mia, draft)).rejects.toThrow("does not exist, or is not yours to see")
  })

  it("opens an incident on a private system to editors of it, operator or not", async () => {
    const vault = await system("Vault")
    const eve = await withGrants("eve", { [vault]: "editor" })
    await hide(vault)

    expect(await createIncident(eve, { ...draft, systemIds: [vault] })).toMatchObject({ systems: [{ name: "Vault" }] })
    const ina = await withGrants("ina", { [vault]: "viewer" })
    const both = await as("ina", "operator")
    await expect(createIncident(ina, { ...draft, systemIds: [vault] })).rejects.toThrow("lacks the permission")
    await expect(createIncident(both, { ...draft, systemIds: [vault] })).rejects.toThrow(
      'Ina may see "Vault" but not open or change incidents on it',
    )
  })
})
