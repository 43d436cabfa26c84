import { getMailSettings } from "./get-mail-settings.ts"
import { removeMailSettings } from "./remove-mail-settings.ts"
import { sendTestMail } from "./send-test-mail.ts"
import { updateMailSettings } from "./update-mail-settings.ts"

export const mailVerbs = { getMailSettings, updateMailSettings, removeMailSettings, sendTestMail }
