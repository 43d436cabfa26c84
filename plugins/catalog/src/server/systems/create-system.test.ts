import { describe, expect, it } from "vitest"
import { testCatalog } from "../catalog.fixture.ts"
import { createSystem } from "./create-system.ts"
import { getSystem } from "./get-system.ts"

const { as, system, group, environment, trail, database } = await testCatalog()
const ana = await as("ana", "operator")
const NOBODY = "00000000-0000-4000-8000-000000000000"

describe("createSystem", () => {
  it("keeps everything it was given, says who did it, and knows no status yet", async () => {
    const payments = await group("Payments")
    const production = await environment("Production")

    const created = await createSystem(ana, {
      name: "  Checkout ",
      description: "Turns a basket into an order.",
      contacts: [{ kind: "mailbox", label: "Desk", value: "desk@example.com" }],
      links: [{ label: "Runbook", url: "https://wiki.example.com/checkout" }],
      tags: ["Tier-1", "tier-1", "pci"],
      groupIds: [payments.id],
      environmentIds: [production.id],
      metadata: { language: "Go" },
    })

    expect(await getSystem(ana, { systemId: created.id })).toMatchObject({
      name: "Checkout",
      contacts: [{ kind: "mailbox", label: "Desk", value: "desk@example.com", display: "desk@example.com" }],
      links: [{ label: "Runbook", url: "https://wiki.example.com/checkout" }],
      tags: ["tier-1", "pci"],
      groups: [{ id: payments.id, name: "Payments" }],
      environments: [{ id: production.id, name: "Production" }],
      metadata: { language: "Go" },
      status: null,
      statusSince: null,
      reports: [],
      version: 1,
      mayManage: true,
    })
    expect(await trail("catalog.createSystem")).toMatchObject([
      { principal_name: "Ana", thing_type: "catalog.system", thing_id: created.id, thing_name: "Checkout" },
    ])
  })

  it("refuses a name that differs from another system's only in case", async () => {
    await system("Ledger")

    await expect(system("LEDGER")).rejects.toMatchObject({
      code: "invalid_input",
      message: 'The name "LEDGER" is taken by another system. Choose a different one.',
      issues: [{ path: "name" }],
    })
  })

  it("names a group, an environment or a team that does not exist", async () => {
    await expect(system("One", { groupIds: [NOBODY] })).rejects.toThrow(`No group has the id ${NOBODY}.`)
    await expect(system("One", { environmentIds: [NOBODY] })).rejects.toThrow(`No environment has the id ${NOBODY}.`)
    await expect(system("One", { ownerTeamId: NOBODY })).rejects.toThrow("The owner team does not exist.")
  })

  it("takes only links that a browser opens safely, and only addresses as mailboxes", async () => {
    for (const url of ["javascript:alert(1)", "ftp://files.example.com", "wiki", "//wiki.example.com"])
      await expect(system("Two", { links: [{ label: "Bad", url }] })).rejects.toThrow(
        "A link begins with http:// or https://.",
      )
    await expect(system("Two", { contacts: [{ kind: "mailbox", label: "Desk", value: "desk" }] })).rejects.toThrow(
      "A mailbox is an e-mail address.",
    )
  })

  it("refuses text that the database could not keep, before the database sees it", async () => {
    await expect(system("Bel\u0007l")).rejects.toThrow(
      "A name has no line breaks and no characters that cannot be seen.",
    )
    await expect(system("Nul\u0000l")).rejects.toThrow("U+0000 in it, which cannot be stored")
    await expect(system("Three", { description: "a\u0000b" })).rejects.toThrow("U+0000 in it, which cannot be stored")
  })

  it("shows the owner team's name, and the name of a contact who has an account here", async () => {
    const team = await database.pool.query("INSERT INTO platform.team (name) VALUES ('Web') RETURNING id")
    const person = await database.pool.query(
      "INSERT INTO platform.person (name, email) VALUES ('Mira', 'mira@example.com') RETURNING id",
    )

    const created = await system("Shop", {
      ownerTeamId: team.rows[0].id,
      contacts: [
        { kind: "person", label: "Lead", value: person.rows[0].id },
        { kind: "person", label: "Deputy", value: NOBODY },
      ],
    })

    expect(created.ownerTeam).toEqual({ id: team.rows[0].id, name: "Web" })
    expect(created.contacts.map(({ display }) => display)).toEqual(["Mira", "Somebody who left"])
  })

  it("is for those who manage systems: a viewer is told which permission is missing", async () => {
    await expect(createSystem(await as("vera", "viewer"), { name: "Four" })).rejects.toThrow(
      "Vera lacks the permission catalog.system.manage. An administrator can grant it.",
    )
  })
})
