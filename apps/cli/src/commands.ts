import type { Command } from "./command.ts"
import { appCreate } from "./commands/app-create.ts"
import { auditVerify } from "./commands/audit-verify.ts"
import { backup } from "./commands/backup.ts"
import { docsIndex } from "./commands/docs-index.ts"
import { doctor } from "./commands/doctor.ts"
import { evaluate } from "./commands/eval.ts"
import { migrateCommand } from "./commands/migrate.ts"
import { restore } from "./commands/restore.ts"
import { rotateKey } from "./commands/rotate-key.ts"
import { serveCommand } from "./commands/serve.ts"
import { userCreate } from "./commands/user-create.ts"
import { userResetPassword } from "./commands/user-reset-password.ts"

export const commands: readonly Command[] = [
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
  docsIndex,
  evaluate,
]
