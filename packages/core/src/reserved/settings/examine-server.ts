import { implement } from "../../access/implement.ts"
import { examinePoints } from "../../access/points/doctor.ts"
import { settingsContract } from "../../contract/platform/settings.ts"

export const examineServer = implement(settingsContract.examineServer, async (ctx) => {
  return { findings: await examinePoints(ctx.runtime.plugins) }
})
