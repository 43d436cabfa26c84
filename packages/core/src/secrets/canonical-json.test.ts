import { describe, expect, it } from "vitest"
import { argumentsMac } from "../proposals/arguments-mac.ts"
import { createKeyring } from "../secrets/keyring.ts"
import { canonicalJson } from "./canonical-json.ts"

describe("canonicalJson", () => {
  it("writes numbers, strings and literals as RFC 8785 shows", () => {
    const value = {
      numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '€$\u000f\nA\'B"\\\\"/',
      literals: [null, true, false],
    }
    expect(canonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    )
  })

  it("sorts keys by UTF-16 code units, at every depth", () => {
    const value = {
      "€": "Euro",
      "\r": "Return",
      "\ufb33": "Dalet",
      "1": "One",
      "😀": "Smiley",
      "\u0080": "Control",
      ö: "O",
    }
    expect([...canonicalJson(value).matchAll(/"(\w+)"[,}]/g)].map((match) => match[1])).toEqual([
      "Return",
      "One",
      "Control",
      "O",
      "Euro",
      "Smiley",
      "Dalet",
    ])
    expect(canonicalJson({ b: { d: 1, c: 2 }, a: [] })).toBe('{"a":[],"b":{"c":2,"d":1}}')
  })

  it("leaves out what JSON leaves out", () => {
    expect(canonicalJson({ a: undefined, at: new Date(0) })).toBe('{"at":"1970-01-01T00:00:00.000Z"}')
  })
})

describe("argumentsMac", () => {
  const keyring = createKeyring({ secret: "one secret of thirty-two characters" })
  const other = createKeyring({ secret: "another secret of thirty-two chars." })

  it("is the same for equal arguments in any order, and differs by tool, value and key", () => {
    const mac = argumentsMac(keyring, "incident.resolve", { id: 1, note: "x" })
    expect(argumentsMac(keyring, "incident.resolve", { note: "x", id: 1 })).toEqual(mac)
    expect(argumentsMac(keyring, "incident.delete", { id: 1, note: "x" }).mac).not.toBe(mac.mac)
    expect(argumentsMac(keyring, "incident.resolve", { id: 2, note: "x" }).mac).not.toBe(mac.mac)
    expect(argumentsMac(other, "incident.resolve", { id: 1, note: "x" })).not.toEqual(mac)
  })

  it("survives arguments that cannot be written down", () => {
    const loop: Record<string, unknown> = {}
    loop.self = loop
    expect(argumentsMac(keyring, "x.y", loop).mac).toMatch(/^[0-9a-f]{64}$/)
  })
})
