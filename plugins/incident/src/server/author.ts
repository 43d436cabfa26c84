import type { Ctx } from "@countersign/core/server"
import type { Author } from "../contract.ts"

/** The caller, as timelines and histories name it. */
export function authorOf({ principal }: Ctx): Author {
  return { id: principal.id, name: principal.kind === "service" ? "Countersign" : principal.name }
}
