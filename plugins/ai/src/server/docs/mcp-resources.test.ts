import { testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { aiPlugin } from "../../server.ts"
import { guideOf } from "./guide.ts"
import { guideResources } from "./mcp-resources.ts"

const { as, anonymous } = await testPlatform({ plugins: [aiPlugin] })

describe("the guide as resources", () => {
  it("lists every page under an address that reads it", async () => {
    const vera = await as("vera", "viewer")
    const listed = await guideResources.list(vera)
    expect(listed.map(({ name }) => name)).toEqual((await guideOf(vera.runtime)).pages.map(({ slug }) => slug))
    for (const { uri, title } of listed) {
      expect(uri).toMatch(/^countersign:\/\/guide\/[\w/-]+$/)
      expect(title).not.toBe("")
      expect((await guideResources.read(vera, uri)).text.length).toBeGreaterThan(100)
    }
  })

  it("is not for people who are not signed in", async () => {
    await expect(guideResources.list(await anonymous())).rejects.toThrow("You are not signed in.")
  })

  it("says which pages there are when asked for another", async () => {
    await expect(guideResources.read(await as("ana"), "countersign://guide/nowhere")).rejects.toThrow(
      'The guide has no page "nowhere"',
    )
  })
})
