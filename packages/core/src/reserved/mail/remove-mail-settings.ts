import { implement } from "../../access/implement.ts"
import { mailContract } from "../../contract/platform/mail.ts"
import { readMailSettings, withoutPassword, writeMailSettings } from "../../mail/mail-settings-store.ts"
import { staleMailSettings } from "./stale-mail-settings.ts"

export const removeMailSettings = implement(mailContract.removeMailSettings, async (ctx, { version }) => {
  const before = await readMailSettings(ctx.tx)
  const after = await writeMailSettings(ctx.tx, version, {
    host: "",
    port: 587,
    encryption: "starttls",
    username: "",
    fromName: before.fromName,
    fromAddress: "",
    sealedPassword: null,
  })
  if (!after) throw await staleMailSettings(ctx.tx)
  ctx.audit({
    thing: { id: "mail", name: "Mail server" },
    before: withoutPassword(before),
    after: withoutPassword(after),
  })
  return withoutPassword(after)
})
