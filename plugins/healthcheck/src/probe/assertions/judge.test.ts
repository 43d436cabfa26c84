import { cpuMsOf } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { z } from "zod"
import type { Assertion } from "../../contract/assertion.ts"
import { compilePath } from "./json-path.ts"
import { judge } from "./judge.ts"
import { compilePattern } from "./pattern.ts"

const values = {
  answer: {
    status: 503,
    body: "out of order",
    empty: "",
    open: false,
    parts: ["a", "b"],
    headers: { "content-type": "text/html" },
    json: {
      checks: [
        { name: "db", state: "up" },
        { name: "disk", state: "down" },
      ],
      count: 2,
      none: null,
    },
  },
}
const passes = async (assertion: Partial<Assertion>) => {
  const whole = { severity: "unhealthy", collector: "answer", ...assertion } as Assertion & { collector: string }
  return (await judge({ values }, [whole])).assertions[0]!.passed
}

describe("operators", () => {
  it.each([
    ["status", "equals", 503, 200],
    ["status", "equals", "503", "200"],
    ["status", "notEquals", 200, 503],
    ["status", "lessThan", 504, 503],
    ["status", "lessThanOrEqual", 503, 502],
    ["status", "greaterThan", 502, 503],
    ["status", "greaterThanOrEqual", 503, 504],
    ["body", "equals", "out of order", "OK"],
    ["body", "contains", "order", "fine"],
    ["body", "notContains", "fine", "order"],
    ["body", "startsWith", "out", "order"],
    ["body", "endsWith", "order", "out"],
    ["body", "matches", "^out .* order$", "^order"],
    ["parts", "contains", "a", "c"],
    ["parts", "lengthEquals", 2, 3],
    ["parts", "lengthGreaterThan", 1, 2],
    ["headers.Content-Type", "startsWith", "text/", "image/"],
  ] as const)("%s %s holds with %j and not with %j", async (field, operator, right, wrong) => {
    expect(await passes({ field, operator, value: right })).toBe(true)
    expect(await passes({ field, operator, value: wrong })).toBe(false)
  })

  it("those without a value", async () => {
    const held = (field: string, operator: Assertion["operator"], path?: string) => passes({ field, operator, path })
    expect(await held("empty", "isEmpty")).toBe(true)
    expect(await held("body", "isEmpty")).toBe(false)
    expect(await held("body", "isNotEmpty")).toBe(true)
    expect(await held("open", "isFalse")).toBe(true)
    expect(await held("open", "isTrue")).toBe(false)
    expect(await held("json", "exists", "$.checks[?@.state == 'down']")).toBe(true)
    expect(await held("json", "exists", "$.none")).toBe(false)
    expect(await held("json", "notExists", "$.checks[7]")).toBe(true)
    expect(await held("headers.x-none", "notExists")).toBe(true)
  })

  it("reaches into JSON by a path, one value or several", async () => {
    expect(await passes({ field: "json", path: "$.checks[0].state", operator: "equals", value: "up" })).toBe(true)
    expect(await passes({ field: "json", path: "$..state", operator: "contains", value: "down" })).toBe(true)
    expect(await passes({ field: "json", path: "$.count", operator: "greaterThan", value: 1 })).toBe(true)
  })

  it("a value of another type does not hold, and says so", async () => {
    const { assertions } = await judge({ values }, [
      { collector: "answer", field: "open", operator: "lessThan", value: 1, severity: "unhealthy" },
    ])
    expect(assertions[0]).toMatchObject({
      passed: false,
      sentence: 'open could not be judged: it is a boolean, and "lessThan" says nothing about that.',
    })
  })
})

describe("the outcome", () => {
  const assertion = (severity: Assertion["severity"], value: number) => ({
    collector: "answer",
    field: "status",
    operator: "equals" as const,
    value,
    severity,
  })

  it("is ok without assertions, degraded where only such fail, else failed", async () => {
    expect((await judge({ values }, [])).outcome).toBe("ok")
    expect((await judge({ values }, [assertion("unhealthy", 503)])).outcome).toBe("ok")
    expect((await judge({ values }, [assertion("degraded", 200), assertion("unhealthy", 503)])).outcome).toBe(
      "degraded",
    )
    expect((await judge({ values }, [assertion("degraded", 200), assertion("unhealthy", 200)])).outcome).toBe("failed")
  })

  it("is told in sentences with at most 200 characters of what was found", async () => {
    const long = { answer: { body: "x".repeat(262_144) } }
    const result = z.object({ body: z.string().meta({ title: "Body" }) })
    const { assertions } = await judge(
      { values: long },
      [{ collector: "answer", field: "body", operator: "isEmpty", severity: "degraded" }],
      [{ id: "answer", title: "", description: "", result }],
    )
    expect(assertions[0]!.actual).toHaveLength(200)
    expect(assertions[0]!.sentence).toMatch(/^Body is "x+…, and should be empty\.$/)
  })
})

describe("patterns", () => {
  it("are linear: what hangs other engines takes no time", () => {
    const pattern = compilePattern("^(a+)+$")
    const text = `${"a".repeat(100_000)}!`
    // A native engine needs seconds for 26 characters of it.
    expect(cpuMsOf(() => expect("test" in pattern && pattern.test(text)).toBe(false))).toBeLessThan(2_000)
  })

  it.each([
    "[a-z]{0,1000}".repeat(15),
    "((a{1,30}){1,30}){1,30}",
    "(.{200}){200}",
    "a".repeat(201),
    "(?=a)b",
    "(a)\\1",
    "(",
  ])("refuses %s at once", (source) => {
    const refused = () => expect(compilePattern(source)).toEqual({ problem: expect.any(String) })
    expect(cpuMsOf(refused)).toBeLessThan(1_000)
  })

  it("takes what people write: dates, addresses, ids", () => {
    for (const source of [
      "\\d{4}-\\d{2}-\\d{2}",
      "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$",
      "(?i)ok|fine",
      "^\\d{1,3}(\\.\\d{1,3}){3}$",
    ])
      expect(compilePattern(source)).not.toHaveProperty("problem")
  })
})

describe("paths", () => {
  it.each([
    "$[?match(@.a, '(a+)+$')]",
    "$[?search(@.a, 'x')]",
    "$..[?count($..*) > 1]",
    "$[?length(@.a) > 1]",
    "$..*..*",
    "$[*,*]",
    "$[?@..a]",
    "$[?$[*] == 1]",
    "$[?@.*]",
    "$[",
    `$${".a".repeat(100)}`,
  ])("refuses %s with a sentence", (source) => {
    expect(compilePath(source)).toEqual({ problem: expect.stringMatching(/\.$/) })
  })

  it("is done quickly with what is large or deep", () => {
    const path = compilePath("$..[?@.state == 'down' || @.id == $[0].state]")
    const wide = Array.from({ length: 15_000 }, (_, id) => ({ id, state: "up" }))
    const deep = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`)
    const find = () => expect("find" in path && [path.find(wide), path.find(deep)]).toEqual([[], []])
    expect(cpuMsOf(find)).toBeLessThan(3_000)
  })
})
