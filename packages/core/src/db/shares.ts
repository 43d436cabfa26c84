/** Who may take a connection: one locked table, one slow plugin or a burst of changes never gets all of them. */
export interface Shares {
  /** What gives the place back; a promise of it only where there is none at this moment. */
  enter(who: { writes: boolean; plugin: string | null }): (() => void) | Promise<() => void>
}

/** On top of the pool: for reads when all the rest are changing, for other plugins when all the rest are one's. */
export const LEFT_FOR_OTHERS = 2
/** For changes of the platform itself when all the rest are others' changes: whoever signs in makes one. */
const LEFT_FOR_PLATFORM = 1
const PLATFORM = "platform"
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

/** `most`: how many connections changes may take together, and any one plugin. */
export function createShares(most: number, patienceMs: number): Shares {
  const inside = new Map<string, number>()
  const waiting: Waiting[] = []
  let writers = 0
  let others = 0
  const mostOthers = Math.max(1, most - LEFT_FOR_PLATFORM)

  const fits = ({ writes, plugin }: Pick<Waiting, "writes" | "plugin">) =>
    (!writes || (writers < most && (plugin === PLATFORM || others < mostOthers))) &&
    (plugin === null || (inside.get(plugin) ?? 0) < most)

  function admit({ writes, plugin }: Pick<Waiting, "writes" | "plugin">): () => void {
    const isOthers = writes && plugin !== PLATFORM
    if (writes) writers++
    if (isOthers) others++
    if (plugin !== null) inside.set(plugin, (inside.get(plugin) ?? 0) + 1)
    let left = false
    return () => {
      if (left) return
      left = true
      if (writes) writers--
      if (isOthers) others--
      if (plugin !== null) inside.set(plugin, inside.get(plugin)! - 1)
      // In their order, but whoever cannot enter yet keeps nobody else out.
      const next = waiting.findIndex(fits)
      if (next >= 0) waiting.splice(next, 1)[0]!.admit()
    }
  }

  return {
    enter(who) {
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
