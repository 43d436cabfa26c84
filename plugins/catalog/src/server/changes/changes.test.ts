import { randomUUID } from "node:crypto"
import type { InputOf } from "@countersign/core/contract"
import { servicePrincipal } from "@countersign/core/host"
import { describe, expect, it } from "vitest"
import type { catalogContract } from "../../contract.ts"
import { testCatalog } from "../catalog.fixture.ts"
import { deleteEnvironment } from "../environments/delete-environment.ts"
import { erasePerson } from "../erase-person.ts"
import { deleteSystem, previewDeleteSystem } from "../systems/delete-system.ts"
import { changes } from "./changes.ts"
import { recordChange } from "./record-change.ts"
import { sweepChanges } from "./sweep-changes.ts"

const catalog = await testCatalog()
const { as, asHolderOf, system, environment, grant, makePrivate, trail, clock, database, platform } = catalog
const ana = await as("ana", "operator")
const CI_RULES = ["catalog.change.record"]
const ci = await asHolderOf("pipeline", CI_RULES)

type Draft = Partial<InputOf<typeof catalogContract.recordChange>>
const record = (draft: Draft, caller = ana) => recordChange(caller, { what: "Deployed", ...draft })
const ago = (minutes: number) => new Date(clock.now.getTime() - minutes * 60_000).toISOString()

async function count(table: string, condition = "true", ...values: unknown[]): Promise<number> {
  const { rows } = await database.pool.query(
    `SELECT count(*)::int AS n FROM catalog.${table} WHERE ${condition}`,
    values,
  )
  return rows[0].n
}

