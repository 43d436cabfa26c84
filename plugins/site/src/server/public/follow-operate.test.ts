import { catalogContract } from "@countersign/catalog/contract"
import { incidentContract } from "@countersign/incident/contract"
import { maintenanceContract } from "@countersign/maintenance/contract"
import { describe, expect, it } from "vitest"
import { siteContract } from "../../contract.ts"
import { testPublishing } from "../publish/publish.fixture.ts"

const { platform, database, ana, system, status, anonymous } = await testPublishing({ role: "all" })
const stranger = await anonymous()
const { publicSystems, publicIncidents, publicMaintenance, setPublicName, getPublicName } = siteContract
const WAIT = { timeout: 10_000 }

const incidents = async () => (await platform.call(stranger, publicIncidents, {})).rows
const windows = async () => (await platform.call(stranger, publicMaintenance, {})).rows
const systems = async () => (await platform.call(stranger, publicSystems, {})).rows

describe("what everybody may know", () => {
  it("of a system is its public name and its state, and follows what is reported", async () => {
    const shop = await system("shop-eu-1")
    await platform.call(ana, setPublicName, { systemId: shop, name: "Shop" })
    expect(await platform.call(ana, getPublicName, { systemId: shop })).toEqual({ name: "Shop", heading: null })
    await platform.call(ana, catalogContract.reportStatus, {
      systemId: shop,
      status: "degraded",
      reason: "The disk of db-7 is full",
    })
    await expect
      .poll(systems, WAIT)
      .toMatchObject([{ id: shop, name: "Shop", status: "degraded", statusWords: "Has problems" }])
    expect(JSON.stringify(await systems())).not.toMatch(/db-7|shop-eu-1/)
    await platform.call(ana, catalogContract.deleteSystem, { systemId: shop })
    await expect.poll(systems, WAIT).toEqual([])
  })

  it("of a system is the newest of both, when its name and its state change at the same moment", async () => {
    const desk = await system("desk-1")
    await platform.call(ana, setPublicName, { systemId: desk, name: "Desk" })
    const holder = await database.pool.connect()
    await holder.query("BEGIN")
    await holder.query("SELECT FROM site.public_row WHERE id = $1 FOR UPDATE", [desk])
    const waiting = async () => (await database.pool.query("SELECT FROM pg_locks WHERE NOT granted")).rowCount

    const renamed = platform.call(ana, setPublicName, { systemId: desk, name: "Help desk" })
    await expect.poll(waiting, WAIT).toBe(1)
    const followed = status(desk, "unhealthy")
    await expect.poll(waiting, WAIT).toBe(2)
    await holder.query("COMMIT")
    holder.release()
    await Promise.all([renamed, followed])

    expect(await systems()).toMatchObject([{ id: desk, name: "Help desk", status: "unhealthy" }])
    await platform.call(ana, setPublicName, { systemId: desk, name: null })
  })

  it("of an incident is what was said in public, once something was, and only beside systems with a public name", async () => {
    const [pay, ledger] = [await system("pay-1"), await system("ledger-1")]
    await platform.call(ana, setPublicName, { systemId: pay, name: "Payments" })
    const opened = await platform.call(ana, incidentContract.create, {
      title: "Payments are slow",
      severity: "major",
      systemIds: [pay, ledger],
    })
    const say = (message: string, visibility: "public" | "internal") =>
      platform.call(ana, incidentContract.addUpdate, { id: opened.id, message, visibility })
    await say("It is db-7 again", "internal")
    await say("We are looking into it.", "public")
    await expect.poll(incidents, WAIT).toMatchObject([
      {
        title: "Payments are slow",
        open: true,
        status: "degraded",
        statusWords: "Investigating",
        latest: "We are looking into it.",
        systems: "Payments",
        resolvedAt: null,
      },
    ])
    await say("Nobody outside needs to know", "internal")
    await platform.call(ana, incidentContract.resolve, { id: opened.id, note: "Restarted db-7" })
    await expect.poll(incidents, WAIT).toMatchObject([{ open: false, latest: "We are looking into it." }])
    expect(JSON.stringify(await incidents())).not.toMatch(/db-7|ledger|Nobody/)

    await platform.call(ana, setPublicName, { systemId: pay, name: null })
    expect(await incidents()).toEqual([])
  })

  it("of maintenance is when it is, as long as it is of use", async () => {
    const mail = await system("mail-1")
    await platform.call(ana, setPublicName, { systemId: mail, name: "Mail" })
    const startsAt = new Date(Date.now() + 86_400_000).toISOString()
    const endsAt = new Date(Date.now() + 90_000_000).toISOString()
    const window = await platform.call(ana, maintenanceContract.create, {
      title: "New disks",
      systemIds: [mail],
      startsAt,
      endsAt,
    })
    expect(await windows()).toEqual([])
    await platform.call(ana, maintenanceContract.addUpdate, {
      id: window.id,
      message: "Mail waits and is delivered later.",
      visibility: "public",
    })
    await expect.poll(windows, WAIT).toMatchObject([{ title: "New disks", statusWords: "Scheduled", systems: "Mail" }])
    await platform.call(ana, maintenanceContract.delete, { id: window.id })
    await expect.poll(windows, WAIT).toEqual([])
  })
})
