import { databaseFromTemplate, spawnServer } from "@countersign/testing"
import { afterAll, describe, expect, inject, it } from "vitest"
import { totpCode } from "../../../../packages/core/src/identity/sign-in/totp.ts"
import { plugins } from "../plugins.ts"

const ANA = { email: "ana@example.test", password: "correct horse battery" }
const ATTACKERS = 8
const STEP_MS = 30_000
/** Five at once, then one after 15 s, 30 s, a minute and so on, from all addresses together: so many in the minutes a test has. */
const MOST_GUESSES = 9
const cluster = inject("postgres")
const { config, drop } = await databaseFromTemplate(cluster, plugins)
const server = await spawnServer({
  DATABASE_URL: `postgres://${cluster.user}@localhost:${cluster.port}/${config.database}?host=${encodeURIComponent(cluster.host)}`,
  COUNTERSIGN_SECRET: "a secret for this test, long enough to be one",
  COUNTERSIGN_ADMIN_EMAIL: ANA.email,
  COUNTERSIGN_ADMIN_PASSWORD: ANA.password,
  // So that the test can name the addresses it comes from.
  TRUSTED_PROXIES: "127.0.0.1,::1",
})
afterAll(async () => {
  await server.stop()
  await drop()
})

/** A browser at an address, with the cookies it was given. */
function browserAt(address: string, given: readonly string[] = []) {
  const cookies = new Map(given.map((pair) => [pair.split("=")[0]!, pair]))
  return {
    known: () => [...cookies.values()].filter((pair) => pair.startsWith("countersign.browser=")),
    async call<T = { status: string }>(verb: string, input: object): Promise<{ status: number; body: T }> {
      const response = await fetch(`${server.url}/api/v1/platform/${verb}`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          origin: new URL(server.url).origin,
          "x-forwarded-for": address,
          cookie: [...cookies.values()].join("; "),
        },
        body: JSON.stringify(input),
      })
      for (const line of response.headers.getSetCookie()) {
        const pair = line.split(";")[0]!
        cookies.set(pair.split("=")[0]!, pair)
      }
      return { status: response.status, body: (await response.json()) as T }
    },
  }
}

describe(`${ATTACKERS} addresses that have Ana's password, guessing at her codes`, () => {
  it("get a handful of guesses together, while Ana comes in from her own browser and with a backup code from anywhere", {
    timeout: 60_000,
  }, async () => {
    const home = browserAt("192.0.2.1")
    expect((await home.call("signIn", ANA)).body.status).toBe("signedIn")
    const { body: begun } = await home.call<{ secret: string }>("startTotp", { password: ANA.password })
    const confirming = { code: totpCode(begun.secret, new Date()) }
    const { status, body } = await home.call<{ backupCodes: string[] }>("confirmTotp", confirming)
    expect([status, body.backupCodes.length > 2]).toEqual([200, true])

    let stopped = false
    const tally = new Map<number, number>()
    async function hammer(address: string): Promise<void> {
      const browser = browserAt(address)
      expect((await browser.call("signIn", ANA)).body.status).toBe("secondFactor")
      for (let guess = 0; !stopped; guess++) {
        const answer = await browser.call("verifySecondFactor", { code: wrongCode(begun.secret, guess) })
        tally.set(answer.status, (tally.get(answer.status) ?? 0) + 1)
      }
    }
    const attack = Array.from({ length: ATTACKERS }, (_, at) => hammer(`198.51.100.${at + 1}`))
    for (const one of attack) one.catch(() => {})
    try {
      await expect.poll(() => tally.get(429) ?? 0, { timeout: 30_000 }).toBeGreaterThan(50)

      const abroad = browserAt("203.0.113.1")
      expect((await abroad.call("signIn", ANA)).body.status).toBe("secondFactor")
      expect(await abroad.call("verifySecondFactor", { code: body.backupCodes[0]! })).toMatchObject({ status: 200 })

      // Her own browser, in the very network that the attack comes from.
      const own = browserAt("198.51.100.1", home.known())
      expect((await own.call("signIn", ANA)).body.status).toBe("secondFactor")
      // The step after this one: the current code may be the one she has used, and the one before is gone at any moment.
      const code = totpCode(begun.secret, new Date(Date.now() + STEP_MS))
      expect(await own.call("verifySecondFactor", { code })).toMatchObject({ status: 200 })
    } finally {
      stopped = true
      await Promise.all(attack)
    }
    expect([...tally.keys()].sort()).toEqual([401, 429])
    expect(tally.get(401)).toBeLessThanOrEqual(MOST_GUESSES)
  })
})

/** None that counts now or in the steps around it. */
function wrongCode(secret: string, guess: number): string {
  const right = [-2, -1, 0, 1, 2].map((step) => totpCode(secret, new Date(Date.now() + step * STEP_MS)))
  for (let code = guess; ; code++) {
    const text = String(code % 1_000_000).padStart(6, "0")
    if (!right.includes(text)) return text
  }
}
