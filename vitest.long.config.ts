import { defineConfig } from "vitest/config"
import base from "./vitest.config.ts"

/** The big numbers, for `npm run test:long`: kill rounds, races and sweeps whose short form `npm test` runs. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ["{apps,packages,plugins,e2e,scripts,deploy}/**/*.long.test.{ts,tsx,mjs}"],
    exclude: ["**/node_modules/**"],
    provide: { long: true },
    testTimeout: 1_800_000,
    // One after the other: two at once would judge each other's timing.
    maxWorkers: 1,
  },
})
