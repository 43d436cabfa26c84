/** How often an open tab says that it is there, while a turn runs that it follows. */
export const BEAT_MS = 10_000

/** From the shared connection to its tabs. */
export interface TabBeatDue {
  type: "beat"
}

const listeners = new Set<() => void>()

export function onBeat(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function tellBeat(): void {
  for (const listener of listeners) listener()
}
