import { randomUUID } from "node:crypto"
import { implement } from "../../../access/implement.ts"
import { oauthContract } from "../../../contract/platform/oauth.ts"
import { readOauthSettings } from "../../../identity/oauth/oauth-settings-store.ts"
import { hashToken, randomToken } from "../../../identity/one-time-token.ts"
import { beginAttempt } from "../../../identity/sign-in/sign-in-attempts.ts"
import { isRedirectUri } from "../redirect-uri.ts"
import { plainName } from "./client-name.ts"
import { addClient } from "./client-store.ts"

export const registerOauthClient = implement(oauthContract.registerOauthClient, async (ctx, asked) => {
  const { database } = ctx.runtime
  const settings = await readOauthSettings(database.direct)
  if (!settings.mcpEnabled || !settings.registrationEnabled)
    return {
      error: "access_denied",
      description: "Apps cannot register themselves here. An administrator can add them.",
    }
  // Every registration counts, and writes a row: the count is what bounds them.
  await beginAttempt(database, "oauth-register", { subject: null, address: ctx.http?.address })
  if (!asked.redirectUris.every((uri) => isRedirectUri(uri, { ownSchemes: true })))
    return {
      error: "invalid_redirect_uri",
      description:
        "Redirect addresses are https, on this computer, or of an app's own scheme, without fragment or password.",
    }
  const clientId = `app-${randomUUID()}`
  const secret = asked.authMethod === "none" ? null : randomToken()
  const name = plainName(asked.name) ?? "An app without a name"
  const id = await addClient(ctx.tx, {
    kind: "registered",
    clientId,
    name,
    redirectUris: asked.redirectUris,
    secretHash: secret && hashToken(secret),
    refreshes: asked.refreshes,
    createdBy: null,
  })
  const from = ctx.http ? ` From ${ctx.http.address}.` : ""
  ctx.audit({
    thing: { type: "platform.oauth", id: id!, name },
    after: { clientId, redirectUris: asked.redirectUris },
    note: `Registered itself.${from}`,
  })
  ctx.signal("platform.oauth")
  return { clientId, secret, name, issuedAt: ctx.runtime.now().toISOString() }
})
