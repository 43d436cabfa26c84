import type { CliFace } from "@countersign/core/cli"
import { appCreate } from "./commands/app-create.ts"
import { auditVerify } from "./commands/audit-verify.ts"
import { backup } from "./commands/backup.ts"
import { doctor } from "./commands/doctor.ts"
import { migrateCommand } from "./commands/migrate.ts"
import { restore } from "./commands/restore.ts"
import { rotateKey } from "./commands/rotate-key.ts"
import { serveCommand } from "./commands/serve.ts"
import { userCreate } from "./commands/user-create.ts"
import { userResetPassword } from "./commands/user-reset-password.ts"

/** What belongs to no plugin. Adding one is a file in commands and a line here. */
export const own: CliFace = {
  title: "Installation",
  commands: [
    serveCommand,
    migrateCommand,
    doctor,
    userCreate,
    userResetPassword,
    appCreate,
    auditVerify,
    backup,
    restore,
    rotateKey,
  ],
}
