import { implement } from "../../access/implement.ts"
import { mailContract } from "../../contract/platform/mail.ts"
import { InvalidInputError } from "../../errors.ts"
import { readMailSettings, withoutPassword, writeMailSettings } from "../../mail/mail-settings-store.ts"
import { MAIL_PASSWORD } from "../../secrets/sealed-columns.ts"
import { staleMailSettings } from "./stale-mail-settings.ts"

export const updateMailSettings = implement(mailContract.updateMailSettings, async (ctx, input) => {
  const { password, version, ...settings } = input
  const before = await readMailSettings(ctx.tx)
  // A stored password must not be sent to a server that somebody else chose.
  if (before.hasPassword && password === undefined && settings.host !== before.host)
    throw new InvalidInputError("The host changes, so write the password again or remove it.", [
      { path: "password", message: "Write the password for the new host." },
    ])
  const sealedPassword = password ? ctx.runtime.secrets.seal(password, MAIL_PASSWORD) : password
  const after = await writeMailSettings(ctx.tx, version, { ...settings, sealedPassword })
  if (!after) throw await staleMailSettings(ctx.tx)
  const thing = { id: "mail", name: "Mail server" }
  ctx.audit({
    thing,
    before: withoutPassword(before),
    after: withoutPassword(after),
    ...(password === undefined
      ? {}
      : { note: password === null ? "The password was removed." : "The password was set." }),
  })
  return withoutPassword(after)
})
