import { servicePrincipal } from "@countersign/core/host"
import { describe, expect, it } from "vitest"
import { testCatalog } from "./catalog.fixture.ts"
import { erasePerson } from "./erase-person.ts"
import { getSystem } from "./systems/get-system.ts"

const { as, system, database, platform, trail } = await testCatalog()
const ana = await as("ana", "operator")

describe("erasePerson", () => {
  it("drops the contacts that lead to the person, keeps the others, and keeps no trace in the log", async () => {
    const inserted = await database.pool.query(
      "INSERT INTO platform.person (name, email) VALUES ('Mira Okafor', 'mira@example.com') RETURNING id",
    )
    const personId = inserted.rows[0].id
    const shop = await system("Shop", {
      contacts: [
        { kind: "person", label: "Lead", value: personId },
        { kind: "mailbox", label: "Desk", value: "desk@example.com" },
        { kind: "mailbox", label: "Direct", value: "Mira@example.com" },
        { kind: "person", label: "Owner", value: "mira okafor" },
      ],
    })
    const other = await system("Other", { contacts: [{ kind: "person", label: "Lead", value: "Mira Okafora" }] })

    const done = await erasePerson(platform.caller(servicePrincipal("platform"), "job"), {
      personId,
      name: "Former person",
    })

    expect(done).toEqual({ systemCount: 1 })
    expect((await getSystem(ana, { systemId: shop.id })).contacts.map(({ label }) => label)).toEqual(["Desk"])
    expect(await getSystem(ana, { systemId: other.id })).toMatchObject({ version: 1, contacts: [{ label: "Lead" }] })
    const rows = await trail("catalog.erasePerson")
    expect(rows).toMatchObject([{ thing_name: "Shop", note: "3 contacts of an erased person removed." }])
    expect(JSON.stringify(rows)).not.toContain("mira")
  })

  it("is the platform's own", async () => {
    await expect(erasePerson(ana, { personId: crypto.randomUUID() })).rejects.toThrow("cannot be called from outside")
  })
})
