import type { z } from "zod"
import type { EventEnvelope, PlatformEvent } from "../../contract/event.ts"
import type { AnyProcedure, InputOf } from "../../contract/procedure.ts"
import type { AnyVerb, Verb } from "../implement.ts"

/** Runs a verb, as the plugin's own service, once an event was committed. */
export interface Reaction {
  readonly event: PlatformEvent | "*"
  readonly verb: AnyVerb
  /** Of a plugin that may be missing; then nothing is heard. */
  readonly optional?: boolean
}

/**
 * The verb's input is the event's payload, as far as the verb knows its fields. `optional`: the plugin does without the one that
 * announces it.
 */
export function reaction<Payload extends z.ZodObject, P extends AnyProcedure>(
  event: PlatformEvent<Payload>,
  verb: Verb<P> & Takes<P, z.output<Payload>>,
  { optional = false }: { optional?: boolean } = {},
): Reaction {
  return { event, verb, optional }
}

/** For plugins that pass on what others announce: their verb takes an `EventEnvelope`. */
export function subscribe<P extends AnyProcedure>(options: {
  to: "*"
  verb: Verb<P> & Takes<P, EventEnvelope>
}): Reaction {
  return { event: options.to, verb: options.verb }
}

/** A verb that takes nothing is given nothing. */
type Takes<P, Given> = [InputOf<P>] extends [Record<string, never>] ? unknown : Fits<Given, InputOf<P>>

type Fits<Given, Taken> = [Given] extends [Taken] ? unknown : { readonly "the verb takes another input": Taken }