describe("recordChange", () => {
  it("needs no look-up: systems and environment go by name in any case, or by id, and each counts once", async () => {
    const production = await environment("Production")
    const checkout = await system("Checkout", { environmentIds: [production.id] })
    const search = await system("Search", { environmentIds: [production.id] })

    const change = await record({
      what: "Deployed the new basket",
      release: "2.14.0",
      link: "https://ci.example.com/runs/912",
      systemIds: [checkout.id],
      systemNames: ["CHECKOUT", "search"],
      environmentName: "production",
    })

    const { items } = await changes(ana, { systemIds: [search.id] })
    expect(items[0]).toMatchObject(change)
    expect(items).toEqual([
      {
        id: expect.any(String),
        what: "Deployed the new basket",
        release: "2.14.0",
        link: "https://ci.example.com/runs/912",
        environment: { id: production.id, name: "Production" },
        at: clock.now.toISOString(),
        recorder: "Ana",
        systems: [
          { id: checkout.id, name: "Checkout" },
          { id: search.id, name: "Search" },
        ],
      },
    ])
    const rows = (await trail("catalog.recordChange")).filter(({ after }) => after?.release === "2.14.0")
    expect(rows.map(({ thing_type, thing_name }) => [thing_type, thing_name])).toEqual([
      ["catalog.system", "Checkout"],
      ["catalog.system", "Search"],
    ])
    const events = await database.pool.query(
      "SELECT payload FROM platform.event WHERE event = 'catalog.changeRecorded' AND payload ->> 'changeId' = $1",
      [change.id],
    )
    expect(events.rows.map(({ payload }) => payload.systemName).sort()).toEqual(["Checkout", "Search"])
  })

  it("is done with no other permission, which opens nothing to read", async () => {
    const { id } = await system("Pipeline target")
    const change = await record({ systemNames: ["Pipeline target"] }, ci)

    expect(change).toMatchObject({ systems: [{ id }] })
    expect((await changes(ana, { systemIds: [id] })).items).toMatchObject([{ recorder: "Pipeline" }])
    await expect(changes(ci, {})).rejects.toThrow("lacks the permission catalog.system.read")
    await expect(record({ systemIds: [id] }, await as("vera", "viewer"))).rejects.toThrow(
      "lacks the permission catalog.change.record",
    )
  })

  it("records once what is sent twice with the same key", async () => {
    const { id } = await system("Retried")
    const keyed = { ...ci, idempotencyKey: `run-${randomUUID()}` }

    const first = await record({ systemIds: [id] }, keyed)
    expect(await record({ systemIds: [id] }, keyed)).toEqual(first)

    expect(await count("change_system", "system_id = $1", id)).toBe(1)
  })

  it("answers an unknown name with the closest ones, of those that the caller may see", async () => {
    await system("Billing gateway")
    const hidden = await system("Billing gatewaz")
    await makePrivate("catalog.system", hidden.id)
    const billing = (caller = ana) => record({ systemNames: ["Biling gateway"] }, caller)

    await expect(billing()).rejects.toMatchObject({
      code: "invalid_input",
      message:
        'There is no system called "Biling gateway" whose changes you may record. The closest name is "Billing gateway".',
      issues: [{ path: "systemNames.0" }],
    })
    await expect(billing(ci)).rejects.toThrow(
      /^There is no system called "Biling gateway" whose changes you may record\.$/,
    )
  })

  it("speaks of a private system as of none, by name too, and lets its team's editors record", async () => {
    const vault = await system("Vault")
    await makePrivate("catalog.system", vault.id)
    await grant("eddie", "editor", "catalog.system", vault.id)
    await grant("vito", "viewer", "catalog.system", vault.id)
    // Lets him in at all.
    await grant("vito", "editor", "catalog.system", (await system("His own")).id)
    const told = async (name: string, caller = ana) =>
      record({ systemNames: [name] }, caller).then(
        () => "recorded",
        (error: Error) => error.message.replace(name, "it"),
      )

    expect(await told("Vault")).toBe(await told("Qwxyz"))
    expect(await told("Vault", await as("vito", "anonymous"))).toContain("no system called")
    expect(await told("Vault", await as("eddie", "anonymous"))).toBe("recorded")
  })

  it("takes an environment only where all the systems run, and tells an absent one in the same words", async () => {
    const staging = await environment("Staging")
    const { id } = await system("Staged", { environmentIds: [staging.id] })
    await system("Unstaged")

    await expect(record({ systemIds: [id], environmentId: staging.id })).resolves.toMatchObject({
      environment: { name: "Staging" },
    })
    for (const environmentName of ["Staging", "Nowhere"])
      await expect(record({ systemNames: ["Unstaged"], environmentName })).rejects.toThrow(
        `"Unstaged" does not run in the environment "${environmentName}". Leave the environment out`,
      )
    await expect(record({ systemIds: [id], environmentId: staging.id, environmentName: "Staging" })).rejects.toThrow(
      "not by both",
    )
  })

  it("refuses no systems, times to come or long gone, links that are none, and characters nobody sees", async () => {
    const { id } = await system("Strict")
    const systemIds = [id]
    const at = (days: number) => ago(days * 24 * 60)

    await expect(record({})).rejects.toThrow("Say which systems changed")
    await expect(record({ systemIds, at: ago(-4) })).resolves.toMatchObject({ at: ago(-4) })
    await expect(record({ systemIds, at: ago(-6) })).rejects.toThrow("lies in the future")
    await expect(record({ systemIds, at: at(399) })).resolves.toMatchObject({ at: at(399) })
    await expect(record({ systemIds, at: at(401) })).rejects.toThrow("kept for 400 days")
    for (const link of ["javascript:alert(1)", "/incidents", "ftp://example.com/x"])
      await expect(record({ systemIds, link })).rejects.toThrow("A link begins with http:// or https://.")
    await expect(record({ systemIds, what: "Dep\u202eloyed" })).rejects.toThrow("cannot be seen")
    await expect(record({ systemIds, release: "2.\u200b14" })).rejects.toThrow("cannot be seen")
    expect(await count("change_system", "system_id = $1", id)).toBe(2)
  })
})

