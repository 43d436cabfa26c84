import { describe, expect, it } from "vitest"
import { z } from "zod"
import { openObjects } from "./describe-contracts.ts"

const open = (schema: z.ZodType) => openObjects(z.toJSONSchema(schema, { io: "input" }))

describe("openObjects", () => {
  it("finds nothing in schemas that name every key, and lets records be", () => {
    const strict = z.strictObject({
      list: z.array(z.strictObject({ a: z.string() })),
      either: z.union([z.strictObject({ b: z.string() }), z.null()]),
      labels: z.record(z.string(), z.string()),
      anything: z.unknown(),
    })
    expect(open(strict)).toEqual([])
  })

  it("finds objects that take any key, wherever they hide", () => {
    const loose = z.object({ a: z.string() })
    expect(open(loose)).toEqual(["input"])
    expect(open(z.looseObject({}))).toEqual(["input"])
    expect(open(z.strictObject({ list: z.array(loose) }))).toEqual(["input.list.items"])
    expect(open(z.strictObject({ deep: z.strictObject({ loose }).optional() }))).toEqual(["input.deep.loose"])
    expect(open(z.strictObject({ either: z.union([z.string(), loose]) }))).toEqual(["input.either[1]"])
    expect(open(z.strictObject({ map: z.record(z.string(), loose) }))).toEqual(["input.map.*"])
    expect(open(z.strictObject({ pair: z.tuple([loose, z.string()]) }))).toEqual(["input.pair.prefixItems[0]"])
  })
})
