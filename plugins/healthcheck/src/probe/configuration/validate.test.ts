import { defineKind } from "@countersign/core/contract"
import { describe, expect, it } from "vitest"
import { z } from "zod"
import { type Strategy, strategyKind } from "../../contract/strategy.ts"
import { strategies } from "../strategies.ts"
import { fieldMeta } from "./schema-walk.ts"
import { validateConfiguration } from "./validate.ts"

const errorsOf = async (draft: object, known: readonly Strategy[] = strategies) => {
  const validation = await validateConfiguration(draft, known)
  return validation.valid ? [] : validation.errors.map(({ path, message }) => `${path}: ${message}`)
}
const http = (config: object = {}, rest: object = {}) => ({
  strategyId: "http",
  config: { url: "https://example.com/", ...config },
  ...rest,
})
const assertion = (one: object) => http({}, { collectors: [{ id: "response", assertions: [one] }] })

describe("validateConfiguration", () => {
  it("fills in what was left out, in the newest form", async () => {
    expect(await validateConfiguration(http(), strategies)).toMatchObject({
      valid: true,
      errors: [],
      configuration: {
        intervalSeconds: 60,
        timeoutSeconds: 10,
        retries: 0,
        collectors: [],
        config: { version: 1, method: "GET", redirects: 3, headers: [] },
      },
    })
    expect(await validateConfiguration(http({}, { intervalSeconds: 5, retries: 1 }), strategies)).toMatchObject({
      configuration: { timeoutSeconds: 2.5 },
    })
  })

  it("accepts what it made: every path may validate again", async () => {
    const first = await validateConfiguration(
      assertion({ field: "status", operator: "equals", value: 200 }),
      strategies,
    )
    if (!first.valid) throw new Error("not valid")
    expect(await validateConfiguration(first.configuration, strategies)).toEqual(first)
  })

  it("names unknown keys with the one that was meant, at any depth", async () => {
    expect(await errorsOf(http({ metod: "GET", headers: [{ name: "a", vlaue: "b", value: "b" }] }))).toEqual([
      'config.headers.0.vlaue: There is no field "vlaue" here. Did you mean "value"? There are name, value.',
      expect.stringMatching(/^config\.metod: There is no field "metod" here\. Did you mean "method"\?/),
    ])
    expect(await errorsOf(http({}, { interval: 5 }))).toEqual(
      [expect.stringContaining('Did you mean "retries"?')]
        .slice(1)
        .concat([expect.stringContaining('interval: There is no field "interval" here.')]),
    )
    expect(await errorsOf({ strategyId: "htpp", config: {} })).toEqual([
      expect.stringContaining('Did you mean "http"?'),
    ])
    expect(await errorsOf(http({}, { collectors: [{ id: "respones" }] }))).toEqual([
      expect.stringContaining('Did you mean "response"?'),
    ])
  })

  it.each([
    [{ intervalSeconds: 4 }, "intervalSeconds: Write 5 or more."],
    [{ intervalSeconds: 86_401 }, "intervalSeconds: Write 86400 or less."],
    [{ retries: 4 }, "retries: Write 3 or less."],
    [{ retries: 1.5 }, "retries: Write a whole number here."],
    [{ intervalSeconds: 10, timeoutSeconds: 11 }, "timeoutSeconds: A run can take 11 seconds"],
    [
      { intervalSeconds: 10, timeoutSeconds: 6, retries: 1 },
      "timeoutSeconds: A run can take 12 seconds with this timeout and 2 tries",
    ],
  ])("bounds the timing: %j", async (rest, message) => {
    expect(await errorsOf(http({}, rest))).toEqual([expect.stringContaining(message)])
  })

  it("checks field and operator of each assertion against what the collector gives", async () => {
    const first = "collectors.0.assertions.0"
    const cases: [object, string][] = [
      [
        { field: "statsu", operator: "equals", value: 1 },
        `${first}.field: There is no field "statsu" here. Did you mean "status"?`,
      ],
      [
        { field: "status", operator: "contains", value: "2" },
        `${first}.operator: "contains" does not fit "status", which is a number. Use equals,`,
      ],
      [{ field: "status", operator: "equals", value: "two" }, `${first}.value: "status" is a number.`],
      [{ field: "status", operator: "equals" }, `${first}.value: "equals" needs a value`],
      [{ field: "body", operator: "isEmpty", value: "x" }, `${first}.value: "isEmpty" compares with nothing.`],
      [{ field: "body", operator: "matches", value: "(" }, `${first}.value: "(" is no pattern`],
      [
        { field: "json", operator: "equals", value: 1 },
        `${first}.operator: "equals" does not fit "json", which is a document.`,
      ],
      [{ field: "json", path: "$[?match(@.a,'b')]", operator: "exists" }, `${first}.path: Functions such as match()`],
      [{ field: "status", path: "$.a", operator: "exists" }, `${first}.path: "status" is one value`],
      [{ field: "headers", operator: "equals", value: "x" }, `${first}.operator: "equals" does not fit "headers"`],
      [{ field: "status", operator: "eqals", value: 1 }, `${first}.operator: Choose one of:`],
    ]
    for (const [one, message] of cases)
      expect(await errorsOf(assertion(one)), JSON.stringify(one)).toEqual([expect.stringContaining(message)])
    for (const one of [
      { field: "headers.content-type", operator: "contains", value: "json" },
      { field: "json", path: "$.state", operator: "equals", value: "UP" },
      { field: "truncated", operator: "isFalse", severity: "degraded" },
    ])
      expect(await errorsOf(assertion(one)), JSON.stringify(one)).toEqual([])
  })

  it("takes templates and secrets only where a field says so, and never both in one", async () => {
    const secret = `$\{{ secrets.A }}`
    expect(
      await errorsOf(http({ url: "https://{{ environment.host }}/x", headers: [{ name: "a", value: secret }] })),
    ).toEqual([])
    expect(await errorsOf(http({ url: `https://{{ environment.host }}/${secret}` }))).toEqual([
      "config.url: Secrets and templates cannot stand in one field. Put one of them elsewhere.",
    ])
    expect(await errorsOf({ strategyId: "tcp", config: { host: secret, port: 1 } })).toEqual([
      "config.host: A secret cannot stand in this field.",
    ])
    expect(await errorsOf(http({ url: "https://{{ enviroment.host }}/" }))).toEqual([
      expect.stringContaining("{{ enviroment.host }} is not known"),
    ])
    expect(
      await errorsOf({ strategyId: "redis", config: { host: "a.example", password: "{{ system.name }}" } }),
    ).toEqual([expect.stringContaining("config.password: A template cannot stand")])
  })

  it("brings older forms forward one step at a time, and names those it does not know", async () => {
    const made: Strategy = {
      id: "made",
      title: "Made",
      description: "",
      config: z.strictObject({ host: z.string(), port: z.int() }),
      version: 3,
      migrations: { 1: ({ target, ...rest }) => ({ ...rest, host: target }), 2: (config) => ({ ...config, port: 80 }) },
      collectors: [],
      probe: async () => ({ values: {} }),
    }
    const validate = (config: object) => validateConfiguration({ strategyId: "made", config }, [made])
    expect(await validate({ version: 1, target: "a" })).toMatchObject({
      valid: true,
      configuration: { config: { version: 3, host: "a", port: 80 } },
    })
    expect(await validate({ version: 2, host: "a" })).toMatchObject({ valid: true })
    expect(await validate({ host: "a" })).toMatchObject({ valid: false, errors: [{ path: "config.port" }] })
    expect(await validate({ version: 4, host: "a" })).toMatchObject({
      errors: [{ path: "config.version", message: expect.stringContaining("up to version 3") }],
    })
  })

  it("checks what fields say together", async () => {
    expect(await errorsOf({ strategyId: "ssh", config: { host: "a.example", command: "uptime" } })).toEqual([
      "config.user: To run a command somebody must sign in: name the user.",
    ])
    expect(
      await errorsOf({
        strategyId: "journey",
        config: {
          steps: [
            { name: "A", url: "https://a.example", assertions: [{ field: "stauts", operator: "equals", value: 1 }] },
          ],
        },
      }),
    ).toEqual([
      expect.stringContaining(
        'config.steps.0.assertions.0.field: There is no field "stauts" here. Did you mean "status"?',
      ),
    ])
  })

  it.each(["not an object", null, 7, [], {}])("answers %j with errors and never throws", async (draft) => {
    expect(await validateConfiguration(draft, strategies)).toMatchObject({ valid: false })
  })
})

describe("the list of strategies", () => {
  it("fits the kind that the plugin declares", () => {
    expect(strategies.map((strategy) => strategyKind.of(strategy).kind)).toEqual(Array(16).fill("healthcheck.strategy"))
    expect(defineKind<Strategy>("healthcheck.strategy", "").id).toBe(strategyKind.id)
    expect(new Set(strategies.map(({ id }) => id)).size).toBe(16)
  })

  it("has words for every field of every form and result, and schemas for tools", () => {
    for (const { id, config, collectors } of strategies) {
      for (const [name, field] of Object.entries(config.shape))
        expect(fieldMeta(field as z.ZodType).title, `${id}.${name}`).toMatch(/\w/)
      expect(collectors.length, id).toBeGreaterThan(0)
      for (const { result } of collectors)
        for (const [name, field] of Object.entries(result.shape))
          expect(fieldMeta(field as z.ZodType).title, `${id}.${name}`).toMatch(/\w/)
      expect(z.toJSONSchema(config, { io: "input" }), id).toMatchObject({ type: "object" })
    }
  })
})
