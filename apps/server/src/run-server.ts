import { StartError } from "@countersign/core/host"
import { readEnvironment } from "./environment.ts"
import { type Product, serve } from "./serve.ts"

/** Serves until it is told to stop. A start that fails is one sentence on stderr and exit code 1. */
export async function runServer(variables: NodeJS.ProcessEnv, product?: Product): Promise<void> {
  try {
    const served = await serve(readEnvironment(variables), product)
    let draining = false
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      process.on(signal, async () => {
        // A second signal means now.
        if (draining) process.exit(1)
        draining = true
        served.log.info("Stopping: what is running gets 20 seconds.", { signal })
        await served.stop().catch((error) => served.log.error("Stopping failed.", { error }))
        process.exit(0)
      })
    }
  } catch (error) {
    if (error instanceof StartError) process.stderr.write(`Countersign cannot start. ${error.message}\n`)
    else process.stderr.write(`Countersign cannot start, because of a fault of its own: ${(error as Error).stack}\n`)
    process.exit(1)
  }
}
