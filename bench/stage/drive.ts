// What a measured process needs: orders from its parent, and calls so many at a time.

export const setup = JSON.parse(process.env.WORKER_SETUP!)

export interface Driven {
  perSecond: number
  cpuMicroseconds: number
}

/** Answers every order with what `work` makes of it. */
export function takeOrders<Order>(work: (order: Order) => Promise<object>): void {
  process.on("message", async (order) => {
    try {
      process.send!(await work(order as Order))
    } catch (error) {
      process.send!({ error: (error as Error).stack ?? String(error) })
    }
  })
  process.send!("ready")
}

/** Runs `call` for every one, `concurrency` at a time: how many a second, and the processor time each took. */
export async function drive<T>(
  all: readonly T[],
  concurrency: number,
  call: (one: T, at: number) => Promise<unknown>,
): Promise<Driven> {
  let next = 0
  const cpu = process.cpuUsage()
  const started = performance.now()
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (let at = next++; at < all.length; at = next++) await call(all[at]!, at)
    }),
  )
  const { user, system } = process.cpuUsage(cpu)
  const seconds = (performance.now() - started) / 1_000
  return { perSecond: all.length / seconds, cpuMicroseconds: (user + system) / all.length }
}
