import { SandboxUnavailable } from "../result.ts"
import { type Child, type Launch, startChild } from "./child.ts"

/** After so many runs a child is replaced, whatever state it seems to be in. */
const RUNS_PER_CHILD = 50
/** 50 MB are given back to a machine on which nobody runs scripts just now. */
const IDLE_MS = 30_000

/** Children that are warm and wait. None is started before somebody wants one. */
export function createPool(launch: () => Promise<Launch>) {
  const idle: { child: Child; timer: NodeJS.Timeout }[] = []
  const runs = new WeakMap<Child, number>()
  const alive = new Set<Child>()
  let isClosed = false

  return {
    async use<T>(work: (child: Child) => Promise<T>): Promise<T> {
      const child = await take()
      try {
        return await work(child)
      } finally {
        await giveBack(child)
      }
    },
    pids: () => [...alive].map(({ pid }) => pid),
    async close() {
      isClosed = true
      for (const { timer } of idle.splice(0)) clearTimeout(timer)
      await Promise.all([...alive].map(discard))
    },
  }

  async function take(): Promise<Child> {
    for (let waiting = idle.pop(); waiting; waiting = idle.pop()) {
      clearTimeout(waiting.timer)
      if (!waiting.child.spent) return waiting.child
      await discard(waiting.child)
    }
    const child = await startChild(await launch())
    alive.add(child)
    if (!isClosed) return child
    await discard(child)
    throw new SandboxUnavailable("The sandbox was closed, because the server stops.")
  }

  async function giveBack(child: Child): Promise<void> {
    const count = (runs.get(child) ?? 0) + 1
    runs.set(child, count)
    if (isClosed || child.spent || count >= RUNS_PER_CHILD) return discard(child)
    const timer = setTimeout(() => {
      idle.splice(
        idle.findIndex((one) => one.child === child),
        1,
      )
      void discard(child)
    }, IDLE_MS)
    timer.unref()
    idle.push({ child, timer })
  }

  async function discard(child: Child): Promise<void> {
    await child.kill()
    alive.delete(child)
  }
}
