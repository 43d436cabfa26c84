import { describe, expect, it } from "vitest"
import { z } from "zod"
import { ConflictError, type InvalidInputError, invalidInput, MOST_ERROR_BYTES, NotFoundError } from "./errors.ts"
import { respondError } from "./http/respond.ts"
import { silentLog } from "./log.ts"
import { createMask } from "./secrets/mask/mask.ts"

const size = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

function refusalOf(schema: z.ZodType, input: unknown): InvalidInputError {
  return invalidInput("shelf.add", schema.safeParse(input).error!, schema)
}

const { answering } = createMask()

describe("an error", () => {
  it("counts the fields that are not known, repeats none of them and names those that are", () => {
    const schema = z.strictObject({
      title: z.string(),
      parts: z.array(z.strictObject({ pages: z.number(), inked: z.boolean().optional() })).optional(),
    })
    const keys = Array.from({ length: 5_000 }, (_, at) => [`key-${at}`, 1])
    const many = refusalOf(schema, { title: "Walden", ...Object.fromEntries(keys) })
    const deep = refusalOf(schema, { title: "Walden", parts: [{ pages: 7, bound: true }] })

    expect(many.message).toBe(
      "The input of shelf.add does not fit. There are 5000 fields here that are not known. Known are title, parts.",
    )
    expect(deep.issues).toEqual([
      { path: "parts.0", message: "There is a field here that is not known. Known are pages, inked." },
    ])
  })

  it("names ten places and counts the rest", () => {
    const error = refusalOf(z.array(z.string()), Array(10_000).fill(1))
    expect(error.issues).toHaveLength(10)
    expect(error.message).toMatch(/^The input of shelf\.add does not fit\. "0": .* \(and 9999 more\)$/)
  })

  it.each([
    ["a key of a mebibyte", { ["k".repeat(2 ** 20)]: 1 }],
    [
      "keys of control characters",
      Object.fromEntries(Array.from({ length: 20 }, (_, at) => ["\u0001".repeat(5_000 + at), 1])),
    ],
    ["keys of emoji", Object.fromEntries(Array.from({ length: 20 }, (_, at) => ["😀".repeat(5_000 + at), 1]))],
    [
      "keys that look like credentials",
      Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`${at} ${"token=x&".repeat(500)}`, 1])),
    ],
  ])("stays within 8 KiB whatever the input, as for %s", async (_, input) => {
    const error = refusalOf(z.strictObject({}), input)
    expect(error.message.length).toBeLessThan(2_100)
    expect(size(error.toBody())).toBeLessThanOrEqual(MOST_ERROR_BYTES)
    const correlationId = "c".repeat(64)
    const request = new Request("http://localhost/")
    const body = await respondError(error, { request, log: silentLog, correlationId, maskFor: answering }).text()
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(MOST_ERROR_BYTES)
    expect(JSON.parse(body)).toMatchObject({ code: "invalid_input", correlationId })
  })

  it.each([
    ["of plain words", { id: "7", text: "word ".repeat(4_000) }],
    ["of control characters", { id: "7", text: "\u0001".repeat(3_000) }],
    ["that grow by masking", { id: "7", text: "token=x1&".repeat(850) }],
    ["of many fields", Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`field-${at}`, at]))],
  ])("stays within 8 KiB with a record %s, which is left out and said so", async (_, current) => {
    const error = new ConflictError(`The book was changed by somebody else. ${"x".repeat(1_900)}`, current)
    const request = new Request("http://localhost/")
    const correlationId = "c".repeat(64)
    const body = await respondError(error, { request, log: silentLog, correlationId, maskFor: answering }).text()
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(MOST_ERROR_BYTES)
    expect(JSON.parse(body)).toMatchObject({ code: "conflict", currentLeftOut: true })
    expect(JSON.parse(body)).not.toHaveProperty("current")
    expect(JSON.parse(body).message).toMatch(
      /What is stored now is too large to come with this answer: read it again\.$/,
    )
  })

  it("brings the record where there is room", () => {
    const current = { id: "7", text: "word ".repeat(1_000) }
    expect(new ConflictError("Changed.", current).toBody()).toEqual({ code: "conflict", message: "Changed.", current })
  })

  it("is whole where it is short, and says how much is missing where it is not", () => {
    expect(new NotFoundError("No book has the id 7.").toBody()).toEqual({
      code: "not_found",
      message: "No book has the id 7.",
    })
    expect(new NotFoundError("x".repeat(2_500)).message).toBe(`${"x".repeat(2_000)}... (and 500 more characters)`)
  })
})
