import { describe, expect, it } from "vitest"
import { z } from "zod"
import { implement } from "../access/implement.ts"
import { defineContract, procedure } from "../contract/procedure.ts"
import { definePlugin } from "../define-plugin.ts"
import { createToolRegistry } from "./registry.ts"
import { serializeTool } from "./serialize-tool.ts"
import { defineTool } from "./tool.ts"

const contract = defineContract("probe", {
  look: procedure({
    summary: "Look.",
    effect: "read",
    access: "signedIn",
    input: z.object({ id: z.string(), version: z.int().optional() }),
    output: z.object({ found: z.boolean() }),
  }),
  reach: procedure({
    summary: "Reach.",
    effect: "read",
    egress: true,
    access: "signedIn",
    input: z.object({ url: z.url() }),
    output: z.object({}),
  }),
  change: procedure({
    summary: "Change.",
    effect: "mutate",
    access: "signedIn",
    input: z.object({ id: z.string(), version: z.int() }),
    output: z.object({}),
  }),
})
const look = implement(contract.look, async () => ({ found: true }))
const reach = implement(contract.reach, async () => ({}))
const change = implement(contract.change, async () => ({}))
const said = { description: "Look something up by its id." }
const registryOf = (...tools: ReturnType<typeof defineTool>[]) =>
  createToolRegistry([definePlugin({ id: "probe", contract, verbs: { look, reach, change }, tools })])
const preview = async () => ({ summary: "Change it" })

describe("the registry", () => {
  it("qualifies names by the plugin, finds tools by either name and lists them in one order", () => {
    const registry = registryOf(
      defineTool({ name: "look", verb: look, ...said }),
      defineTool({ name: "change", verb: change, ...said, preview }),
    )
    expect(registry.tools.map(({ name, wireName }) => [name, wireName])).toEqual([
      ["probe.change", "probe_change"],
      ["probe.look", "probe_look"],
    ])
    expect(registry.find("probe.look")).toBe(registry.find("probe_look"))
    expect(registry.find("probe.nothing")).toBeUndefined()
  })

  it("finds a tool by what others call it, with its plugin and without, and lists it once", () => {
    const registry = registryOf(defineTool({ name: "look", aliases: ["look_up"], verb: look, ...said }))
    for (const name of ["look_up", "probe_look_up", "probe.look_up"])
      expect(registry.find(name)?.name).toBe("probe.look")
    expect(registry.tools).toHaveLength(1)
    expect(JSON.stringify(serializeTool(registry.tools[0]!))).not.toContain("look_up")
  })

  it.each([
    [
      "a duplicate, naming both files",
      () => [defineTool({ name: "look", verb: look, ...said }), defineTool({ name: "look", verb: look, ...said })],
      /"probe\.look" twice \(.*registry\.test\.ts.*, .*registry\.test\.ts/,
    ],
    [
      "two names that are one on the wire",
      () => [defineTool({ name: "a.b", verb: look, ...said }), defineTool({ name: "a_b", verb: look, ...said })],
      /twice/,
    ],
    [
      "another name that is one already",
      () => [
        defineTool({ name: "look", verb: look, ...said }),
        defineTool({ name: "change", aliases: ["look"], verb: change, ...said, preview }),
      ],
      /also called "probe_look", which is "probe\.look"/,
    ],
    [
      "an illegal alias",
      () => [defineTool({ name: "look", aliases: ["lo ok"], verb: look, ...said })],
      /illegal alias/,
    ],
    ["an illegal name", () => [defineTool({ name: "lo ok", verb: look, ...said })], /illegal name/],
    [
      "a name longer than the wire allows",
      () => [defineTool({ name: "x".repeat(70), verb: look, ...said })],
      /illegal name/,
    ],
    ["an empty description", () => [defineTool({ name: "look", verb: look, description: "  " })], /"description"/],
    ["a change without a preview", () => [defineTool({ name: "change", verb: change, ...said })], /"preview"/],
    [
      "something that is no verb",
      () => [defineTool({ name: "look", verb: (async () => ({})) as never, ...said })],
      /no verb/,
    ],
    [
      "an egress argument that does not exist",
      () => [defineTool({ name: "look", verb: look, ...said, egress: "url" as never })],
      /"egress"/,
    ],
    [
      "a way outside that its verb does not tell of",
      () => [defineTool({ name: "look", verb: look, ...said, egress: "id" as never })],
      /add "egress: true" there/,
    ],
    [
      "two ways outside by the same verb, which one switch could not close",
      () => ["reach", "grasp"].map((name) => defineTool({ name, verb: reach, ...said, egress: "url" })),
      /offer it once/,
    ],
    [
      "a scope that does not exist",
      () => [defineTool({ name: "look", verb: look, ...said, scopes: ["moon" as never] })],
      /"scopes"/,
    ],
  ])("stops the start at %s", (_, tools, message) => {
    expect(() => registryOf(...tools())).toThrow(message)
  })
})

describe("serializeTool", () => {
  it("keeps the version from the model and the executor from everyone", () => {
    const tool = registryOf(defineTool({ name: "change", verb: change, ...said, preview })).tools[0]!
    const descriptor = serializeTool(tool)
    expect(descriptor).toMatchObject({
      name: "probe.change",
      effect: "mutate",
      inputSchema: {
        type: "object",
        properties: { id: { type: "string" } },
        required: ["id"],
        additionalProperties: false,
      },
      outputSchema: { type: "object" },
    })
    expect(JSON.stringify(descriptor)).not.toContain("version")
    expect(Object.values(descriptor).some((value) => typeof value === "function")).toBe(false)
  })
})
