import { isBrowserTool } from "@countersign/core/contract"
import { createRegistry } from "@countersign/core/web"
import { helloWebPlugin } from "@countersign/hello/web"
import { expect, it } from "vitest"
import { plugins as serverPlugins } from "../../server/src/plugins.ts"
import { plugins } from "./plugins.ts"

it("every plugin of the product, and the one to copy from, fits together with the others", () => {
  expect(() => createRegistry([...plugins, helloWebPlugin])).not.toThrow()
})

it("a runner is there for every tool that the server asks a tab for", () => {
  const { runnerOf } = createRegistry(plugins)
  const asked = serverPlugins.flatMap(({ id, contract }) =>
    Object.entries(contract).flatMap(([name, procedure]) => (isBrowserTool(procedure) ? [`${id}.${name}`] : [])),
  )
  expect(asked).toContain("ai.showPage")
  for (const name of asked) expect(runnerOf(name), name).toBeDefined()
})
