import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { EXPIRED_CERTIFICATE, EXPIRED_KEY, TEST_CERTIFICATE } from "../servers/certificates.fixture.ts"
import { type FriendlyServer, httpServer, httpsServer } from "../servers/friendly.fixture.ts"
import { type TryOptions, tryCheck } from "../servers/try-check.fixture.ts"

let servers: FriendlyServer[] = []
beforeAll(async () => {
  servers = await Promise.all([
    httpsServer(() => {}),
    httpsServer(() => {}, { key: EXPIRED_KEY, cert: EXPIRED_CERTIFICATE }),
    httpServer((_, response) => response.end()),
  ])
})
afterAll(() => Promise.all(servers.map((server) => server.stop())))

const check = (which: number, config: object = {}, options?: TryOptions) =>
  tryCheck(
    { strategyId: "tls", config: { host: "client.example.test", port: servers[which]!.port, ...config } },
    options,
  )

describe("a check of a certificate", () => {
  it("reads what it says and how the connection is secured", async () => {
    const { values } = await check(0, {}, { ca: TEST_CERTIFICATE })
    expect(values.certificate).toMatchObject({
      subject: "CN=client.example.test",
      names: ["client.example.test", "other.example.test"],
    })
    expect((values.certificate as { days: number }).days).toBeGreaterThan(30_000)
    expect(values.session).toMatchObject({ trusted: true, problem: "", protocol: "TLSv1.3" })
  })

  it("fails by the kind of mistake, and where any is accepted leaves it to assertions", async () => {
    const runs = await Promise.all([
      check(1, {}, { ca: EXPIRED_CERTIFICATE }),
      check(0),
      check(0, { serverName: "else.example.test" }, { ca: TEST_CERTIFICATE }),
      check(2),
    ])
    expect(runs.map(({ failure }) => failure?.code)).toEqual([
      "tls-expired",
      "tls-self-signed",
      "tls-wrong-host",
      "tls-failed",
    ])
    const accepted = await check(1, { acceptUntrusted: true })
    expect(accepted.values.session).toMatchObject({ trusted: false, problem: expect.stringMatching(/\w/) })
    expect((accepted.values.certificate as { days: number }).days).toBeLessThan(-2_000)
  })
})
