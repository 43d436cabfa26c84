import type { Database } from "../db/database.ts"
import type { LazyTransaction } from "../db/transaction.ts"
import type { Log } from "../log.ts"

export interface JobDefinition {
  readonly name: string
  /** Cron, in UTC. */
  readonly schedule?: string
}

export interface JobRun {
  name: string
  data: object
  /** Follows the request that caused the job. */
  correlationId: string
}

export interface Jobs {
  /** Inside the caller's transaction: the job exists if and only if the change does. */
  enqueue(
    transaction: LazyTransaction,
    name: string,
    data: object,
    options: { after?: Date; singletonKey?: string; correlationId: string },
  ): Promise<void>
  start<Job extends JobDefinition>(jobs: readonly Job[], run: (job: Job, run: JobRun) => Promise<void>): Promise<void>
  /** Lets running handlers finish within the grace period. */
  stop(graceMs: number): Promise<void>
}

export function createJobs(_options: { database: Database; log: Log }): Jobs {
  return { enqueue: async () => {}, start: async () => {}, stop: async () => {} }
}
