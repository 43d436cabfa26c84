import { describe, expect, it } from "vitest"
import { z } from "zod"
import { filled, words } from "../configuration/fields.ts"
import { tryCheck } from "../servers/try-check.fixture.ts"
import { renderConfig } from "./render.ts"
import { maskOf, mayGo } from "./secrets.ts"

const schema = z.strictObject({
  url: filled(z.string().min(1), { ...words("Address"), takes: ["templates", "secrets"] }),
  plain: z.string().optional(),
  list: z.array(z.strictObject({ value: filled(z.string(), { ...words("Value"), takes: ["secrets"] }) })).optional(),
})
const facts = {
  check: { name: "Shop" },
  system: { name: "checkout" },
  environment: { host: "shop.example", port: 8443, empty: "" },
}
const secret = (name: string) => `$\{{ secrets.${name} }}`
const render = (config: Record<string, unknown>) =>
  renderConfig(schema, config, { facts, secrets: { A: { value: "s3cret {{ system.name }}", hosts: [] } } })

describe("renderConfig", () => {
  it("puts facts where fields take them, and nowhere else", () => {
    const { config } = render({
      url: "https://{{ environment.host }}:{{environment.port}}/{{ check.name }}",
      plain: "{{ system.name }}",
    })
    expect(config).toEqual({ url: "https://shop.example:8443/Shop", plain: "{{ system.name }}" })
  })

  it("puts secrets in first and leaves what is inside them alone", () => {
    const { config, secrets } = render({ url: "https://a.example", list: [{ value: "x" }, { value: secret("A") }] })
    expect(config.list).toEqual([{ value: "x" }, { value: "s3cret {{ system.name }}" }])
    expect(secrets.usedIn("list")).toEqual(["A"])
    expect(secrets.usedIn("list.0")).toEqual([])
    expect(() => secrets.demand("a.example")).toThrow("The secret A may not go to a.example.")
    expect(() => secrets.demand("a.example", [])).not.toThrow()
  })

  it.each([
    ["{{ environment.empty }}", "The field url is empty here"],
    ["{{ environment.missing }}", "The field url is empty here"],
    ["https://{{ environment.missing }}/x", "The field url names {{ environment.missing }}, which has no value here."],
    ["{{ environment.constructor }}", "The field url is empty here"],
    [secret("NONE"), "The field url names the secret NONE, which does not exist."],
    [secret("toString"), "The field url names the secret toString, which does not exist."],
  ])("names the field that %s leaves empty", (url, message) => {
    expect(() => render({ url })).toThrow(message)
  })

  it("is judged again after it was filled in", async () => {
    const draft = { strategyId: "tcp", config: { host: "{{ environment.host }}", port: 1 } }
    const run = await tryCheck(draft, { facts: { check: {}, system: {}, environment: { host: "a b; rm" } } })
    expect(run.failure).toMatchObject({
      code: "configuration",
      message: expect.stringContaining("The field host does not fit once it is filled in."),
    })
  })
})

describe("secrets", () => {
  it("go to the hosts of their patterns alone", () => {
    const may = (host: string, ...hosts: string[]) => mayGo({ hosts }, host)
    expect(may("api.example.com")).toBe(false)
    expect(may("api.example.com", "api.example.com")).toBe(true)
    expect(may("API.example.com.", "api.example.com")).toBe(true)
    expect(may("api.example.com", "*.example.com")).toBe(true)
    for (const host of ["example.com", "evilexample.com", "api.example.com.evil.test", ".example.com"])
      expect(may(host, "*.example.com"), host).toBe(false)
  })

  it("are hidden in plain, in addresses and inside base64 wherever they begin", () => {
    const mask = maskOf({ A: "p&ss word!" })
    for (const before of ["", "u", "us", "user:"]) {
      const text = `${Buffer.from(`${before}p&ss word!tail`).toString("base64")} ${encodeURIComponent("p&ss word!")} p&ss word!`
      expect(mask(text)).not.toMatch(/p&ss|p%26ss/)
      expect(Buffer.from(mask(text).split(" ")[0]!, "base64").toString()).not.toContain("ss word")
    }
  })
})
