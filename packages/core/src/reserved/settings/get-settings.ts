import { implement } from "../../access/implement.ts"
import { settingsContract } from "../../contract/platform/settings.ts"
import { readSettings } from "./settings-store.ts"

export const getSettings = implement(settingsContract.getSettings, async (ctx) => {
  return { ...(await readSettings(ctx.tx)), publicUrl: ctx.runtime.publicUrl }
})
