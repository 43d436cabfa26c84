import { describe, expect, it } from "vitest"
import { getIncident } from "./get-incident.ts"
import { testIncidents } from "./incident.fixture.ts"
import { reopenIncident } from "./reopen-incident.ts"
import { resolveIncident } from "./resolve-incident.ts"

const { as, system, open, trail } = await testIncidents()
const [ana, ben] = [await as("ana"), await as("ben")]
const shop = await system("Shop")

describe("resolveIncident", () => {
  it("lets one of two callers resolve and tells the other it came late", async () => {
    const { id } = await open([shop])
    const resolve = (who: typeof ana) => resolveIncident(who, { id, note: "Rolled back." })

    const results = await Promise.allSettled([resolve(ana), resolve(ben)])

    expect(results.map((result) => result.status).sort()).toEqual(["fulfilled", "rejected"])
    const late = results.find((result) => result.status === "rejected")
    expect(late?.reason).toMatchObject({ code: "conflict", current: { id, status: "resolved" } })
    expect(late?.reason.message).toBe('"Checkout fails" is already resolved. Read it again before changing it.')
    expect(await trail("incident.resolve")).toHaveLength(1)
    expect((await getIncident(ana, { id })).updates).toMatchObject([{ message: "Rolled back.", status: "resolved" }])
  })

  it("wants a closing note", async () => {
    const { id } = await open([shop])

    await expect(resolveIncident(ana, { id, note: " " })).rejects.toThrow("Write what there is to say.")
  })
})

describe("reopenIncident", () => {
  it("opens it again, once, with a note", async () => {
    const { id } = await open([shop])
    await resolveIncident(ana, { id, note: "Over." })

    const results = await Promise.allSettled([
      reopenIncident(ana, { id, note: "It is back." }),
      reopenIncident(ben, { id, note: "It is back.", status: "fixing" }),
    ])

    expect(results.map((result) => result.status).sort()).toEqual(["fulfilled", "rejected"])
    const late = results.find((result) => result.status === "rejected")
    expect(late?.reason.message).toBe('"Checkout fails" is open already. Post an update to give it another status.')
    expect(await getIncident(ana, { id })).toMatchObject({ resolvedAt: null, version: 3 })
  })
})