describe("changes", () => {
  it("come the latest first, within a stretch of time, page by page", async () => {
    const { id } = await system("Busy")
    for (const minutes of [30, 10, 20]) await record({ what: `${minutes} ago`, systemIds: [id], at: ago(minutes) })
    const asked = { systemIds: [id], limit: 2 }
    const whats = (page: { items: { what: string }[] }) => page.items.map(({ what }) => what)

    const first = await changes(ana, asked)
    const second = await changes(ana, { ...asked, after: first.nextCursor ?? "" })

    expect([whats(first), whats(second), second.nextCursor]).toEqual([["10 ago", "20 ago"], ["30 ago"], null])
    expect(whats(await changes(ana, { ...asked, from: ago(30), to: ago(20) }))).toEqual(["30 ago"])
    await expect(changes(ana, { from: ago(1), to: ago(2) })).rejects.toThrow('"from" must be before "to"')
  })

  it("are told of the systems that the caller may see, and of no others", async () => {
    const [open, secret] = [await system("Open"), await system("Secret")]
    const both = await record({ what: "Both", systemIds: [open.id, secret.id] })
    const alone = await record({ what: "Secret alone", systemIds: [secret.id] })
    await makePrivate("catalog.system", secret.id)
    await grant("sue", "viewer", "catalog.system", secret.id)
    const seen = async (name: string, role: "viewer" | "anonymous") =>
      (await changes(await as(name, role), { systemIds: [open.id, secret.id] })).items.map(({ id, systems }) => [
        id,
        systems.map((one) => one.name),
      ])

    expect(await seen("vera", "viewer")).toEqual([[both.id, ["Open"]]])
    expect(await seen("sue", "anonymous")).toEqual(
      expect.arrayContaining([
        [both.id, ["Secret"]],
        [alone.id, ["Secret"]],
      ]),
    )
  })

  it("go with their last system, which says so before, and lose an environment that goes", async () => {
    const qa = await environment("QA")
    const [one, two] = [
      await system("One", { environmentIds: [qa.id] }),
      await system("Two", { environmentIds: [qa.id] }),
    ]
    const { id } = await record({ systemIds: [one.id, two.id], environmentId: qa.id })

    await deleteEnvironment(ana, { environmentId: qa.id })
    expect((await changes(ana, { systemIds: [one.id] })).items).toMatchObject([{ id, environment: null }])
    const { consequences } = await previewDeleteSystem(ana, { systemId: one.id })
    expect(consequences.map(({ sentence }) => sentence)).toContain("One recorded change of it is lost.")
    await deleteSystem(ana, { systemId: one.id })
    expect((await changes(ana, { systemIds: [two.id] })).items).toMatchObject([{ id, systems: [{ name: "Two" }] }])
    await deleteSystem(ana, { systemId: two.id })
    expect(await count("change", "id = $1", id)).toBe(0)
  })

  it("no longer say who recorded them once that person is erased", async () => {
    const { id } = await system("Remembering")
    const mallory = await as("mallory", "operator")
    await record({ systemIds: [id] }, mallory)

    await erasePerson(platform.caller(servicePrincipal("platform"), "job"), { personId: mallory.principal.id })

    expect((await changes(ana, { systemIds: [id] })).items).toMatchObject([{ recorder: "Somebody who left" }])
    expect(await count("change", "source LIKE $1", `%${mallory.principal.id}%`)).toBe(0)
  })

  it("are kept for 400 days", async () => {
    const { id } = await system("Old")
    await record({ what: "Kept", systemIds: [id], at: ago(0) })
    await record({ what: "Swept", systemIds: [id], at: ago(60) })
    const due = await count("change", "at < $1", ago(30))
    clock.forward(400 * 24 - 0.5)
    const job = platform.caller(servicePrincipal("platform"), "job")

    expect(await sweepChanges(job, {})).toEqual({ deleted: due })
    expect(await sweepChanges(job, {})).toEqual({ deleted: 0 })
    expect((await changes(ana, { systemIds: [id] })).items.map(({ what }) => what)).toEqual(["Kept"])
    expect(await trail("catalog.sweepChanges")).toHaveLength(1)
  })
})
