import { describe, expect, it } from "vitest"
import { z } from "zod"
import { cardWords, cardWordsOf } from "./card-words.ts"
import { referenceOf, refersTo } from "./refers-to.ts"

describe("cardWords", () => {
  it("leaves a schema that others share as it was", () => {
    const shared = z.enum(["open", "closed"])

    const door = cardWords(shared, { label: "Door" })
    const shop = cardWords(shared, { label: "Shop" })

    expect([door, shop, shared].map((schema) => cardWordsOf(schema)?.label)).toEqual(["Door", "Shop", undefined])
  })

  it("keeps what the schema was and what is said of it besides", () => {
    const system = cardWords(refersTo(z.uuid().describe("From catalog.list."), "catalog.system"), { label: "System" })

    expect(z.toJSONSchema(system)).toEqual(z.toJSONSchema(z.uuid().describe("From catalog.list.")))
    expect(referenceOf(system)).toBe("catalog.system")
    expect(cardWordsOf(system.describe("Another word for the model.").optional())).toEqual({ label: "System" })
  })
})

describe("refersTo", () => {
  it("leaves a schema that others share as it was", () => {
    const id = z.uuid()

    expect([refersTo(id, "catalog.system"), refersTo(id, "incident.incident"), id].map(referenceOf)).toEqual([
      "catalog.system",
      "incident.incident",
      undefined,
    ])
  })
})
