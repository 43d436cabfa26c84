import { createRegistry } from "@countersign/core/web"
import { helloWebPlugin } from "@countersign/hello/web"
import { expect, it } from "vitest"
import { plugins } from "./plugins.ts"

it("every plugin of the product, and the one to copy from, fits together with the others", () => {
  expect(() => createRegistry([...plugins, helloWebPlugin])).not.toThrow()
})
