import { examineServer } from "./examine-server.ts"
import { getSettings } from "./get-settings.ts"
import { updateSettings } from "./update-settings.ts"

export const settingsVerbs = { getSettings, updateSettings, examineServer }
