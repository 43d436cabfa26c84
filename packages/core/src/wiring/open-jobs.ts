import type { Runtime } from "../access/runtime.ts"
import { serviceCaller } from "../access/service-caller.ts"
import type { Plugin } from "../define-plugin.ts"
import { createJobs, type JobRun } from "../jobs/jobs.ts"

export interface OpenJobs {
  readonly ofRuntime: Pick<Runtime, "enqueueJob">
  /** `null`: this server adds jobs, but leaves running them to others. */
  start(runtime: Runtime | null): Promise<void>
  stop(graceMs: number): Promise<void>
}

/** The plugins' jobs, each a verb that runs as its plugin. */
export function openJobs(options: Parameters<typeof createJobs>[0] & { plugins: readonly Plugin[] }): OpenJobs {
  const jobs = createJobs(options)
  const all = options.plugins.flatMap((plugin) => plugin.jobs)
  const runAs =
    (runtime: Runtime) =>
    async (job: (typeof all)[number], { correlationId, causation, data }: JobRun) => {
      await job.verb({ ...serviceCaller(runtime, job.name, correlationId), causation }, data as never)
    }

  return {
    ofRuntime: {
      enqueueJob: (transaction, job, data, { after, singletonKey }, { correlationId, causation }) =>
        jobs.enqueue(transaction, job, data, { after, singletonKey, correlationId, causation }),
    },
    start: (runtime) => jobs.start(all, runtime && runAs(runtime)),
    stop: (graceMs) => jobs.stop(graceMs),
  }
}
