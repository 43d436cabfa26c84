import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { TEST_CERTIFICATE } from "../servers/certificates.fixture.ts"
import { type FriendlyServer, smtpServer } from "../servers/friendly.fixture.ts"
import { type TryOptions, tryCheck } from "../servers/try-check.fixture.ts"

let servers: FriendlyServer[] = []
beforeAll(async () => {
  servers = await Promise.all([smtpServer(), smtpServer(true)])
})
afterAll(() => Promise.all(servers.map((server) => server.stop())))

const check = (which: number, config: object = {}, options: TryOptions = { ca: TEST_CERTIFICATE }) =>
  tryCheck(
    { strategyId: "smtp", config: { host: "client.example.test", port: servers[which]!.port, ...config } },
    options,
  )
const signingIn = { user: "watcher", password: `$\{{ secrets.MAIL }}` }
const withSecret = (value: string) => ({
  ca: TEST_CERTIFICATE,
  secrets: { MAIL: { value, hosts: ["client.example.test"] } },
})

describe("a check of a mail server", () => {
  it("secures the connection by STARTTLS, and from the start", async () => {
    for (const [which, security] of [
      [0, "starttls"],
      [1, "tls"],
    ] as const) {
      const { failure, values, lookups } = await check(which, { security })
      expect(failure).toBeNull()
      expect(values.session).toMatchObject({ encrypted: true, signedIn: false, certificateDays: expect.any(Number) })
      expect(lookups).toHaveLength(1)
    }
    expect((await check(0, { security: "none" })).values.session).toMatchObject({
      encrypted: false,
      certificateDays: null,
    })
  })

  it("signs in, and says when it may not", async () => {
    expect((await check(0, signingIn, withSecret("open sesame"))).values.session).toMatchObject({ signedIn: true })
    const refused = await check(0, signingIn, withSecret("not this one"))
    expect(refused.failure?.code).toBe("login-refused")
    expect(JSON.stringify(refused)).not.toContain("not this one")
  })

  it("names what is wrong with the certificate behind STARTTLS", async () => {
    expect((await check(0, {}, {})).failure?.code).toBe("tls-self-signed")
    expect((await check(0, { host: "wrong.example.test" })).failure?.code).toBe("tls-wrong-host")
    expect((await check(0, { acceptUntrusted: true }, {})).outcome).toBe("ok")
  })
})
