import { describe, expect, it } from "vitest"
import { readEnvironment } from "./environment.ts"
import { siteAddressOf } from "./site-address.ts"

const addressOf = (variables: Record<string, string>) => siteAddressOf(readEnvironment(variables))

describe("siteAddressOf", () => {
  it("is port 4401 on loopback names unless it is told otherwise", () => {
    expect(addressOf({})).toEqual({ port: 4401, url: null })
    expect(addressOf({ SITE_PORT: "8081", SITE_URL: "https://status.example.org/" })).toEqual({
      port: 8081,
      url: "https://status.example.org",
    })
  })

  it.each([
    [{ SITE_PORT: "eighty" }, 'SITE_PORT takes a port number from 0 to 65535; it is set to "eighty".'],
    [{ SITE_PORT: "70000" }, "SITE_PORT takes a port number"],
    [{ PORT: "5000", SITE_PORT: "5000" }, "SITE_PORT and PORT are both 5000."],
    [{ PORT: "4401" }, "SITE_PORT and PORT are both 4401."],
    [{ SITE_URL: "status.example.org" }, "SITE_URL takes an address that begins with http:// or https://"],
    [{ SITE_URL: "https://example.org/status" }, "and has no path"],
    [{ SITE_URL: "https://ana:secret@example.org" }, "and has no path"],
    [
      { SITE_URL: "https://ops.example.org:443", PUBLIC_URL: "https://ops.example.org/" },
      "SITE_URL and PUBLIC_URL are both https://ops.example.org. What is published must not share an origin with the app",
    ],
  ])("says what does not fit: %o", (variables, sentence) => {
    expect(() => addressOf(variables as Record<string, string>)).toThrow(sentence)
  })

  it("is nobody's business where no plugin serves a site: what the variables hold keeps nobody from starting", () => {
    expect(() => readEnvironment({ SITE_PORT: "eighty", SITE_URL: "nonsense" })).not.toThrow()
  })
})
