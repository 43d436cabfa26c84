import type { Route } from "../../access/points/route.ts"
import { RateLimitedError } from "../../errors.ts"
import { networkOf } from "../../identity/sign-in/network.ts"

export interface RateLimits {
  /** Counts a request of this route; throws when its network sent too many. */
  take(route: Route, address: string): void
}

/** A flood from everywhere at once must not fill memory: beyond this many networks the one unheard of longest is forgotten. */
const MOST_NETWORKS = 10_000

/**
 * Each route admits `requests` at once and then as many per time as it says. Counted in memory by every server for itself:
 * a page that is read often must not cost a statement each time. Nothing but load rests on it; tokens are too long to guess.
 */
export function createRateLimits(nowMs: () => number = () => performance.now()): RateLimits {
  const counted = new WeakMap<Route, Map<string, { left: number; at: number }>>()
  return {
    take(route, address) {
      if (!route.limit) return
      const { requests, perSeconds } = route.limit
      const networks = counted.get(route) ?? new Map()
      counted.set(route, networks)
      const network = networkOf(address)
      const now = nowMs()
      const known = networks.get(network) ?? { left: requests, at: now }
      const left = Math.min(requests, known.left + ((now - known.at) / 1000) * (requests / perSeconds))
      networks.delete(network)
      networks.set(network, { left: left < 1 ? left : left - 1, at: now })
      if (networks.size > MOST_NETWORKS) networks.delete(networks.keys().next().value)
      if (left >= 1) return
      const seconds = Math.max(1, Math.ceil((1 - left) * (perSeconds / requests)))
      throw new RateLimitedError(
        `Too many requests came from your network. Try again in ${seconds === 1 ? "1 second" : `${seconds} seconds`}.`,
        seconds,
      )
    },
  }
}
