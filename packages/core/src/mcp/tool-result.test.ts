import { describe, expect, it } from "vitest"
import { z } from "zod"
import { toJsonSchema } from "../http/json-schema.ts"
import { type AwaitingSignature, answerAwaiting } from "./awaiting-signature.ts"
import { announceCuts, answerResult } from "./tool-result.ts"

const Page = z.object({
  items: z.array(z.object({ id: z.uuid(), name: z.string() })),
  nextCursor: z.string().nullable(),
})
const pageOf = (count: number, name = "Checkout") => ({
  items: Array.from({ length: count }, () => ({ id: crypto.randomUUID(), name })),
  nextCursor: "next",
})
const lengthOf = (value: unknown) => JSON.stringify(value).length

describe("answerResult", () => {
  it("gives a page whole to the client's code", () => {
    const page = pageOf(1_000)
    expect(answerResult(page, page, Page).structuredContent).toBe(page)
  })

  it.each([
    ["many entries", pageOf(20_000)],
    ["entries with long texts", pageOf(50, "x".repeat(40_000))],
    ["one very long text", pageOf(1, "é\u0000".repeat(400_000))],
  ])(
    "cuts %s for client and model, still of the tool's shape, with the cursor and a note of what is missing",
    (_, page) => {
      const { structuredContent, content, isError } = answerResult(page, page, Page)
      expect(lengthOf(structuredContent)).toBeLessThanOrEqual(100_000)
      expect(lengthOf(structuredContent)).toBeGreaterThan(50_000)
      expect(lengthOf(content)).toBeLessThan(45_000)
      const { _truncated: note, ...kept } = structuredContent as Record<string, unknown>
      expect(Page.parse(kept)).toMatchObject({ nextCursor: "next" })
      expect(note).toMatchObject({ fields: expect.any(Array), hint: expect.stringContaining("Shortened to fit") })
      expect(isError).toBeUndefined()
    },
  )

  it("says that it was done and is too long where no part of it has the tool's shape", () => {
    const wide = { by: Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`key ${index}`, index])) }
    const { structuredContent, content, isError } = answerResult(
      wide,
      wide,
      z.object({ by: z.record(z.string(), z.int()) }),
    )
    expect(structuredContent).toBeUndefined()
    expect(isError).toBe(true)
    expect(content[0]).toMatchObject({ text: expect.stringMatching(/^It was done, .*too long/) })
    expect(lengthOf(content)).toBeLessThan(45_000)
  })

  it("announces the note in the schema that clients hold answers to", () => {
    const schema = announceCuts(toJsonSchema(Page, "output"))
    expect(schema).toMatchObject({ additionalProperties: false, properties: { items: {}, _truncated: {} } })
    expect(schema.required).toEqual(["items", "nextCursor"])
  })
})

describe("answerAwaiting", () => {
  const awaiting = (source: string): AwaitingSignature => ({
    status: "awaiting_signature",
    proposalId: crypto.randomUUID(),
    summary: "Add a check",
    diff: [{ path: "source", label: "Source", before: null, after: source }],
    reasons: [],
    expiresAt: "2026-05-04T10:00:00.000Z",
    signUrl: "https://example.test/signatures/1",
    token: "secret",
    tokenExpiresAt: "2026-05-04T10:00:00.000Z",
  })

  it("has the whole card and the token for the client's code, and no token for its model", () => {
    const short = awaiting("export default 1")
    const { structuredContent, content } = answerAwaiting(short)
    expect(structuredContent).toEqual(short)
    expect(JSON.stringify(content)).not.toContain("secret")
  })

  it("gives no token with a card that was cut, and still says where a person signs", () => {
    const { structuredContent, content } = answerAwaiting(awaiting("x".repeat(300_000)))
    expect(lengthOf(structuredContent)).toBeLessThanOrEqual(100_000)
    expect(lengthOf(content)).toBeLessThan(45_000)
    expect(structuredContent).not.toHaveProperty("token")
    expect(structuredContent).not.toHaveProperty("tokenExpiresAt")
    expect(structuredContent).toMatchObject({
      status: "awaiting_signature",
      signUrl: "https://example.test/signatures/1",
    })
  })
})
