import type { Caller } from "@countersign/core/server"
import { describe, expect, it } from "vitest"
import { deleteIncident } from "./delete-incident.ts"
import { getIncident } from "./get-incident.ts"
import { testIncidents } from "./incident.fixture.ts"
import { addUpdate, listRevisions, listUpdates } from "./incident-timeline.ts"
import { countIncidents, listIncidents, openForSystem } from "./list-incidents.ts"
import { summarizeIncident } from "./summarize-incident.ts"
import { updateIncident } from "./update-incident.ts"

const { as, asHolderOf, anonymous, system, open, withGrants, hide, clock } = await testIncidents()
const [shop, bank, vault] = [await system("Shop"), await system("Bank"), await system("Vault")]
const onShop = await open([shop], { title: "Shop is slow" })
const onBoth = await open([shop, bank], { title: "Orders hang" })
const owner = await withGrants("owen", { [vault]: "owner" })
const olga = await as("olga", "operator")
// Opened before the vault is hidden, as its team would.
const onVault = await open([vault], { title: "Vault leaks" })
const mixed = await open([shop, vault], { title: "Backups fail" })
await hide(vault)

const GONE = "00000000-0000-4000-8000-000000000000"
const goneWords =
  "No incident has the id ID, or it is not yours to see. List them with incident.list to find the right one."

async function titles(who: Caller, input = {}): Promise<string[]> {
  const { items } = await listIncidents(who, input)
  return items.map(({ title }) => title).sort()
}

async function refusal(work: Promise<unknown>, id: string): Promise<string> {
  const error = await work.then(
    () => new Error("It was allowed."),
    (caught: Error) => caught,
  )
  return error.message.replace(id, "ID")
}

describe("reading incidents", () => {
  it("shows a reader by rule every incident with a system that is not private, and hides the others' names", async () => {
    const vera = await as("vera", "viewer")

    expect(await titles(vera)).toEqual(["Backups fail", "Orders hang", "Shop is slow"])
    expect(await getIncident(vera, { id: mixed.id })).toMatchObject({
      systems: [{ name: "Shop" }],
      hiddenSystemCount: 1,
      mayChange: false,
    })
    expect((await summarizeIncident(vera, { id: mixed.id })).summary).toContain(
      "It affects Shop and 1 more you cannot see.",
    )
  })

  it("shows a team's viewer the incidents of its systems only, with the names it holds grants on", async () => {
    const tia = await withGrants("tia", { [bank]: "viewer" })

    expect(await titles(tia)).toEqual(["Orders hang"])
    expect(await getIncident(tia, { id: onBoth.id })).toMatchObject({
      systems: [{ name: "Bank" }],
      hiddenSystemCount: 1,
      mayChange: false,
    })
    expect(await countIncidents(tia, {})).toEqual({ open: 1, minor: 0, major: 1, critical: 0 })
  })

  it("shows incidents of a private system to its teams, and to no operator or administrator", async () => {
    expect(await titles(owner)).toEqual(["Backups fail", "Vault leaks"])
    for (const who of [await as("oscar", "operator"), await as("ada", "administrator")]) {
      expect(await titles(who)).not.toContain("Vault leaks")
      expect(await refusal(getIncident(who, { id: onVault.id }), onVault.id)).toBe(goneWords)
    }
  })

  it("answers what is out of reach exactly as what is gone, whatever is asked of it", async () => {
    const oscar = await as("oscar", "operator")
    const asks = [
      (id: string) => getIncident(oscar, { id }),
      (id: string) => summarizeIncident(oscar, { id }),
      (id: string) => listUpdates(oscar, { id }),
      (id: string) => listRevisions(oscar, { id }),
      (id: string) => updateIncident(oscar, { id, version: 1, title: "Mine" }),
      (id: string) => addUpdate(oscar, { id, message: "Hello" }),
      (id: string) => deleteIncident(oscar, { id }),
    ]
    for (const ask of asks) for (const id of [onVault.id, GONE]) expect(await refusal(ask(id), id)).toBe(goneWords)
  })

  it("does not tell by a filter which incidents affect a hidden system", async () => {
    const vera = await as("vera", "viewer")

    expect(await titles(vera, { systemId: shop })).toEqual(["Backups fail", "Orders hang", "Shop is slow"])
    expect(await titles(vera, { systemId: vault })).toEqual([])
    expect(await titles(owner, { systemId: vault })).toEqual(["Backups fail", "Vault leaks"])
    expect(await openForSystem(vera, { systemId: vault })).toEqual({ incidents: [] })
    expect(await openForSystem(vera, { systemId: GONE })).toEqual({ incidents: [] })
    expect((await openForSystem(owner, { systemId: vault })).incidents).toHaveLength(2)
  })

  it("names no systems to somebody who reads incidents without any right in the catalog", async () => {
    const ivo = await asHolderOf("ivo", ["incident.incident.read"])

    expect(await getIncident(ivo, { id: onBoth.id })).toMatchObject({ systems: [], hiddenSystemCount: 2 })
  })

  it("is closed to strangers and to people without rule or grant", async () => {
    const ned = await asHolderOf("ned", [])

    await expect(listIncidents(await anonymous(), {})).rejects.toThrow("You are not signed in.")
    await expect(listIncidents(ned, {})).rejects.toThrow(
      "Ned lacks the permission incident.incident.read. An administrator can grant it.",
    )
  })
})

