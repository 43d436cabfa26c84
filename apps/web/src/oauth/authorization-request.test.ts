import { describe, expect, it } from "vitest"
import { readAuthorizationRequest } from "./authorization-request.ts"

describe("readAuthorizationRequest", () => {
  it("gives back the query to the letter", () => {
    const query = 'client_id=x&state=%7B%22a%22%3A%201%7D&state=again&scope=a+b~._-?>"'
    const word = Buffer.from(query).toString("base64url")
    expect(readAuthorizationRequest(`?request=${word}`)).toBe(query)
  })

  it("is empty for what is no such word", () => {
    expect(readAuthorizationRequest("")).toBe("")
    expect(readAuthorizationRequest("?request=%%%")).toBe("")
  })
})
