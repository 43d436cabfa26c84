/**
 * How long the event loop was held at most, in milliseconds, by the thread's own processor time between two turns of the
 * loop: what others take of a busy machine does not count.
 */
export function watchLoop(): { end(): number } {
  let longest = 0
  let last = process.threadCpuUsage()
  const timer = setInterval(() => {
    const now = process.threadCpuUsage()
    longest = Math.max(longest, now.user + now.system - last.user - last.system)
    last = now
  }, 1)
  return {
    end() {
      clearInterval(timer)
      return longest / 1_000
    },
  }
}
