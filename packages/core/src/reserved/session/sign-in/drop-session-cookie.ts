import type { Ctx } from "../../../access/ctx.ts"

export function dropSessionCookie(ctx: Ctx): void {
  const { cookie } = ctx.runtime.identity
  ctx.afterCommit(() => ctx.http?.responseHeaders.append("set-cookie", cookie.write(cookie.name, "", 0)))
}
