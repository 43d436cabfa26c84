import { implement } from "../../access/implement.ts"
import { mailContract } from "../../contract/platform/mail.ts"
import { readMailSettings, withoutPassword } from "../../mail/mail-settings-store.ts"

export const getMailSettings = implement(mailContract.getMailSettings, async (ctx) => {
  return withoutPassword(await readMailSettings(ctx.tx))
})
