import type { Mutation } from "./mutants/logbook.fixture.ts"
import type { ClusterConnection } from "./template.ts"

declare module "vitest" {
  interface ProvidedContext {
    postgres: ClusterConnection
    /** In a run of `npm run test:long`: the big numbers. A `*.long.test.ts` imports the test whose numbers they are. */
    long?: true
    /** The mistake that a suite that is tried out is to find; null: none. */
    mutated: Mutation | null
  }
}
