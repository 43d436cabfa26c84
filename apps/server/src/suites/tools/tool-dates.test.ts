import { defineContract, Instant, procedure } from "@countersign/core/contract"
import { definePlugin, defineTool, implement } from "@countersign/core/server"
import { describe, expect, it } from "vitest"
import { z } from "zod"
import type { RegisteredTool } from "../../../../../packages/core/src/access/points/tool.ts"
import { createToolRegistry } from "../../../../../packages/core/src/tools/registry.ts"
import { serializeTool } from "../../../../../packages/core/src/tools/serialize-tool.ts"
import { parseToolInput } from "../../../../../packages/core/src/tools/tool-input.ts"
import { registered } from "../registered.fixture.ts"

/** Where a schema has a date-time, as the keys that lead to it; `0` stands for an entry of a list. */
type Path = readonly string[]

/** Takes dates in every place, so that something is checked even while no other tool takes one. */
const contract = defineContract("probe", {
  plan: procedure({
    summary: "Plan.",
    effect: "read",
    access: "signedIn",
    input: z.object({
      at: Instant,
      until: Instant.nullable().optional(),
      windows: z.array(z.strictObject({ from: Instant })),
      byName: z.record(z.string(), Instant),
    }),
    output: z.object({}),
  }),
})
const plan = implement(contract.plan, async () => ({}))
const probePlugin = definePlugin({
  id: "probe",
  contract,
  verbs: { plan },
  tools: [defineTool({ name: "plan", verb: plan, description: "Plan something." })],
})

const { tools } = createToolRegistry([...registered, probePlugin])
const fields = tools.flatMap((tool) => {
  return datesIn(serializeTool(tool).inputSchema).map((path) => [tool.name, path.join("."), tool, path] as const)
})

describe("a date-time that a model passes to a tool", () => {
  it("is found wherever a schema has one", () => {
    const ofProbe = fields.filter(([name]) => name === "probe.plan").map(([, field]) => field)
    expect(ofProbe).toEqual(["at", "until", "windows.0.from", "byName.any"])
  })

  it.each(fields)("must have an offset: %s, %s", (_name, field, tool, path) => {
    for (const at of ["2026-07-01T22:00:00", "2026-07-01"]) {
      const sentence = refusalOf(tool, inputWith(path, at))
      expect(sentence).toContain(`"${field}": Pass an RFC 3339 date-time with an explicit offset`)
      expect(sentence).toContain(at)
    }
    expect(refusalOf(tool, inputWith(path, "2026-07-01T22:00:00+02:00"))).not.toContain(`"${field}": Pass an RFC 3339`)
  })
})

function refusalOf(tool: RegisteredTool, input: unknown): string {
  try {
    parseToolInput(tool, input)
    return ""
  } catch (error) {
    return (error as Error).message
  }
}

function datesIn(schema: unknown): Path[] {
  if (schema === null || typeof schema !== "object") return []
  const {
    format,
    properties = {},
    items,
    additionalProperties,
    anyOf = [],
    oneOf = [],
    allOf = [],
  } = schema as {
    format?: string
    properties?: Record<string, unknown>
    items?: unknown
    additionalProperties?: unknown
    anyOf?: unknown[]
    oneOf?: unknown[]
    allOf?: unknown[]
  }
  if (format === "date-time") return [[]]
  const below = (key: string, inner: unknown) => datesIn(inner).map((path) => [key, ...path])
  return [
    ...Object.entries(properties).flatMap(([key, inner]) => below(key, inner)),
    ...below("0", items),
    ...below("any", additionalProperties),
    ...[...anyOf, ...oneOf, ...allOf].flatMap(datesIn),
  ]
}

function inputWith(path: Path, value: unknown): unknown {
  return path.reduceRight<unknown>((inner, key) => (key === "0" ? [inner] : { [key]: inner }), value)
}
