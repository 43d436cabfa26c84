import { implement } from "../../access/implement.ts"
import { oauthContract } from "../../contract/platform/oauth.ts"
import { ConflictError } from "../../errors.ts"
import { readOauthSettings, writeOauthSettings } from "../../identity/oauth/oauth-settings-store.ts"
import { forgetPrincipal } from "../../identity/principal/forget-principal.ts"

export const getOauthSettings = implement(oauthContract.getOauthSettings, async (ctx) => readOauthSettings(ctx.tx))

export const updateOauthSettings = implement(
  oauthContract.updateOauthSettings,
  async (ctx, { version, mcpEnabled, registrationEnabled }) => {
    const before = await readOauthSettings(ctx.tx)
    const change = {
      mcpEnabled: mcpEnabled ?? before.mcpEnabled,
      registrationEnabled: registrationEnabled ?? before.registrationEnabled,
    }
    if (!(await writeOauthSettings(ctx.tx, change, version)))
      throw new ConflictError(
        "These settings were changed meanwhile. Look at them again before you change them.",
        await readOauthSettings(ctx.tx),
      )
    const after = await readOauthSettings(ctx.tx)
    ctx.audit({ thing: { id: "settings", name: "Connected apps" }, before, after })
    // Tokens of every client are valid or not by this.
    if (before.mcpEnabled !== after.mcpEnabled) forgetPrincipal(ctx, "all")
    return after
  },
)
