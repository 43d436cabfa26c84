import { describe, expect, it } from "vitest"
import { CLIENT_SETUPS } from "./client-setups.ts"

const ADDRESS = "https://ops.example.test/api/ai/mcp"

describe("the configuration of each client", () => {
  it.each(CLIENT_SETUPS.flatMap((setup) => setup.parts(ADDRESS).map((part) => ({ ...part, label: setup.label }))))(
    "names the address, and is JSON where it goes into a JSON file: $label, $title",
    ({ title, code }) => {
      expect(code).toContain(ADDRESS)
      if (title.endsWith(".json")) expect(JSON.parse(code)).toBeTypeOf("object")
    },
  )
})
