import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { build, type Rolldown } from "vite"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { withDummyPlugins } from "./dummy-plugins.fixture.ts"

// Promised for the first page after signing in, however many plugins there are.
const MOST_BYTES = 250_000
// Paths, names of chunks, an icon, and the words of menus, rules and first steps.
const MOST_BYTES_PER_PLUGIN = 1_000
const MORE_PLUGINS = 10

describe("the first load of the web app", () => {
  let plain: Rolldown.OutputChunk[]
  let crowded: Rolldown.OutputChunk[]
  beforeAll(async () => {
    plain = firstLoadOf(await chunksWith(0))
    crowded = firstLoadOf(await chunksWith(MORE_PLUGINS))
  }, 240_000)
  afterAll(() => vi.unstubAllEnvs())

  it("is at most 250 kB of compressed script with ten more plugins", () => {
    expect(bytesOf(crowded)).toBeLessThanOrEqual(MOST_BYTES)
  })

  it("grows by less than 1 kB with each plugin", () => {
    expect((bytesOf(crowded) - bytesOf(plain)) / MORE_PLUGINS).toBeLessThan(MOST_BYTES_PER_PLUGIN)
  })

  it("has of each plugin its declaration and its rules only, and no schemas", () => {
    const modules = crowded.flatMap((chunk) => Object.keys(chunk.modules))
    const declared = modules.filter((id) => id.endsWith("/src/web.tsx"))

    const loaded = modules.filter((id) => /\/plugins\/[^/]+\/src\/|\/node_modules\/(zod|@orpc)\//.test(id))

    expect(declared.length).toBeGreaterThanOrEqual(MORE_PLUGINS + 3)
    expect(loaded.filter((id) => !/\/src\/(web\.tsx|contract\/access\.ts)$/.test(id))).toEqual([])
  })
})

async function chunksWith(count: number): Promise<Rolldown.OutputChunk[]> {
  // Without it React is bundled as for development.
  vi.stubEnv("NODE_ENV", "production")
  const root = join(import.meta.dirname, "..")
  const built = await build({
    root,
    logLevel: "error",
    plugins: [withDummyPlugins(count)],
    build: { write: false },
  })
  if (!("output" in built)) throw new Error("The build has several outputs, or watches.")
  return built.output.filter((file) => file.type === "chunk")
}

/** What the browser loads before it can draw the first page: the entry, the page and everything they import. */
function firstLoadOf(chunks: readonly Rolldown.OutputChunk[]): Rolldown.OutputChunk[] {
  const first = new Set<Rolldown.OutputChunk>()
  const open = chunks.filter((chunk) => chunk.isEntry || chunk.facadeModuleId?.endsWith("/home/HomePage.tsx"))
  expect(open).toHaveLength(2)
  for (let chunk = open.pop(); chunk; chunk = open.pop()) {
    if (first.has(chunk)) continue
    first.add(chunk)
    const { imports } = chunk
    open.push(...chunks.filter(({ fileName }) => imports.includes(fileName)))
  }
  return [...first]
}

function bytesOf(chunks: readonly Rolldown.OutputChunk[]): number {
  return chunks.reduce((sum, { code }) => sum + gzipSync(code).length, 0)
}
