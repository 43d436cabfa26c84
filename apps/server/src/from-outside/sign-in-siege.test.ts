import { databaseFromTemplate, spawnServer } from "@countersign/testing"
import { afterAll, describe, expect, inject, it } from "vitest"
import { plugins } from "../plugins.ts"

const ANA = { email: "ana@example.test", password: "correct horse battery" }
/** Each guess costs a password's hash, so a quarter of them is enough for every run. */
const ATTACKERS = inject("long") ? 50 : 12
/** A few for the account, and three for each address. */
const MOST_GUESSES = 30 + ATTACKERS * 3
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

async function signIn(address: string, password: string, cookie = "") {
  const began = performance.now()
  const response = await fetch(`${server.url}/api/v1/platform/signIn`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      origin: new URL(server.url).origin,
      "x-forwarded-for": address,
      cookie,
    },
    body: JSON.stringify({ email: ANA.email, password }),
  })
  await response.arrayBuffer()
  const cookies = response.headers.getSetCookie().map((line) => line.split(";")[0]!)
  return { status: response.status, tookMs: performance.now() - began, cookies }
}

describe(`${ATTACKERS} addresses hammering Ana's account`, () => {
  it(`get ${MOST_GUESSES} guesses in a quarter of an hour at most, while Ana comes in from anywhere within seconds`, {
    timeout: 120_000,
  }, async () => {
    const first = await signIn("192.0.2.1", ANA.password)
    expect(first.status).toBe(200)
    const known = first.cookies.find((pair) => pair.startsWith("countersign.browser="))!

    // Each asks again as soon as it is answered, until Ana has done what she wanted.
    let stopped = false
    const tally = new Map<number, number>()
    const hammer = async (address: string) => {
      while (!stopped) {
        const { status } = await signIn(address, "not the password")
        tally.set(status, (tally.get(status) ?? 0) + 1)
      }
    }
    const addresses = Array.from({ length: ATTACKERS }, (_, at) => `198.51.100.${at + 1}`)
    const attack = addresses.map(hammer)
    const fresh: Awaited<ReturnType<typeof signIn>>[] = []
    const mistyped: typeof fresh = []
    const own: typeof fresh = []
    try {
      // Under way for good: most of it is refused by now.
      await expect.poll(() => tally.get(429) ?? 0, { timeout: 60_000 }).toBeGreaterThan(50)
      for (let at = 1; at <= 5; at++) fresh.push(await signIn(`203.0.113.${at}`, ANA.password))
      for (const password of ["not quite it", ANA.password]) mistyped.push(await signIn("203.0.113.77", password))
      // Her own browser, in the very network that the attack comes from.
      own.push(await signIn("198.51.100.1", ANA.password, known))
    } finally {
      stopped = true
      await Promise.all(attack)
    }

    expect(fresh.map(({ status }) => status)).toEqual(Array(5).fill(200))
    expect(mistyped.map(({ status }) => status)).toEqual([401, 200])
    expect(own.map(({ status }) => status)).toEqual([200])
    // Seconds; on a machine that other tests keep busy, what it makes of them: the short form shares its two cores.
    const mostMs = inject("long") ? Math.max(5_000, 20 * first.tookMs) : 30_000
    for (const { tookMs } of [...fresh, ...mistyped, ...own]) expect(tookMs).toBeLessThan(mostMs)
    expect([...tally.keys()].sort()).toEqual([401, 429])
    expect(tally.get(401)).toBeLessThanOrEqual(MOST_GUESSES)
  })
})
