/**
 * Processor time in milliseconds, of this thread alone: what the whole process took has the other threads of the collector
 * and the compiler in it, which on a busy machine made 76 ms of 17.
 */
export function cpuMsOf(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

/**
 * The least of several, in milliseconds: one that the machine held up says nothing of the work. The first is not counted,
 * so that what only a regular look would notice comes right after such a look and waits for the whole time to the next.
 */
export async function quickestMsOf(times: number, work: (time: number) => Promise<unknown>): Promise<number> {
  const took: number[] = []
  for (let time = 0; time <= times; time++) {
    const began = performance.now()
    await work(time)
    took.push(performance.now() - began)
  }
  return Math.min(...took.slice(1))
}
