import { addKey } from "./add-key.ts"
import { createApplication } from "./create-application.ts"
import { deleteApplication } from "./delete-application.ts"
import { disableApplication } from "./disable-application.ts"
import { enableApplication } from "./enable-application.ts"
import { getApplication } from "./get-application.ts"
import { listApplications } from "./list-applications.ts"
import { revokeKey } from "./revoke-key.ts"
import { rotateKey } from "./rotate-key.ts"
import { setApplicationConfirm } from "./set-application-confirm.ts"
import { setApplicationVoice } from "./set-application-voice.ts"
import { updateApplication } from "./update-application.ts"

export const applicationsVerbs = {
  listApplications,
  getApplication,
  createApplication,
  updateApplication,
  setApplicationConfirm,
  setApplicationVoice,
  addKey,
  rotateKey,
  revokeKey,
  disableApplication,
  enableApplication,
  deleteApplication,
}
