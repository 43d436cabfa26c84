import { describe, expect, it } from "vitest"
import { credentialFields } from "./credential-fields.ts"

const SCHEMA = {
  type: "object",
  properties: {
    baseUrl: { type: "string", format: "uri", title: "Base URL", description: "Up to, not including, the path." },
    apiKey: { type: "string", title: "Key", secret: true },
    keyHeader: { type: "string", enum: ["authorization", "api-key"], default: "authorization", title: "Key header" },
    query: { type: "string", title: "Query" },
    retries: { type: "integer" },
  },
  required: ["baseUrl"],
}

describe("credentialFields", () => {
  it("makes a field of each text, in the schema's order, and knows which are needed", () => {
    const fields = credentialFields(SCHEMA)

    expect(fields.map(({ name, kind, required }) => [name, kind, required])).toEqual([
      ["baseUrl", "address", true],
      ["apiKey", "key", false],
      ["keyHeader", "choice", false],
      ["query", "text", false],
    ])
    expect(fields[2]).toMatchObject({ choices: ["authorization", "api-key"], standard: "authorization" })
  })

  it("hides a key also when the schema forgot to call it secret, and asks for nothing where nothing is needed", () => {
    expect(credentialFields({ properties: { apiKey: { type: "string" } } })[0]?.kind).toBe("key")
    expect(credentialFields({ type: "object", properties: {} })).toEqual([])
  })
})
