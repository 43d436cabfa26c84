import { argon2Sync } from "node:crypto"
import { describe, expect, it } from "vitest"
import { demandGoodPassword, hashPassword as hash, verifyPassword as verify } from "./password.ts"

const ANA = { address: "192.0.2.1" }
const hashPassword = (password: string) => hash(password, ANA)
const verifyPassword = (password: string, stored: string | null) => verify(password, stored, ANA)

describe("passwords", () => {
  it("are hashed by argon2id under a salt of their own, and only the right one fits", async () => {
    const [first, second] = await Promise.all([hashPassword("seven wet otters"), hashPassword("seven wet otters")])

    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(first).not.toBe(second)
    expect(await verifyPassword("seven wet otters", first!)).toBe(true)
    expect(await verifyPassword("seven wet otter", first!)).toBe(false)
  })

  it("fit however their accents were typed", async () => {
    const hash = await hashPassword("caf\u00e9 under the oak")

    expect(await verifyPassword("cafe\u0301 under the oak", hash)).toBe(true)
  })

  it("stored under another cost, by an earlier version say, still fit", async () => {
    const stored = cheapHash("seven wet otters")

    expect(await verifyPassword("seven wet otters", stored)).toBe(true)
    expect(await verifyPassword("anything at all", stored)).toBe(false)
  })

  it("cost as much to check when there is no account as when there is", async () => {
    const hash = await hashPassword("seven wet otters")
    const cost = async (stored: string | null) => {
      const before = process.cpuUsage()
      await verifyPassword("wrong one entirely", stored)
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    const known: number[] = []
    const unknown: number[] = []
    for (let round = 0; round < 9; round++) {
      known.push(await cost(hash))
      unknown.push(await cost(null))
    }

    // The processor's time, and the least of several: the work itself, whatever else the machine does meanwhile.
    const ratio = Math.min(...unknown) / Math.min(...known)
    expect(ratio).toBeGreaterThan(0.5)
    expect(ratio).toBeLessThan(2)
  })

  it("take turns, and one who brings too many is asked to come back while everybody else is served", async () => {
    const flood = Array.from({ length: 1_010 }, () => verify("x", cheapHash("y"), { address: "198.51.100.7" }))
    const neighbours = Array.from({ length: 10 }, (_, at) =>
      verify("x", cheapHash("y"), { address: `198.51.100.${at}` }),
    )
    const ana = verify("y", cheapHash("y"), ANA)

    const answers = Promise.allSettled([...flood, ...neighbours])
    expect(await ana).toBe(true)

    const refused = (await answers).filter((result) => result.status === "rejected")
    // Two at work, a thousand waiting, and a place for Ana.
    expect(refused).toHaveLength(19)
    expect(String(refused[0]!.reason)).toContain("Too many people are signing in at this moment.")
  })

  it.each([
    ["eleven char", "Use at least 12 characters."],
    ["xx ana.lima xx", "It contains your email address"],
    ["Correct-Horse-Battery-Staple", "It is among the commonest passwords."],
    ["ababababababab", "It repeats very few characters."],
  ])("such as %s are refused with the reason", (password, reason) => {
    expect(() => demandGoodPassword(password, "ana.lima@example.test")).toThrow(reason)
  })

  it("of ordinary words in a row are accepted", () => {
    expect(() => demandGoodPassword("seven wet otters", "ana@example.test")).not.toThrow()
  })
})

function cheapHash(message: string): string {
  const nonce = Buffer.from("a salt for tests")
  const hash = argon2Sync("argon2id", { message, nonce, memory: 64, passes: 1, parallelism: 1, tagLength: 32 })
  const text = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "")
  return `$argon2id$v=19$m=64,t=1,p=1$${text(nonce)}$${text(hash)}`
}
