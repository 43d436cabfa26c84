import type { AnyProcedure, InputOf, OutputOf } from "@countersign/core/contract"
import type { Caller, Verb } from "@countersign/core/server"

/** Calls another plugin's verb as a reader, with what they hold now, in a transaction of its own. */
export function ask<P extends AnyProcedure>(reader: Caller, procedure: P, input: InputOf<P>): Promise<OutputOf<P>> {
  return (reader.runtime.verbOf(procedure) as unknown as Verb<P>)(reader, input)
}
