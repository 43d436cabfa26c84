import type { PlatformEvent } from "../contract/event.ts"
import { holds, outsideScopes } from "../identity/principal/principal.ts"
import type { Caller } from "./ctx.ts"
import { reachable } from "./reach.ts"

/**
 * Whether somebody may be told of an event about this thing, as of now: they hold the event's `access` on it. Whoever
 * passes events on to people or applications asks this for each of them, at each delivery. Of a thing that is gone nobody
 * can be shown to have seen it, so only the platform's services are told.
 */
export async function mayReceive(caller: Caller, event: PlatformEvent, aboutId: string): Promise<boolean> {
  const { principal, runtime } = caller
  const { access, about } = event
  if (principal.kind === "service") return true
  if (principal.kind === "anonymous") return false
  if (outsideScopes(principal, [access]).length > 0) return false
  const kind = runtime.plugins.flatMap(({ things = [] }) => things).find(({ type }) => type === about.type)
  if (!kind) {
    const question = { resource: access.resource, level: "viewer" as const, rules: [access] }
    return (await reachable(runtime.database.direct, principal, [aboutId], question)).has(aboutId)
  }
  // Who sees a thing without the rule does so by a grant, which is as good for reading and for nothing else.
  if (access.id !== `${about.type}.read` && !holds(principal, access)) return false
  return (await kind.namesOf(caller, [aboutId])).has(aboutId)
}
