import { describe, expect, it } from "vitest"
import { z } from "zod"
import { operators } from "../../contract/assertion.ts"
import { strategies, validateConfiguration } from "../../probe.ts"
import { assertionFrom, type Found, jsonPath } from "./assert-value.ts"
import { blankDraft, pathOfRow, toProbe, toWay, type Way } from "./check-draft.ts"

const TYPES = {
  response: {
    status: "number",
    headers: "record",
    body: "string",
    truncated: "boolean",
    json: "json",
    redirects: "number",
  },
  timing: { totalMs: "number", nameMs: "number" },
} as const

const http: Way = toWay({
  id: "http",
  title: "HTTP",
  description: "",
  configSchema: z.toJSONSchema(strategies.find(({ id }) => id === "http")!.config, { io: "input" }),
  collectors: Object.entries(TYPES).map(([id, fields]) => ({
    id,
    title: id,
    fields: Object.entries(fields).map(([name, type]) => ({ name, title: name, type, operators: operators[type] })),
  })),
})

const of = (field: string, value: unknown, inside: Found["inside"] = [], collector = "response") =>
  assertionFrom(http, { collector, field, inside, value })

describe("a click on a value", () => {
  it.each([
    ["a status", of("status", 200), { operator: "equals", value: "200", severity: "unhealthy" }],
    [
      "a duration",
      of("totalMs", 182, [], "timing"),
      { operator: "lessThanOrEqual", value: "370", severity: "degraded" },
    ],
    ["a boolean", of("truncated", false), { operator: "isFalse", value: "" }],
    ["a header", of("headers", "text/html", ["content-type"]), { part: "content-type", path: "", operator: "equals" }],
    ["a text of several lines", of("body", "\n<html>\n<body>"), { operator: "contains", value: "<html>" }],
    [
      "a part of a document",
      of("json", "up", ["checks", 0, "a-b"]),
      { path: "$.checks[0]['a-b']", operator: "equals" },
    ],
    ["an empty list", of("json", [], ["checks"]), { path: "$.checks", operator: "lengthGreaterThan", value: "0" }],
    ["nothing", of("json", null, ["checks"]), { path: "$.checks", operator: "exists" }],
  ])("makes an assertion that people mean, and that can be stored: %s", async (_, row, expected) => {
    expect(row).toMatchObject(expected)
    const draft = { ...blankDraft(http, []), assertions: [row] }
    const probe = toProbe(http, { ...draft, config: { ...draft.config, url: "https://example.com/" } })
    expect(await validateConfiguration(probe, strategies)).toMatchObject({ valid: true, errors: [] })
  })

  it("quotes names so that the path means the same", () => {
    expect(jsonPath(["it's", "a\\b", "plain"])).toBe("$['it\\'s']['a\\\\b'].plain")
  })
})

describe("what the server says of an assertion", () => {
  it("stands at its row, whatever the order in which rows were added", async () => {
    const rows = [of("totalMs", 5, [], "timing"), { ...of("status", 200), value: "many" }]
    const draft = { ...blankDraft(http, []), assertions: rows }
    const probe = toProbe(http, { ...draft, config: { ...draft.config, url: "https://example.com/" } })

    const { errors } = await validateConfiguration(probe, strategies)

    expect(errors.map(({ path }) => path)).toEqual([`${pathOfRow(http, rows, 1)}.value`])
  })
})
