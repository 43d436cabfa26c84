import type { Tx } from "../../db/database.ts"
import { ConflictError } from "../../errors.ts"
import { readMailSettings, withoutPassword } from "../../mail/mail-settings-store.ts"

export async function staleMailSettings(tx: Tx): Promise<ConflictError> {
  const current = withoutPassword(await readMailSettings(tx))
  return new ConflictError(
    "Somebody else changed the mail server meanwhile. Look at the settings and try again.",
    current,
  )
}
