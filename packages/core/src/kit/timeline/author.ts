import type { Ctx } from "../../access/ctx.ts"
import type { QuotedThing } from "../../access/points/tool.ts"
import type { Author } from "../../contract/kit/timeline.ts"

/** The caller, as timelines and histories name it. */
export function authorOf({ principal }: Ctx): Author {
  return { id: principal.id, name: principal.kind === "service" ? "Countersign" : principal.name }
}

/** For `quotes` of a tool: whose words these are. What the platform itself wrote bears its own name. */
export function quotedAuthor({ id, name }: Author): QuotedThing[] {
  return id.startsWith("service:") ? [] : [{ type: "platform.person", id, name }]
}
