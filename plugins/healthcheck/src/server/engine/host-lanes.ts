/** Runs at most so many at once of each host; others of that host wait, and only so many. */
export interface HostLanes {
  /** False: there are too many waiting already, and the work was not begun. */
  run(host: string, atOnce: number, work: () => Promise<void>): boolean
}

/** A host with more checks than it can answer must not fill the memory with those that wait for it. */
const MOST_WAITING = 200

export function createHostLanes(): HostLanes {
  const hosts = new Map<string, { running: number; queue: (() => Promise<void>)[] }>()

  function begin(host: string, lane: { running: number; queue: (() => Promise<void>)[] }, work: () => Promise<void>) {
    lane.running += 1
    work().finally(() => {
      lane.running -= 1
      const next = lane.queue.shift()
      if (next) begin(host, lane, next)
      else if (lane.running === 0) hosts.delete(host)
    })
  }

  return {
    run(host, atOnce, work) {
      const lane = hosts.get(host) ?? { running: 0, queue: [] }
      hosts.set(host, lane)
      if (lane.running < atOnce) begin(host, lane, work)
      else if (lane.queue.length < MOST_WAITING) lane.queue.push(work)
      else return false
      return true
    },
  }
}
