import type { Caller } from "../access/ctx.ts"
import { ForbiddenError, UnauthenticatedError } from "../errors.ts"
import { holds, type UserPrincipal } from "../identity/principal/principal.ts"

/** `ai` is the platform's own namespace; the plugin of that name declares the rule. */
export const CHAT_RULE = "ai.chat.read"

export function demandChatter(caller: Caller): UserPrincipal {
  const { principal } = caller
  if (principal.kind === "anonymous") throw new UnauthenticatedError()
  if (principal.kind !== "user")
    throw new ForbiddenError("The assistant talks with people. Applications use tools over MCP or the API instead.")
  if (!holds(principal, CHAT_RULE))
    throw new ForbiddenError(`${principal.name} lacks the permission ${CHAT_RULE}. An administrator can grant it.`)
  return principal
}