describe("changing incidents", () => {
  it("takes an editor grant on every system from somebody without the rule", async () => {
    const one = await withGrants("ed", { [shop]: "editor" })
    const both = await withGrants("edda", { [shop]: "editor", [bank]: "editor" })

    await addUpdate(one, { id: onShop.id, message: "Looking." })
    await addUpdate(both, { id: onBoth.id, message: "Looking." })
    await expect(addUpdate(one, { id: onBoth.id, message: "Looking." })).rejects.toThrow(
      'Ed may see "Orders hang" but not change it',
    )
  })

  it("refuses a team's viewer by the name of the missing permission", async () => {
    const tia = await withGrants("tia", { [bank]: "viewer" })

    await expect(addUpdate(tia, { id: onBoth.id, message: "Hello" })).rejects.toThrow(
      "Tia lacks the permission incident.incident.manage. An administrator can grant it.",
    )
  })

  it("refuses an operator who cannot see all of its systems, and lets an editor of the hidden one", async () => {
    const oscar = await as("oscar", "operator")
    await withGrants("mona", { [vault]: "editor" })
    const mona = await as("mona", "operator")

    await expect(addUpdate(oscar, { id: mixed.id, message: "Hello" })).rejects.toThrow(
      'Oscar may see "Backups fail" but not change it',
    )
    expect(await addUpdate(mona, { id: mixed.id, message: "Hello" })).toMatchObject({ author: { name: "Mona" } })
  })

  it("does not let a viewer by rule change anything", async () => {
    await expect(deleteIncident(await as("vera", "viewer"), { id: onShop.id })).rejects.toThrow(
      "Vera lacks the permission incident.incident.manage.",
    )
  })
})

describe("updates by visibility", () => {
  it("shows internal ones to those who may work on it, signed-in ones to every reader", async () => {
    const incident = await open([shop, bank], { title: "Three voices", message: "For all", visibility: "public" })
    clock.forward(1)
    await addUpdate(olga, { id: incident.id, message: "For readers", visibility: "signedIn" })
    clock.forward(1)
    await addUpdate(olga, { id: incident.id, message: "For us", visibility: "internal" })
    const messages = async (who: Caller) => {
      const { updates } = await getIncident(who, { id: incident.id })
      const { items } = await listUpdates(who, { id: incident.id })
      expect(items).toEqual(updates)
      return updates.map(({ message }) => message).sort()
    }

    expect(await messages(olga)).toEqual(["For all", "For readers", "For us"])
    expect(await messages(await withGrants("ed", { [shop]: "editor" }))).toEqual(["For all", "For readers", "For us"])
    expect(await messages(await as("vera", "viewer"))).toEqual(["For all", "For readers"])
    expect(await messages(await withGrants("tia", { [bank]: "viewer" }))).toEqual(["For all", "For readers"])
    expect((await summarizeIncident(await as("vera", "viewer"), { id: incident.id })).summary).toContain("For readers")
  })
})
