import { describe, expect, it } from "vitest"
import { isOtherVersion } from "./reload-after-upgrade.ts"

const page = (script: string) => `<!doctype html><script type="module" crossorigin src="${script}"></script>`
const answers = (body: string, status = 200) =>
  isOtherVersion("/assets/index-A.js", async () => new Response(body, { status }))

describe("a chunk that cannot be loaded", () => {
  it("is of an older version once the server begins with another script", async () => {
    expect(await answers(page("/assets/index-B.js"))).toBe(true)
    expect(await answers(page("/assets/index-A.js"))).toBe(false)
  })

  it("says nothing of versions while the network or the server is away", async () => {
    expect(await isOtherVersion("/assets/index-A.js", () => Promise.reject(new TypeError("Failed to fetch")))).toBe(
      false,
    )
    expect(await answers("<h1>Bad gateway</h1>", 502)).toBe(false)
  })
})
