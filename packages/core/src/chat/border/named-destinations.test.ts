import { cpuMsOf } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { isNamed } from "../../tools/destination.ts"
import { namedDestinations } from "./named-destinations.ts"

const named = (...texts: string[]) => namedDestinations(texts)

describe("namedDestinations", () => {
  it.each([
    ["an address", "Check https://Status.Example.com/health?x=1 please", ["status.example.com"]],
    ["a bare host at the end of a sentence", "Look at status.example.com.", ["status.example.com"]],
    ["a host with a port", "Try db.example.com:8443, then wait", ["db.example.com:8443"]],
    ["a port in an address", "http://example.com:8080/x", ["example.com:8080"]],
    ["its usual port, written out", "example.com:443 and http://example.org:80/", ["example.com", "example.org"]],
    ["a link in Markdown", "See [the page](https://example.com/a), **example.org**.", ["example.com", "example.org"]],
    ["an address in angle brackets or quotes", "<https://a.example> 'https://b.example'", ["a.example", "b.example"]],
    ["a host with a path", "status.example.com/path?next=evil.example", ["status.example.com"]],
    [
      "an international name",
      "bücher.example and https://пример.example/",
      ["xn--bcher-kva.example", "xn--e1afmkfd.example"],
    ],
    ["an IP address", "ping 192.0.2.7:9000 or http://[2001:DB8::1]:81/", ["192.0.2.7:9000", "[2001:db8::1]:81"]],
    ["a name with its trailing dot", "https://example.com./x", ["example.com"]],
    ["names between commas", "(a.example,b.example)", ["a.example", "b.example"]],
    ["an address in another script's sentence", "请看https://example.com。谢谢", ["example.com"]],
  ])("finds %s", (_what, text, hosts) => {
    expect(named(text)).toEqual(hosts)
  })

  it.each([
    ["userinfo", "https://good.com@evil.com/", ["evil.com"]],
    ["userinfo with a password", "https://good.com:443@evil.com/", ["evil.com"]],
    ["a longer name", "https://example.com.evil.com/", ["example.com.evil.com"]],
    ["a bare longer name", "example.com.evil.com", ["example.com.evil.com"]],
    ["a backslash", "https://good.com\\@evil.com/", ["good.com"]],
    ["an address inside an address", "https://good.com/?to=https://evil.com", ["good.com"]],
    ["a number for an address", "http://0x7f.1/", ["127.0.0.1"]],
    ["Cyrillic letters", "https://exаmple.com", ["xn--exmple-4nf.com"]],
  ])("goes by what the parser says: %s", (_what, text, hosts) => {
    expect(named(text)).toEqual(hosts)
  })

  it.each([
    "Mail ana@example.com about it.",
    "good.com@evil.com",
    'https://good.com"@evil.com/',
    "postgres://app:pw@db.example.com/x",
    "Version 1.2 of README.md, install.sh and e.g. that... 10.5 per cent",
    "key=evil.com",
    "https://",
  ])("names nothing in: %s", (text) => {
    expect(named(text)).toEqual([])
  })

  it("gives what the gate compares with", () => {
    const hosts = named("Fetch https://EXAMPLE.com:8443/a and example.org")

    expect(isNamed(new URL("https://example.com:8443/b").host, hosts)).toBe(true)
    expect(isNamed(new URL("http://example.org/").host, hosts)).toBe(true)
    expect(isNamed(new URL("https://example.com/").host, hosts)).toBe(false)
  })

  it("is quick with pasted text of any kind", () => {
    const pasted = ["a.".repeat(500_000), "https://".repeat(100_000), `${"a-".repeat(1_900)} `.repeat(200)]
    expect(cpuMsOf(() => named(...pasted, "x.y ".repeat(100_000)))).toBeLessThan(2_000)
  })
})
