import { createWriteStream } from "node:fs"
import { rename, rm } from "node:fs/promises"
import { command } from "@countersign/core/cli"
import { backup as writeBackup } from "@countersign/core/host"
import { VERSION } from "@countersign/server/boot"
import { withDatabase } from "../with-database.ts"

export const backup = command({
  name: "backup",
  summary: "Write a consistent copy of the database to a file, while it runs.",
  arguments: ["FILE"],
  async run({ arguments: [file = ""], variables, print }) {
    // Written beside and renamed, so that a file of that name is always a whole backup.
    const partial = `${file}.partial`
    try {
      await withDatabase(variables, (database) =>
        writeBackup({ connect: database.config, write: createWriteStream(partial, { mode: 0o600 }), version: VERSION }),
      )
      await rename(partial, file)
    } catch (error) {
      await rm(partial, { force: true })
      throw error
    }
    print(
      `Wrote ${file}. Keep the secret (COUNTERSIGN_SECRET, or secret.key in DATA_DIR) with it: sealed values open only under it.`,
    )
    return 0
  },
})
