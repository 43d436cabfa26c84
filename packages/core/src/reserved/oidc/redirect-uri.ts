import type { Ctx } from "../../access/ctx.ts"
import { OIDC_CALLBACK_PATH } from "../../contract/platform/oidc.ts"
import { baseUrl } from "../../identity/base-url.ts"

/** The same at both steps of a sign-in, or the provider refuses: it follows from PUBLIC_URL, or from loopback. */
export function redirectUri(ctx: Ctx): string {
  return `${baseUrl(ctx)}${OIDC_CALLBACK_PATH}`
}
