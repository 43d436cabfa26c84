import { gzipSync } from "node:zlib"
import type { Rolldown } from "vite"
import { build } from "vite"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"

beforeAll(() => {
  vi.stubEnv("NODE_ENV", "production")
})
afterAll(() => {
  vi.unstubAllEnvs()
})

describe("the library in a bundle", () => {
  it("costs a page only what the page imports", async () => {
    const { code } = await bundle(`export { Button, StatusMark, formatRelative } from "@countersign/ui"`)

    // 3.0 kB measured; anything like a primitive or a second component family would multiply it.
    expect(compressed(code)).toBeLessThan(6_000)
  })

  it("stays under 90 kB compressed as a whole, React aside", async () => {
    const { code } = await bundle(`export * from "@countersign/ui"`)

    // 81.3 kB measured, of which the assistant's thread and composer take 9 and changing a proposal 4; no page loads it all.
    expect(compressed(code)).toBeLessThan(90_000)
  })

  it("leaves the Markdown parser to a chunk of its own", async () => {
    const { code, others } = await bundle(`export { LazyMarkdown } from "@countersign/ui"`)

    expect(compressed(code)).toBeLessThan(3_000)
    expect(others.some((chunk) => compressed(chunk) > 30_000)).toBe(true)
  })
})

async function bundle(entry: string): Promise<{ code: string; others: string[] }> {
  const output = (await build({
    configFile: false,
    logLevel: "error",
    root: import.meta.dirname,
    plugins: [
      {
        name: "entry",
        resolveId: (id: string) => (id === "virtual:entry" ? id : null),
        load: (id: string) => (id === "virtual:entry" ? entry : null),
      },
    ],
    build: {
      write: false,
      minify: true,
      rolldownOptions: {
        input: "virtual:entry",
        external: /^react(-dom)?(\/|$)/,
        preserveEntrySignatures: "exports-only",
      },
    },
  })) as Rolldown.RolldownOutput
  const chunks = output.output.filter((part) => part.type === "chunk")
  return {
    code: chunks.find((chunk) => chunk.isEntry)?.code ?? "",
    others: chunks.filter((chunk) => !chunk.isEntry).map((chunk) => chunk.code),
  }
}

function compressed(code: string): number {
  return gzipSync(code, { level: 9 }).length
}
