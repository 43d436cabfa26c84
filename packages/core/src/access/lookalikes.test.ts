import { cardOf, testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { catalogContract } from "../../../../plugins/catalog/src/contract.ts"
import { catalogPlugin } from "../../../../plugins/catalog/src/server.ts"
import { incidentContract } from "../../../../plugins/incident/src/contract.ts"
import { incidentPlugin } from "../../../../plugins/incident/src/server.ts"
import { lookalikesContract } from "../contract/platform/lookalikes.ts"

const { platform, database, as, asHolderOf } = await testPlatform({ plugins: [catalogPlugin, incidentPlugin] })
const root = await as("root", "administrator")
const skeleton = async (name: string): Promise<string> =>
  (await database.pool.query("SELECT platform.skeleton($1) AS made", [name])).rows[0].made
const add = (name: string) => platform.call(root, catalogContract.createSystem, { name })
const twinsOf = (caller: typeof root, ids: string[]) =>
  platform.call(caller, lookalikesContract.listLookalikes, { type: "catalog.system", ids })

describe("the skeleton of a name", () => {
  it.each([
    ["Checkout", "Сhесkоut", "Cyrillic letters"],
    ["paypal", "pаypаl", "Cyrillic a"],
    ["Worker 1", "Worker l", "a digit and a letter"],
    ["modern", "rnodern", "two letters for one"],
    ["Café", "Cafe\u0301", "composed and decomposed"],
    ["Checkout", "Check\u200bout", "a character that nobody sees"],
    ["Checkout", "𝐂heckout", "a mathematical letter"],
  ])("is the same for %s and %s: %s", async (one, other) => {
    expect(await skeleton(other)).toBe(await skeleton(one))
  })

  it.each([
    ["Checkout", "Check-out"],
    ["Payments", "Payment"],
    ["Оплата", "Оплаты"],
    ["支払い", "支払"],
  ])("is another for %s and %s", async (one, other) => {
    expect(await skeleton(other)).not.toBe(await skeleton(one))
  })
})

describe("lookalikes", () => {
  it("are told of each other, and things with a name of their own are not", async () => {
    const [honest, twin, other] = [await add("Ledger"), await add("Lеdger"), await add("Search")]
    const { lookalikes } = await twinsOf(root, [honest.id, twin.id, other.id])
    expect(lookalikes.map(({ id }) => id).sort()).toEqual([honest.id, twin.id].sort())
    expect(lookalikes.find(({ id }) => id === honest.id)?.others).toEqual([{ id: twin.id, name: "Lеdger" }])
  })

  it("are not told to whoever may see only one of them", async () => {
    const [honest, twin] = [await add("Billing"), await add("Вilling")]
    const reader = await asHolderOf("rita", ["catalog.system.read"])
    expect((await twinsOf(reader, [honest.id])).lookalikes).toHaveLength(1)
    await database.pool.query("INSERT INTO platform.private_thing (resource, thing_id) VALUES ('catalog.system', $1)", [
      twin.id,
    ])
    expect((await twinsOf(reader, [honest.id])).lookalikes).toEqual([])
    expect((await twinsOf(await asHolderOf("nobody", []), [honest.id])).lookalikes).toEqual([])
  })

  it("are marked on a card that names one, with the end of its id wherever it stands", async () => {
    const [honest, twin] = [await add("Gateway"), await add("Gatewaу")]
    const group = await platform.call(root, catalogContract.createGroup, { name: "Edge" })
    const card = await cardOf(root, "catalog.addSystemToGroup", { groupId: group.id, systemIds: [twin.id] })
    expect(card.things.find(({ id }) => id === twin.id)).toMatchObject({ name: "Gatewaу", lookalike: true })
    expect(card.things.find(({ id }) => id === group.id)).not.toHaveProperty("lookalike")
    expect(JSON.stringify(card.diff)).toContain(`Gatewaу (…${twin.id.slice(-8)})`)
    const deletion = await cardOf(root, "catalog.deleteSystem", { systemId: honest.id })
    expect(deletion.diff).toContainEqual({ path: "id", label: "Id", before: `…${honest.id.slice(-8)}`, after: null })
    expect(deletion.diff.map(({ path }) => path)).toContain("createdAt")
    await platform.call(root, catalogContract.addSystemToGroup, { groupId: group.id, systemIds: [twin.id] })
    expect((await cardOf(root, "catalog.deleteSystem", { systemId: twin.id })).diff).toContainEqual({
      path: "groups",
      label: "Groups",
      before: ["Edge"],
      after: null,
    })
  })

  it("are told apart on the card that takes a system out of one of them, and beside a system that goes", async () => {
    const [honest, twin] = [
      await platform.call(root, catalogContract.createGroup, { name: "Shop" }),
      await platform.call(root, catalogContract.createGroup, { name: "Shор" }),
    ]
    const groupIds = [honest.id, twin.id]
    const { id } = await platform.call(root, catalogContract.createSystem, { name: "Basket", groupIds })
    const both = [honest, twin].map((group) => `${group.name} (…${group.id.slice(-8)})`)
    const anyOrder = expect.toSatisfy((names: string[]) => [...names].sort().join() === [...both].sort().join())
    const change = await cardOf(root, "catalog.updateSystem", { systemId: id, groupIds: [honest.id] })
    expect(change.diff).toMatchObject([{ path: "groupIds", before: anyOrder, after: [both[0]] }])
    const deletion = await cardOf(root, "catalog.deleteSystem", { systemId: id })
    expect(deletion.diff.find(({ path }) => path === "groups")).toMatchObject({ before: anyOrder, after: null })
  })

  it("warn on the card that gives such a name, and do not stand in its way", async () => {
    const honest = await add("Wallet")
    const card = await cardOf(root, "catalog.createSystem", { name: "Wаllet" })
    expect(card.consequences).toEqual([
      `The name "Wаllet" looks like "Wallet" (…${honest.id.slice(-8)}), which is another one.`,
    ])
    expect((await cardOf(root, "catalog.updateSystem", { systemId: honest.id, name: "Wallet" })).consequences).toEqual(
      [],
    )
  })
})

describe("names that repeat by nature", () => {
  const open = async (title: string, systemId: string) =>
    (await platform.call(root, incidentContract.create, { title, severity: "minor", systemIds: [systemId] })).id
  const marked = async (caller: typeof root, ids: string[]) =>
    (await platform.call(caller, lookalikesContract.listLookalikes, { type: "incident.incident", ids })).lookalikes.map(
      ({ id }) => id,
    )

  it("are no look-alikes of each other, and are of what is written otherwise", async () => {
    const system = await add("Pier")
    const [first, again] = [await open("Pier is slow", system.id), await open("Pier is slow", system.id)]
    expect(await marked(root, [first, again])).toEqual([])
    const twin = await open("Рier is slow", system.id)
    expect((await marked(root, [first, again, twin])).sort()).toEqual([first, again, twin].sort())
    const { consequences } = await cardOf(root, "incident.create", {
      title: "Pіer is slow",
      severity: "minor",
      systemIds: [system.id],
    })
    expect(consequences.join()).toMatch(/The name "Pіer is slow" looks like "[PР]ier is slow"/)
  })

  it("have the end of their id on every card, marked or not", async () => {
    const id = await open("Mole is slow", (await add("Mole")).id)
    const { diff } = await cardOf(root, "incident.resolve", { id, note: "Over." })
    expect(JSON.stringify(diff)).toContain(`…${id.slice(-8)}`)
  })

  it("are not told to whoever does not see the other's system", async () => {
    const [seen, unseen] = [await add("Quay"), await add("Hidden quay")]
    const honest = await open("Quay is slow", seen.id)
    await open("Quаy is slow", unseen.id)
    const reader = await asHolderOf("rita", ["incident.incident.read", "catalog.system.read"])
    expect(await marked(reader, [honest])).toEqual([honest])
    await database.pool.query("INSERT INTO platform.private_thing (resource, thing_id) VALUES ('catalog.system', $1)", [
      unseen.id,
    ])
    expect(await marked(reader, [honest])).toEqual([])
    expect(await marked(await asHolderOf("nobody", []), [honest])).toEqual([])
  })
})
