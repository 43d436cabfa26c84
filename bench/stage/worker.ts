import { fork } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { pin, SERVER_CORE } from "./product.ts"

/** A process on the server's core that does what it is told and says how long it took. */
export interface Worker {
  ask<T>(order: object): Promise<T>
  stop(): Promise<void>
}

/** The script, named from the folder of the measurements, reads its setup from WORKER_SETUP, says "ready", and answers each message with one. */
export async function startWorker(script: string, setup: object): Promise<Worker> {
  const child = fork(fileURLToPath(new URL(`../${script}`, import.meta.url)), {
    env: { ...process.env, WORKER_SETUP: JSON.stringify(setup) },
    execArgv: [],
  })
  // A measurement that fails must not leave a process behind.
  process.once("exit", () => child.kill("SIGTERM"))
  const answer = () =>
    new Promise<unknown>((resolve, reject) => {
      const ended = (code: number | null) => reject(new Error(`${script} ended with ${code}.`))
      child.once("exit", ended)
      child.once("message", (message) => {
        child.off("exit", ended)
        resolve(message)
      })
    })
  await answer()
  pin(child.pid!, SERVER_CORE)
  return {
    async ask<T>(order: object) {
      child.send(order)
      const { error, ...answered } = (await answer()) as { error?: string }
      if (error) throw new Error(`${script}: ${error}`)
      return answered as T
    },
    async stop() {
      child.kill("SIGTERM")
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit")
    },
  }
}
