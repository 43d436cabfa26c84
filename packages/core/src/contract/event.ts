import type { z } from "zod"

/** Something that happened in a plugin, for others to react to after it is committed. */
export interface PlatformEvent<Payload extends z.ZodType = z.ZodType> {
  /** `<plugin>.<nounVerb>`, e.g. `incident.resolved`. */
  readonly id: string
  readonly payload: Payload
}

export function defineEvent<Payload extends z.ZodType>(id: string, payload: Payload): PlatformEvent<Payload> {
  return { id, payload }
}
