import { globSync, readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { placeOf, placesOf } from "../../../../packages/core/src/chat/prompt/page-place.ts"
import { platformPlugin } from "../../../../packages/core/src/reserved/platform-plugin.ts"
import { plugins } from "../plugins.ts"

const root = new URL("../../../..", import.meta.url).pathname
const files = ["apps/web/src/shell-plugin.ts", ...globSync("plugins/*/src/web.tsx", { cwd: root })].filter(isInstalled)
const paths = files.flatMap((file) =>
  [...readFileSync(`${root}/${file}`, "utf8").matchAll(/path: "(\/[^"]*)", load|path: "(\/[^"]*)",\n\s+load/g)].map(
    ([, inline, below]) => (inline ?? below)!,
  ),
)
/** Some plugins are there to be read, and no part of the product. */
function isInstalled(file: string): boolean {
  const [, plugin] = /^plugins\/(\w+)/.exec(file) ?? []
  return !plugin || plugins.some(({ id }) => id === plugin)
}

const ID = "7f3c0a2e-1111-4222-8333-444455556666"

it("tells the model of every page of the product by its whole address, and of no word beyond it", () => {
  const places = placesOf([platformPlugin, ...plugins])
  expect(paths.length).toBeGreaterThan(30)
  for (const path of paths) {
    const visited = path.replace(/\/(\{-\$\w+\}|\$\w+)/g, `/${ID}`).replace(/\/\$$/, "")
    expect(placeOf({ path: visited }, places).place).toBe(visited)
    expect(placeOf({ path: `${visited}/create-a-group` }, places).place).toBe(visited)
  }
})
