import type { ClusterConnection } from "./template.ts"

declare module "vitest" {
  interface ProvidedContext {
    postgres: ClusterConnection
    /** In a run of `npm run test:long`: the big numbers. A `*.long.test.ts` imports the test whose numbers they are. */
    long?: true
    /** Whether a suite that is tried out meets the mistake it is to find. */
    mutated: boolean
  }
}
