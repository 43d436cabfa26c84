import { describe, expect, it } from "vitest"
import { createPeerAddress } from "./peer-address.ts"

const peer = createPeerAddress(["127.0.0.0/8", "::1", "10.0.0.7"], () => {})

describe("peerAddress", () => {
  it.each([
    ["a direct client", "203.0.113.9", undefined, "203.0.113.9"],
    ["a direct client that claims another address", "203.0.113.9", "198.51.100.1", "203.0.113.9"],
    ["a client behind a proxy", "127.0.0.1", "198.51.100.1", "198.51.100.1"],
    ["a client behind two proxies", "::1", "198.51.100.1, 10.0.0.7", "198.51.100.1"],
    ["a client that forges the first hop", "127.0.0.1", "1.1.1.1, 198.51.100.1", "198.51.100.1"],
    ["a client whose port is named too", "127.0.0.1", "198.51.100.1:50123", "198.51.100.1"],
    ["an IPv6 client whose port is named too", "127.0.0.1", "1.1.1.1, [2001:db8::7]:50123", "2001:db8::7"],
    ["an IPv6 client in brackets", "127.0.0.1", "[2001:db8::7]", "2001:db8::7"],
    ["a header that is no address", "127.0.0.1", "unknown", "127.0.0.1"],
    ["a dual-stack socket", "::ffff:127.0.0.1", "198.51.100.1", "198.51.100.1"],
    ["somebody on this machine", "127.0.0.1", undefined, "127.0.0.1"],
  ])("sees %s", (_name, socket, header, expected) => {
    expect(peer(socket, header)).toBe(expected)
  })

  it("says once that a proxy writes what is no address", () => {
    const said: string[] = []
    const listening = createPeerAddress(["127.0.0.1"], (sentence) => said.push(sentence))
    for (const header of [undefined, "", "198.51.100.1", "unknown", "_hidden", "unknown"])
      listening("127.0.0.1", header)
    expect(said).toEqual([expect.stringContaining("all of them count as one")])
  })

  it.each(["ten", "10.0.0.0/40", "::1/200"])("says what TRUSTED_PROXIES takes when it is %s", (entry) => {
    expect(() => createPeerAddress([entry], () => {})).toThrow("TRUSTED_PROXIES takes addresses and ranges")
  })
})
