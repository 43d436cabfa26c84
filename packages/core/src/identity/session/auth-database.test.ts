import { testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { setUpAna } from "../../reserved/session/session.fixture.ts"
import { withAuthTransaction } from "./auth-transaction.ts"

const testing = await testPlatform({ plugins: [] })
const { platform, database } = testing
const ana = await setUpAna(testing)
const auth = await platform.identity.auth()
const { adapter, internalAdapter } = await auth.$context
const inTransaction = <T>(work: () => Promise<T>) => withAuthTransaction(database.direct, work)

describe("Better Auth over our tables", () => {
  it("recognises the sessions our verbs open, so that its plugins can build on them", async () => {
    const cookie = [...ana.cookies].map(([name, value]) => `${name}=${value}`).join("; ")

    const found = await inTransaction(() => auth.api.getSession({ headers: new Headers({ cookie }) }))

    expect(found).toMatchObject({
      user: { name: "Ana", email: "ana@example.test" },
      session: { ipAddress: "127.0.0.1", token: expect.stringMatching(/^[A-Za-z0-9]{32}$/) },
    })
    const days = (found!.session.expiresAt.getTime() - Date.now()) / 86_400_000
    expect(days).toBeCloseTo(30, 1)
  })

  it("does nothing outside a verb", async () => {
    await expect(internalAdapter.findUserByEmail("ana@example.test")).rejects.toThrow("called outside a verb")
  })

  it("rolls back with the verb", async () => {
    const work = database.direct.transaction(async (tx) => {
      await withAuthTransaction(tx, () =>
        internalAdapter.createUser({ name: "Ben", email: "ben@example.test" }, { method: "email-password" }),
      )
      throw new Error("the verb failed")
    })

    await expect(work).rejects.toThrow("the verb failed")
    expect(await inTransaction(() => internalAdapter.findUserByEmail("ben@example.test"))).toBeNull()
  })

  it("finds, counts, changes and removes rows by every kind of condition", async () => {
    await inTransaction(async () => {
      for (const identifier of ["one", "two", "three"])
        await internalAdapter.createVerificationValue({
          identifier,
          value: "x",
          expiresAt: new Date(Date.now() + 60_000),
        })
      const names = async (where: Parameters<typeof adapter.findMany>[0]["where"]) => {
        const rows = await adapter.findMany<{ identifier: string }>({
          model: "verification",
          where,
          sortBy: { field: "identifier", direction: "asc" },
        })
        return rows.map(({ identifier }) => identifier)
      }
      const on = (
        operator: "in" | "not_in" | "contains" | "starts_with" | "ends_with" | "ne",
        value: string | string[],
      ) => names([{ field: "identifier", operator, value }])

      expect(await on("in", ["one", "two"])).toEqual(["one", "two"])
      expect(await on("not_in", ["one", "two"])).toEqual(["three"])
      expect(await on("contains", "w")).toEqual(["two"])
      expect(await on("starts_with", "t")).toEqual(["three", "two"])
      expect(await on("ends_with", "e")).toEqual(["one", "three"])
      expect(await on("in", [])).toEqual([])
      expect(await names([{ field: "identifier", value: "ONE", mode: "insensitive" }])).toEqual(["one"])
      expect(
        await names([
          { field: "identifier", value: "one" },
          { field: "identifier", value: "two", connector: "OR" },
        ]),
      ).toEqual(["one", "two"])
      expect(await names([{ field: "expiresAt", operator: "gt", value: new Date() }])).toHaveLength(3)
      expect(await adapter.count({ model: "verification", where: [{ field: "value", value: "x" }] })).toBe(3)
      expect(
        await adapter.updateMany({
          model: "verification",
          where: [{ field: "value", value: "x" }],
          update: { value: "y" },
        }),
      ).toBe(3)
      expect(await internalAdapter.consumeVerificationValue("one")).toMatchObject({ value: "y" })
      expect(await internalAdapter.consumeVerificationValue("one")).toBeNull()
      expect(await adapter.deleteMany({ model: "verification", where: [{ field: "value", value: "y" }] })).toBe(2)
    })
  })

  it("lets things expire by the database's clock", async () => {
    await inTransaction(async () => {
      const expiresAt = new Date(Date.now() + 60_000)
      await internalAdapter.createVerificationValue({ identifier: "short", value: "x", expiresAt })
    })
    await database.pool.query(
      "UPDATE platform.verification SET expires_at = clock_timestamp() WHERE identifier = 'short'",
    )

    expect(await inTransaction(() => internalAdapter.consumeVerificationValue("short"))).toBeNull()
  })

  it("leaves no way in over HTTP: none of its own addresses is served", async () => {
    for (const path of ["/api/auth/sign-in/email", "/api/auth/get-session", "/api/v1/auth/sign-up/email"]) {
      const request = new Request(`http://localhost${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: "http://localhost" },
        body: "{}",
      })
      expect((await platform.fetch(request, "127.0.0.1")).status, path).toBe(404)
    }
  })
})
