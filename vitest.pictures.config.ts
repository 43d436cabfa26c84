import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"
import base from "./vitest.config.ts"

const root = fileURLToPath(new URL(".", import.meta.url))

/** For `npm run pictures`: the tests that inspect pages, which take pictures of them in such a run, and the README's. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: [...globSync("{e2e,packages/ui/src}/*.test.ts", { cwd: root }).filter(inspects), "e2e/*.pictures.ts"],
    provide: { pictures: `${root}test-results/pictures` },
  },
})

function inspects(file: string): boolean {
  return file !== "e2e/inspect.test.ts" && /from ".*\/(inspect|tour)\.ts"/.test(readFileSync(`${root}${file}`, "utf8"))
}
