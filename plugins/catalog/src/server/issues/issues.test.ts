import { describe, expect, it } from "vitest"
import { testCatalog } from "../catalog.fixture.ts"
import { issues } from "./issues.ts"

const { as, asHolderOf, system, report, makePrivate, clock } = await testCatalog()
const vera = await as("vera", "viewer")

const [shop, bank, wiki] = [await system("Shop"), await system("Bank"), await system("Wiki")]
await report(shop.id, "degraded", 'Slow since the "big" release')
clock.forward(1)
await report(bank.id, "unhealthy")
await report(wiki.id, "healthy")
await system("Nobody reports")

describe("issues", () => {
  it("tells of systems that are not healthy, the worst first, since when, and why as far as was said", async () => {
    expect(await issues(vera, {})).toEqual({
      items: [
        {
          source: "catalog",
          thing: { type: "catalog.system", id: bank.id, name: "Bank" },
          tone: "unhealthy",
          since: "2026-05-01T09:00:00.000Z",
          sentence: "It is unhealthy.",
          href: `/catalog/systems/${bank.id}`,
          quotes: [],
        },
        {
          source: "catalog",
          thing: { type: "catalog.system", id: shop.id, name: "Shop" },
          tone: "degraded",
          since: "2026-05-01T08:00:00.000Z",
          sentence: `It is degraded: "Slow since the 'big' release".`,
          href: `/catalog/systems/${shop.id}`,
          quotes: expect.arrayContaining([expect.objectContaining({ type: "catalog.status" })]),
        },
      ],
      more: false,
      checked: [{ id: "catalog", name: "Systems" }],
      hidden: [],
      failed: [],
    })
  })

  it("tells nobody of systems out of their sight", async () => {
    const secret = await system("Secret")
    await report(secret.id, "unhealthy")
    await makePrivate("catalog.system", secret.id)

    expect((await issues(vera, {})).items.map(({ thing }) => thing.name)).toEqual(["Bank", "Shop"])
    expect(await issues(await asHolderOf("paul", []), {})).toMatchObject({
      items: [],
      checked: [],
      hidden: [{ id: "catalog" }],
    })
  })

  it("ends a sentence once, whether or not the reason ends as one", async () => {
    const mill = await system("Mill")
    await report(mill.id, "unhealthy", "The wheel has stopped.")
    const { items } = await issues(vera, {})
    expect(items.find(({ thing }) => thing.id === mill.id)?.sentence).toBe('It is unhealthy: "The wheel has stopped."')
  })
})
