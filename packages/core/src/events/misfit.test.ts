import { describe, expect, it } from "vitest"
import { z } from "zod"
import { onlyKnown } from "../contract/known-fields.ts"
import { jsonSchemaOf } from "./json-schema.ts"
import { misfit } from "./misfit.ts"

const between = (given: z.ZodType, taken: z.ZodType) =>
  misfit(jsonSchemaOf(given, "output"), jsonSchemaOf(taken, "input"))

describe("misfit", () => {
  it.each<[string, z.ZodType, z.ZodType]>([
    ["more fields than are known", z.object({ a: z.string(), b: z.string() }), z.strictObject({ a: z.string() })],
    ["one that may be missing", z.object({ a: z.string() }), z.object({ a: z.string(), b: z.string().optional() })],
    ["one with a default", z.object({}), z.object({ b: z.string().default("x") })],
    ["a narrower number", z.object({ n: z.int().min(3).max(4) }), z.object({ n: z.number().min(1) })],
    ["fewer values", z.enum(["a"]), z.enum(["a", "b"])],
    ["a value where a text is wanted", z.literal("a"), z.string()],
    ["a text where nothing may stand as well", z.string(), z.string().nullable()],
    ["lists of what fits", z.array(z.uuid()), z.array(z.string())],
    ["anything at all", z.object({ a: z.unknown() }), z.object({ a: z.unknown() })],
    ["texts by name", z.object({ a: z.string() }), z.record(z.string(), z.string())],
    ["each of several forms", z.union([z.string(), z.null()]), z.union([z.null(), z.string(), z.number()])],
  ])("finds none in %s", (_, given, taken) => {
    expect(between(given, taken)).toBeNull()
  })

  it.each<[z.ZodType, z.ZodType, string]>([
    [z.object({}), z.object({ a: z.string() }), '"a" is not in it'],
    [z.object({ a: z.string().optional() }), z.object({ a: z.string() }), '"a" can be missing'],
    [z.object({ a: z.number() }), z.object({ a: z.string() }), '"a" is number and not string'],
    [z.object({ a: z.number() }), z.object({ a: z.int() }), '"a" is number and not integer'],
    [z.object({ a: z.unknown() }), z.object({ a: z.string() }), '"a" is anything and not string'],
    [z.object({ a: z.string().nullable() }), z.object({ a: z.string() }), '"a" is null and not string'],
    [z.object({ a: z.string() }), z.object({ a: z.enum(["x"]) }), '"a" can be other than "x"'],
    [z.object({ a: z.enum(["x", "y"]) }), z.object({ a: z.enum(["x"]) }), '"a" can be "y", not only "x"'],
    [z.object({ a: z.string() }), z.object({ a: z.string().min(1) }), '"a" must have at least 1 characters'],
    [z.object({ a: z.string().max(9) }), z.object({ a: z.string().max(8) }), '"a" must have at most 8 characters'],
    [
      z.object({ a: z.array(z.string()) }),
      z.object({ a: z.array(z.string()).max(5) }),
      '"a" must have at most 5 items',
    ],
    [z.object({ a: z.array(z.string()) }), z.object({ a: z.array(z.uuid()) }), '"a[]" must be a uuid'],
    [z.object({ a: z.string() }), z.object({ a: z.string().regex(/^x/) }), '"a" must match ^x'],
    [
      z.object({ a: z.object({ b: z.number() }) }),
      z.object({ a: z.object({ b: z.string() }) }),
      '"a.b" is number and not string',
    ],
  ])("says why %#", (given, taken, problem) => {
    expect(between(given, taken)).toBe(problem)
  })
})

describe("onlyKnown", () => {
  it("leaves out what a verb does not know, however deep, and keeps the rest as it is", () => {
    const schema = z.strictObject({
      a: z.string(),
      list: z.array(z.strictObject({ b: z.string() })).optional(),
      open: z.looseObject({}),
    })
    const value = { a: "1", new: "2", list: [{ b: "3", newer: "4" }], open: { any: "5" } }

    expect(schema.parse(onlyKnown(schema, value))).toEqual({ a: "1", list: [{ b: "3" }], open: { any: "5" } })
  })
})
