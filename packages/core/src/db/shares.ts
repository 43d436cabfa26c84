/** Who may take a connection: one locked table, one slow plugin or a burst of changes never gets all of them. */
export interface Shares {
  /** Resolves to what gives the place back. */
  enter(who: { writes: boolean; plugin: string | null }): Promise<() => void>
}

/** So many connections are left for others: reads when all the rest are changing, other plugins when all the rest are one's. */
const LEFT_FOR_OTHERS = 2
const MOST_WAITING = 200

/** Its sentence is for the log; what callers are told is in `conditions.ts`. */
export class CrowdedError extends Error {
  override readonly name = "CrowdedError"
}

interface Waiting {
  writes: boolean
  plugin: string | null
  admit(): void
}

export function createShares(connections: number, patienceMs: number): Shares {
  const most = Math.max(1, connections - LEFT_FOR_OTHERS)
  const inside = new Map<string, number>()
  const waiting: Waiting[] = []
  let writers = 0

  const fits = ({ writes, plugin }: Pick<Waiting, "writes" | "plugin">) =>
    (!writes || writers < most) && (plugin === null || (inside.get(plugin) ?? 0) < most)

  function admit({ writes, plugin }: Pick<Waiting, "writes" | "plugin">): () => void {
    if (writes) writers++
    if (plugin !== null) inside.set(plugin, (inside.get(plugin) ?? 0) + 1)
    let left = false
    return () => {
      if (left) return
      left = true
      if (writes) writers--
      if (plugin !== null) inside.set(plugin, inside.get(plugin)! - 1)
      // In their order, but whoever cannot enter yet keeps nobody else out.
      const next = waiting.findIndex(fits)
      if (next >= 0) waiting.splice(next, 1)[0]!.admit()
    }
  }

  return {
    async enter(who) {
      if (fits(who)) return admit(who)
      if (waiting.length >= MOST_WAITING)
        throw new CrowdedError(`${MOST_WAITING} others wait for a connection already.`)
      return new Promise((resolve, reject) => {
        const one: Waiting = {
          ...who,
          admit() {
            clearTimeout(timer)
            resolve(admit(who))
          },
        }
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(one), 1)
          reject(new CrowdedError(`No connection was free within ${patienceMs / 1000} seconds.`))
        }, patienceMs)
        waiting.push(one)
      })
    },
  }
}
