import type { Route } from "../../access/points/route.ts"
import { createTurnstile } from "../../turnstile.ts"

export interface Turns {
  /** Runs the call when it is the route's turn; at once where the route has no `turns`. */
  take<T>(route: Route, call: () => Promise<T>): Promise<T>
}

const FULL = "Too many calls are waiting at this address. Try again in a few seconds."

/** A burst at one address waits here, before it takes connections and places that everybody else waits for. */
export function createTurns(): Turns {
  const turnstiles = new Map<Route, ReturnType<typeof createTurnstile>>()
  return {
    take(route, call) {
      if (!route.turns) return call()
      const inTurn = turnstiles.get(route) ?? createTurnstile({ ...route.turns, full: FULL })
      turnstiles.set(route, inTurn)
      return inTurn(call)
    },
  }
}
