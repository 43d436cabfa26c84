import { SecretHost, SecretName } from "@countersign/core/contract"
import { describe, expect, it } from "vitest"
import { z } from "zod"
import { filled, words } from "../configuration/fields.ts"
import { oneLine } from "../probe-error.ts"
import { httpServer } from "../servers/friendly.fixture.ts"
import { tryCheck } from "../servers/try-check.fixture.ts"
import { placeholdersIn } from "./placeholders.ts"
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
  it.each(["A", "STATUS_PASSWORD", "deploy.token", "Api-Key2", `A${"b".repeat(63)}`])(
    "are named as they are stored: %s",
    (name) => {
      expect(SecretName.parse(name)).toBe(name)
      expect(placeholdersIn(`Bearer ${secret(name)}`)).toEqual([{ kind: "secret", name }])
    },
  )

  it("go to the hosts of their patterns alone", () => {
    const may = (host: string, ...hosts: string[]) => mayGo({ hosts }, host)
    expect(may("api.example.com")).toBe(false)
    expect(may("api.example.com", "api.example.com")).toBe(true)
    expect(may("API.example.com.", "api.example.com")).toBe(true)
    expect(may("api.example.com", "*.example.com")).toBe(true)
    expect(may("[::1]", SecretHost.parse("::1"))).toBe(true)
    expect(may("api.example.com", SecretHost.parse(" *.Example.com"))).toBe(true)
    for (const host of ["example.com", "evilexample.com", "api.example.com.evil.test", ".example.com"])
      expect(may(host, "*.example.com"), host).toBe(false)
  })

  it.each([
    [
      "cut by what is shown of a value",
      (value: string) => "p".repeat(185) + value,
      "0123456789abcdefghijklmnopqrstuvwxyz",
    ],
    [
      "of several lines, quoted by what is shown",
      (value: string) => value,
      '-----BEGIN KEY-----\nMII"EvQ\n-----END KEY-----',
    ],
    [
      "that the body quotes as JSON",
      (value: string) => JSON.stringify({ token: value }),
      'speak "friend"\nthen \\enter',
    ],
  ])("are hidden where they are %s", async (_how, answer, value) => {
    const server = await httpServer((_request, response) => response.end(answer(value)))
    const assertions = [{ field: "body", operator: "equals", value: "all is well" }]
    const run = await tryCheck(
      {
        strategyId: "http",
        config: { url: `http://a.example.test:${server.port}/`, body: secret("A"), method: "POST" },
        collectors: [{ id: "response", assertions }],
      },
      { secrets: { A: { value, hosts: ["a.example.test"] } } },
    )
    await server.stop()
    expect(run.assertions[0]!.sentence).toContain("__SECRET_A__")
    const told = JSON.stringify(run)
    for (const part of value.split(/[\n"\\]+/)) expect(told).not.toContain(part.slice(0, 6))
  })

  it("are hidden in plain, in addresses and inside base64 wherever they begin", () => {
    const mask = maskOf({ A: "p&ss word!" })
    for (const before of ["", "u", "us", "user:"]) {
      const text = `${Buffer.from(`${before}p&ss word!tail`).toString("base64")} ${encodeURIComponent("p&ss word!")} p&ss word!`
      expect(mask(text)).not.toMatch(/p&ss|p%26ss/)
      expect(Buffer.from(mask(text).split(" ")[0]!, "base64").toString()).not.toContain("ss word")
    }
  })

  it("are hidden where a server's words were put on one line or cut inside of one", () => {
    const mask = maskOf({ KEY: "-----BEGIN-----\nfirst line\nsecond line", TOKEN: "correct horse battery staple" })
    const said = `It answered ${"x".repeat(170)} correct horse battery staple`
    expect(oneLine(said)).toContain(" correct")
    expect(mask(oneLine(said))).not.toContain("corr")
    expect(mask(oneLine("refused: -----BEGIN-----\n  first line\nsecond line"))).toBe("refused: __SECRET_KEY__")
    expect(mask(`A server said "correct hor…" and more.`)).toBe(`A server said "__SECRET_TOKEN__…" and more.`)
    expect(mask("The cor… of it")).toBe("The cor… of it")
    // Blanks took the room: what is left is short, and cut all the same.
    expect(mask(oneLine(`${" ".repeat(390)}correct horse`))).not.toContain("corr")
  })
})
