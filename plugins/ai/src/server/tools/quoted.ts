import type { QuotedThing } from "@countersign/core/server"
import type { Memory } from "../../contract.ts"
import { excerpt } from "../memory/stored-text.ts"

/** A note, what it is about, and whose it is: each by whoever wrote on it. */
export function quotedInMemory({ id, text, thing, owner }: Memory): QuotedThing[] {
  return [
    { type: "ai.memory", id, name: excerpt(text, 40) },
    ...(thing ? [thing] : []),
    { type: "platform.person", ...owner },
  ]
}
