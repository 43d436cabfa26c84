import type { z } from "zod"
import type { PluginSettings } from "../contract/plugin-settings.ts"
import type { AnyProcedure, InputOf, OutputOf } from "../contract/procedure.ts"
import type { Tx } from "../db/database.ts"
import type { Egress } from "../egress/guarded-fetch.ts"
import type { Log } from "../log.ts"
import type { Secrets } from "../secrets/secrets.ts"

/**
 * Work with a life of its own: it looks for what is due all the time, on every pod that is no mere web server. Jobs are
 * for what happens now and then: four at once, by the minute.
 */
export interface Worker {
  /** `<plugin>.<name>`. */
  readonly id: string
  /** Its own ones, so that it takes none from people; two unless it says. */
  readonly connections?: number
  start(host: WorkerHost): RunningWorker | Promise<RunningWorker>
}

export interface RunningWorker {
  /** Begins nothing more, and ends within the grace period. What is not done by then is somebody else's, by its lease. */
  stop(graceMs: number): Promise<void>
}

export interface WorkerHost {
  readonly log: Log
  /** For `recordedIn` tables, leases and partitions, on connections of its own. All other changes are verbs. */
  readonly sql: Tx
  /** The one way out to addresses that somebody wrote down. */
  readonly egress: Egress
  /** Where people reach this product. */
  ownUrl(): string
  /** For `openSecrets`: what it opens goes where it may go, and nowhere else. */
  readonly secrets: Secrets
  /** The plugin's own settings, secrets opened: what is set, or the default. */
  settings<Schema extends z.ZodObject>(of: PluginSettings<Schema>): Promise<z.output<Schema>>
  /** Calls a verb as the plugin itself: `service:<plugin>`. */
  call<P extends AnyProcedure>(procedure: P, input: InputOf<P>): Promise<OutputOf<P>>
}
