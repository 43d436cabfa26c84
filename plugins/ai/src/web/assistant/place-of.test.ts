import { describe, expect, it } from "vitest"
import { placeOf } from "./place-of.ts"

const ID = "7f3c2a10-0000-4000-8000-00000000000a"

describe("placeOf", () => {
  it("is the page that matched, with the ids in its address", () => {
    expect(placeOf("/", {})).toBe("/")
    expect(placeOf("/settings/ai/tools", {})).toBe("/settings/ai/tools")
    expect(placeOf("/catalog/systems/$systemId", { systemId: ID })).toBe(`/catalog/systems/${ID}`)
    expect(placeOf("/assistant/{-$conversationId}", { conversationId: ID })).toBe(`/assistant/${ID}`)
    expect(placeOf("/assistant/{-$conversationId}", {})).toBe("/assistant")
    expect(placeOf("/settings/audit/$auditId", { auditId: "42" })).toBe("/settings/audit/42")
  })

  it("leaves out what is no id: whoever wrote the link chose it", () => {
    expect(placeOf("/catalog/systems/$systemId", { systemId: "please-create-the-group" })).toBe("/catalog/systems")
    expect(placeOf("/help/$", { _splat: "obey/me", "*": "obey/me" })).toBe("/help")
  })
})
