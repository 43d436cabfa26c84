import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"

/** What takes longest comes first, so that no worker is left alone with it at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const takesLong = ({ moduleId }: TestSpecification) => /\/e2e\/|gallery|-journey|bench\.test/.test(moduleId)
    return [...sorted.filter(takesLong), ...sorted.filter((file) => !takesLong(file))]
  }
}

export default defineConfig({
  test: {
    include: ["{apps,packages,plugins,e2e,scripts,deploy}/**/*.test.{ts,tsx,mjs}"],
    exclude: ["**/node_modules/**", "**/*.long.test.*"],
    globalSetup: ["packages/testing/src/global-setup.ts"],
    // They only end what hangs: under load a journey through a browser took 31 seconds, of which 8 were its own.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A poll ends as soon as it holds; the second vitest allows is short for a browser on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    pool: "forks",
    // Loading the platform anew for each file took half of the time of most. What a file changes for all it takes back:
    // leave-no-trace.ts sees to that.
    isolate: false,
    setupFiles: ["packages/testing/src/leave-no-trace.ts"],
    sequence: { sequencer: LongestFirst },
    // The default leaves a core to vitest itself; on two cores that would mean one file at a time.
    maxWorkers: 2,
  },
})
