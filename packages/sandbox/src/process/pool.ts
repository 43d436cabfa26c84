import { SandboxUnavailable } from "../result.ts"
import { type Child, type Launch, startChild } from "./child.ts"

/** After so many runs a child is replaced, whatever state it seems to be in. */
const RUNS_PER_CHILD = 50
/** 50 MB are given back to a machine on which nobody runs scripts just now. */
const IDLE_MS = 30_000

/** Children that are warm and wait. None is started before somebody wants one; after one that failed a spare warms up. */
export function createPool(launch: () => Promise<Launch>) {
  const idle: { child: Child; timer: NodeJS.Timeout }[] = []
  /** Starting, for whoever comes next. Null where none could be started, which that one then hears by its own try. */
  const spares: Promise<Child | null>[] = []
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
      await Promise.all(spares)
      await Promise.all([...alive].map(discard))
    },
  }

  async function take(): Promise<Child> {
    for (let waiting = idle.pop(); waiting; waiting = idle.pop()) {
      clearTimeout(waiting.timer)
      if (!waiting.child.spent) return waiting.child
      await discard(waiting.child)
    }
    const child = (await spares.shift()) ?? (await start())
    if (!isClosed) return child
    await discard(child)
    throw new SandboxUnavailable("The sandbox was closed, because the server stops.")
  }

  async function start(): Promise<Child> {
    const child = await startChild(await launch())
    alive.add(child)
    return child
  }

  async function giveBack(child: Child): Promise<void> {
    const count = (runs.get(child) ?? 0) + 1
    runs.set(child, count)
    if (!isClosed && !child.spent && count < RUNS_PER_CHILD) return wait(child)
    await discard(child)
    warmUp()
  }

  /** The run after one that failed would else wait for a process to start. */
  function warmUp(): void {
    if (isClosed || idle.length + spares.length > 0) return
    const spare = start().catch(() => null)
    spares.push(spare)
    void spare.then((child) => {
      const at = spares.indexOf(spare)
      // Somebody waits for it already, or for the end of all.
      if (at < 0) return
      spares.splice(at, 1)
      if (child && !isClosed) wait(child)
    })
  }

  function wait(child: Child): void {
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
