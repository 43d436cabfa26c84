import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["{apps,packages,plugins,e2e,scripts,deploy}/**/*.test.{ts,tsx,mjs}"],
    exclude: ["**/node_modules/**", "**/*.long.test.*"],
    globalSetup: ["packages/testing/src/global-setup.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A poll ends as soon as it holds; the second vitest allows is short for a browser on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    pool: "forks",
    // The default leaves a core to vitest itself; on two cores that would mean one file at a time.
    maxWorkers: 2,
  },
})
