import { testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { aiPlugin } from "../../server.ts"

const { as } = await testPlatform({ plugins: [aiPlugin] })

describe("the guide's tools", () => {
  it("are reads that name each other as the registry does", async () => {
    const { tools } = (await as("vera", "viewer")).runtime

    for (const name of ["ai.listDocs", "ai.searchDocs", "ai.getDoc"]) {
      const tool = tools.find(name)
      expect(tool).toMatchObject({ name, effect: "read", quotes: "nothing" })
      const named = tool?.description.match(/\bai\.\w+/g) ?? []
      expect(named.filter((other) => !tools.find(other))).toEqual([])
    }
  })
})
