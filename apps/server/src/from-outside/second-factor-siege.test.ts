import { databaseFromTemplate, spawnServer } from "@countersign/testing"
import { afterAll, describe, expect, inject, it } from "vitest"
import { totpCode } from "../../../../packages/core/src/identity/sign-in/totp.ts"
import { plugins } from "../plugins.ts"

const ANA = { email: "ana@example.test", password: "correct horse battery" }
/** Each has to sign in with her password first, which costs a hash. */
const ATTACKERS = inject("long") ? 40 : 5
/** Of backup codes, which are beyond guessing: ten for each address with her account. */
const MOST_BACKUP_CODES = 10 * ATTACKERS
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

/** A browser at an address, with its cookies. */
function browserAt(address: string, cookies = new Map<string, string>()) {
  return {
    cookies,
    async call<Body = { status: string; message: string }>(verb: string, input: object) {
      const response = await fetch(`${server.url}/api/v1/platform/${verb}`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          origin: new URL(server.url).origin,
          "x-forwarded-for": address,
          cookie: [...cookies].map((pair) => pair.join("=")).join("; "),
        },
        body: JSON.stringify(input),
      })
      for (const line of response.headers.getSetCookie()) {
        const [name = "", value = ""] = line.split(";")[0]!.split("=")
        if (value === "") cookies.delete(name)
        else cookies.set(name, value)
      }
      return { status: response.status, body: (await response.json()) as Body }
    },
  }
}

async function halfwayIn(address: string, cookies?: Map<string, string>) {
  const browser = browserAt(address, cookies)
  const { body } = await browser.call("signIn", ANA)
  expect(body).toEqual({ status: "secondFactor" })
  return (code: string) => browser.call("verifySecondFactor", { code })
}

describe(`${ATTACKERS} addresses that have Ana's password and guess her second factor`, () => {
  it("have a handful of codes of the app judged, while Ana comes in from a fresh network, and in her own browser", {
    timeout: 120_000,
  }, async () => {
    const desk = browserAt("192.0.2.1")
    expect((await desk.call("signIn", ANA)).body).toEqual({ status: "signedIn" })
    const { body: begun } = await desk.call<{ secret: string }>("startTotp", { password: ANA.password })
    const code = (agoMs = 0) => totpCode(begun.secret, new Date(Date.now() - agoMs))
    // The code before this one, so that the present one is left to sign in with.
    const { status, body } = await desk.call<{ backupCodes: string[] }>("confirmTotp", { code: code(30_000) })
    expect(status).toBe(200)
    const known = new Map([...desk.cookies].filter(([name]) => name.endsWith(".browser")))
    const addresses = Array.from({ length: ATTACKERS }, (_, at) => `198.51.100.${at + 1}`)
    const attackers = await Promise.all(addresses.map((address) => halfwayIn(address)))

    const began = performance.now()
    // Each asks again as soon as it is answered, until Ana has done what she wanted.
    let stopped = false
    let guesses = 0
    const tally = { codes: new Map<number, number>(), backupCodes: new Map<number, number>() }
    const count = (of: Map<number, number>, answer: number) => of.set(answer, (of.get(answer) ?? 0) + 1)
    const attack = attackers.map(async (verify) => {
      while (!stopped) {
        guesses += 1
        // Never one that fits: three of a million would.
        count(tally.codes, (await verify(wrongCode(guesses, [code(30_000), code(), code(-30_000)]))).status)
        count(tally.backupCodes, (await verify(`guess-${guesses.toString(36).padStart(5, "a")}`)).status)
      }
    })
    const came: Record<string, number> = {}
    let strange: Awaited<ReturnType<(typeof attackers)[number]>> | undefined
    try {
      // Under way for good: most of it is refused by now.
      await expect
        .poll(() => Math.min(tally.codes.get(429) ?? 0, tally.backupCodes.get(429) ?? 0), { timeout: 60_000 })
        .toBeGreaterThan(20)
      strange = await (await halfwayIn("203.0.113.1"))(code())
      came["a backup code, from a fresh network"] = (
        await (
          await halfwayIn("203.0.113.2")
        )(body.backupCodes[0]!)
      ).status
      // Her own browser, in the very network that the attack comes from; the next code, should the other be spent.
      const own = await halfwayIn("198.51.100.1", known)
      came["the app, in her own browser"] = (await own(code(-30_000))).status
    } finally {
      stopped = true
      await Promise.all(attack)
    }

    expect(came).toEqual({ "a backup code, from a fresh network": 200, "the app, in her own browser": 200 })
    // Six digits are few, so in a strange browser the app's code waits as well, unless it comes in the very moment in
    // which the next one is judged; whoever has it is told what does not wait.
    if (strange?.status !== 200)
      expect(strange?.body.message).toMatch(
        /^Too many wrong codes were tried for this account\. Use a backup code, a passkey or a browser /,
      )
    expect([...tally.codes.keys()].sort()).toEqual([401, 429])
    expect([...tally.backupCodes.keys()].sort()).toEqual([401, 429])
    expect(tally.codes.get(401)).toBeLessThanOrEqual(mostCodesWithin((performance.now() - began) / 1_000))
    expect(tally.backupCodes.get(401)).toBeLessThanOrEqual(MOST_BACKUP_CODES)
  })
})

/** Five for the account, from wherever, and one for each time that a doubling wait has passed: 15 s, 30 s, a minute. */
function mostCodesWithin(seconds: number): number {
  let most = 5
  for (let wait = 15, passed = wait; passed <= seconds; passed += wait) {
    most += 1
    wait *= 2
  }
  return most
}

function wrongCode(from: number, right: readonly string[]): string {
  const code = String(from % 1_000_000).padStart(6, "0")
  return right.includes(code) ? wrongCode(from + 1, right) : code
}
