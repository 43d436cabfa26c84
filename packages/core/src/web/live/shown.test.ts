import { catalogContract } from "@countersign/catalog/contract"
import { incidentContract } from "@countersign/incident/contract"
import { QueryClient } from "@tanstack/react-query"
import { describe, expect, it } from "vitest"
import { newsDigest } from "../../contract/news.ts"
import { callOptions } from "../use-call.ts"
import { isShown } from "./shown.ts"

const CHECKOUT = "0f8fad5b-d9cb-469f-a165-70867728950e"
const PAYMENTS = "7c9e6679-7425-40de-944b-e07fc1f90ae7"

const system = (...ids: string[]) => ({ resource: "catalog.system", things: ids.map(newsDigest) })

describe("what an answer shows", () => {
  it("is one thing where the input names it, by scope or by reference", () => {
    const page = shown(callOptions(catalogContract.getSystem, { systemId: CHECKOUT }))
    expect(page(system(CHECKOUT))).toBe(true)
    expect(page(system(PAYMENTS))).toBe(false)
    expect(page(system(PAYMENTS, CHECKOUT.toUpperCase()))).toBe(true)

    const incident = shown(callOptions(incidentContract.get, { id: CHECKOUT }, { alsoShows: ["catalog.system"] }))
    expect(incident({ resource: "incident.incident", things: [newsDigest(PAYMENTS)] })).toBe(false)
    expect(incident({ resource: "incident.incident", things: [newsDigest(CHECKOUT)] })).toBe(true)
  })

  it("is every thing of a list, also of one that is narrowed by another thing", () => {
    const systems = shown(callOptions(catalogContract.listSystems, {}))
    expect(systems(system(PAYMENTS))).toBe(true)

    const incidents = shown(
      callOptions(incidentContract.list, { systemId: CHECKOUT }, { alsoShows: ["catalog.system"] }),
    )
    expect(incidents({ resource: "incident.incident", things: [newsDigest(PAYMENTS)] })).toBe(true)
    expect(incidents(system(PAYMENTS))).toBe(true)
  })

  it("is whatever changed of the resource when nobody says what", () => {
    const page = shown(callOptions(catalogContract.getSystem, { systemId: CHECKOUT }))

    expect(page({ resource: "catalog.system" })).toBe(true)
    expect(page({ resource: "catalog.group" })).toBe(false)
  })
})

function shown(options: { queryKey: readonly unknown[]; meta?: Record<string, unknown> }) {
  const client = new QueryClient()
  const query = client.getQueryCache().build(client, { queryKey: options.queryKey, meta: options.meta })
  return (change: Parameters<typeof isShown>[1]) => isShown(query, change)
}
