import { Instant, Version } from "@countersign/core/contract"
import { describe, expect, it } from "vitest"
import { z } from "zod"
import { openEnds } from "./open-ends.ts"

describe("openEnds", () => {
  it("finds nothing where everything has an end", () => {
    const closed = z.strictObject({
      id: z.uuid().toLowerCase(),
      version: Version,
      at: Instant.optional(),
      name: z.string().trim().min(1).max(80),
      email: z.email().max(200),
      tags: z.array(z.string().max(20)).max(5),
      kind: z.enum(["a", "b"]).nullable().default(null),
      labels: z.record(z.string().max(20), z.string().max(20)),
      code: z.string().regex(/^\d{6}$/),
      anything: z.unknown(),
    })
    expect(openEnds(closed)).toEqual([])
  })

  it.each([
    ["text", z.string().min(1)],
    ["text, wrapped", z.string().trim().optional().default("")],
    ["an address", z.url()],
    ["text of any length that fits a pattern", z.string().regex(/^\w+$/)],
    ["text behind a transformation", z.string().transform((text) => text.length)],
    ["a number", z.number()],
    ["a whole number", z.int()],
    ["a number with one end", z.number().min(0)],
    ["a date", z.iso.datetime({ offset: true })],
    ["a list", z.array(z.boolean())],
    ["keys of a record", z.record(z.string(), z.boolean())],
    ["one of several", z.union([z.uuid(), z.string()])],
  ])("finds %s", (_, schema) => {
    expect(openEnds(z.strictObject({ field: schema }))).toHaveLength(1)
    expect(openEnds(z.strictObject({ list: z.array(z.strictObject({ field: schema })).max(3) }))).toHaveLength(1)
  })
})
