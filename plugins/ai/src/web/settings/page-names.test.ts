import { globSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { aiWebPlugin } from "../../web.tsx"

const root = new URL("../../../../../", import.meta.url).pathname
const labels = aiWebPlugin.settings.map(({ label }) => label)

describe("the pages of the AI settings", () => {
  it("are called in sentences and in the guide what the navigation calls them", () => {
    const files = globSync(["plugins/*/src/**/*.{ts,tsx}", "docs/guide/**/*.md", "plugins/*/guide/**/*.md"], {
      cwd: root,
    })
    const named = files
      .filter((file) => !file.endsWith(".test.ts"))
      .flatMap((file) =>
        [...readFileSync(root + file, "utf8").matchAll(/Settings > (AI\b.{0,20})/g)].map(([, name = ""]) => ({
          file,
          name,
        })),
      )

    expect(named.length).toBeGreaterThan(0)
    expect(named.filter(({ name }) => !labels.some((label) => name.startsWith(label)))).toEqual([])
  })
})
