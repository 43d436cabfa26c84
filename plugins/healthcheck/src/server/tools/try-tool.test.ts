import { describe, expect, it } from "vitest"
import { addressesIn } from "./try-tool.ts"

describe("where a draft would go", () => {
  it("is its address alone for a plain request", () => {
    expect(addressesIn({ host: "example.com", port: 443, family: "any", acceptUntrusted: true })).toEqual([
      "tcp://example.com:443",
    ])
  })

  it.each([
    ["a name of a server, which is sent before anything is encrypted", { host: "example.com", serverName: "a.b" }],
    ["a header", { url: "https://example.com/", headers: [{ name: "x", value: "y" }] }],
    ["a body", { url: "https://example.com/", method: "POST", body: "x" }],
  ])("shows that it sends something that nobody wrote: %s", (_, config) => {
    const addresses = addressesIn(config)
    expect(addresses).toHaveLength(1)
    expect(addresses[0]).toMatch(/#sends$/)
  })
})
