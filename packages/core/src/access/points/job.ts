import type { AnyProcedure, InputOf } from "../../contract/procedure.ts"
import type { AnyVerb, Verb } from "../implement.ts"

/** Work that runs later or on a schedule, once across pods, at least once: its verb must be idempotent. */
export interface Job<P extends AnyProcedure> extends AnyJob {
  readonly verb: Verb<P>
}

// Jobs differ in what they take, so the widest one only promises to have a verb.
export interface AnyJob {
  /** `<plugin>.<name>`. */
  readonly name: string
  readonly verb: AnyVerb
  /** Cron, in UTC. Scheduled runs get an empty input. */
  readonly schedule?: string
}

export function job<P extends AnyProcedure>(
  name: string,
  verb: Verb<P>,
  options: { schedule?: Record<never, never> extends InputOf<P> ? string : TakesAnInput } = {},
): Job<P> {
  const { schedule } = options as { schedule?: string }
  return { name, verb, ...(schedule === undefined ? {} : { schedule }) }
}

/** Nobody is there to pass one on a schedule. */
interface TakesAnInput {
  readonly "the verb takes an input": never
}
