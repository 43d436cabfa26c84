import { describe, expect, it } from "vitest"
import { anonymousPrincipal, type Principal } from "./principal.ts"
import { createPrincipalCache } from "./principal-cache.ts"

const ana: Principal = {
  ...anonymousPrincipal(new Set()),
  kind: "user",
  id: "ana",
  email: "ana@example.test",
  sessionId: null,
}
const ben: Principal = { ...ana, id: "ben" }

function cacheWithClock() {
  const clock = { ms: 0 }
  const cache = createPrincipalCache(() => clock.ms)
  let loads = 0
  const load = (principal: Principal | null) => async () => {
    loads++
    return principal
  }
  return { cache, clock, load, loads: () => loads }
}

describe("the principal cache", () => {
  it("keeps a principal for five seconds from before it was read, however often it is used meanwhile", async () => {
    const { cache, clock, load, loads } = cacheWithClock()

    for (clock.ms = 0; clock.ms < 5_000; clock.ms += 100) await cache.get("a", load(ana))
    expect(loads()).toBe(1)
    await cache.get("a", load(ana))
    expect(loads()).toBe(2)
  })

  it("loads once for many who ask at the same moment, and keeps no failure and no stranger", async () => {
    const { cache, load, loads } = cacheWithClock()

    await Promise.all([cache.get("a", load(ana)), cache.get("a", load(ana))])
    expect(loads()).toBe(1)
    await cache.get("stranger", load(null))
    await cache.get("stranger", load(null))
    expect(loads()).toBe(3)
    await expect(cache.get("b", () => Promise.reject(new Error("database gone")))).rejects.toThrow("database gone")
    expect(await cache.get("b", load(ben))).toBe(ben)
  })

  it("forgets one person or everybody at once", async () => {
    const { cache, load, loads } = cacheWithClock()
    await cache.get("a", load(ana))
    await cache.get("b", load(ben))

    cache.forget("user:ana")
    await cache.get("a", load(ana))
    await cache.get("b", load(ben))
    expect(loads()).toBe(3)
    cache.forget("all")
    await cache.get("b", load(ben))
    expect(loads()).toBe(4)
  })

  it("does not keep what was being read while the news came", async () => {
    const { cache, load, loads } = cacheWithClock()
    const { promise, resolve } = Promise.withResolvers<Principal>()
    const slow = cache.get("a", () => promise)

    cache.forget("user:ana")
    resolve(ana)
    await slow

    await cache.get("a", load(null))
    expect(loads()).toBe(1)
  })

  it("forgets with a person the apps that act for them", async () => {
    const { cache, load, loads } = cacheWithClock()
    const { email: _, sessionId: __, ...holder } = ana as Extract<Principal, { kind: "user" }>
    const app = (id: string): Principal => ({
      ...holder,
      kind: "application",
      id: "client",
      actsFor: { id, name: id, grantId: `grant of ${id}` },
    })
    await cache.get("token of ana", load(app("ana")))
    await cache.get("token of ben", load(app("ben")))

    cache.forget("user:ana")

    await cache.get("token of ben", load(app("ben")))
    expect(loads()).toBe(2)
    await cache.get("token of ana", load(app("ana")))
    expect(loads()).toBe(3)
  })
})
