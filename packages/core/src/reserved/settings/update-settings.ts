import { implement } from "../../access/implement.ts"
import { settingsContract } from "../../contract/platform/settings.ts"
import { ConflictError } from "../../errors.ts"
import { readSettings, writeSettings } from "./settings-store.ts"

export const updateSettings = implement(settingsContract.updateSettings, async (ctx, { version, ...change }) => {
  const before = await readSettings(ctx.tx)
  const { publicUrl } = ctx.runtime
  if (!(await writeSettings(ctx.tx, { ...before, ...change }, version)))
    throw new ConflictError("The settings were changed meanwhile. Look at them again before you change them.", {
      ...(await readSettings(ctx.tx)),
      publicUrl,
    })
  const after = await readSettings(ctx.tx)
  ctx.audit({ thing: { id: "instance", name: after.name }, before, after })
  return { ...after, publicUrl }
})
