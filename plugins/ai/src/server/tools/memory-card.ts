import type { PreviewThing } from "@countersign/core/server"
import type { Memory } from "../../contract.ts"

/** A note as cards show it. */
export function memoryCard({ id, text, thing, shared, alwaysInject, createdAt, version }: Memory): {
  target: object
  things: PreviewThing[]
} {
  const named = thing && { ...thing, name: thing.name ?? "something you cannot see" }
  return { target: { id, text, thing: named, shared, alwaysInject, createdAt, version }, things: named ? [named] : [] }
}
