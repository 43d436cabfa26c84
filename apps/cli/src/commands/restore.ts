import { createReadStream } from "node:fs"
import { command } from "@countersign/core/cli"
import { bumpAuditEpoch, migrate, migrationsOf, restore as readBackup } from "@countersign/core/host"
import { plugins } from "@countersign/server/boot"
import { withDatabase } from "../with-database.ts"

export const restore = command({
  name: "restore",
  summary: "Load a backup into an empty database; --force replaces what is there.",
  arguments: ["FILE"],
  options: { force: { type: "boolean" } },
  async run({ arguments: [file = ""], options, variables, print }) {
    await withDatabase(variables, async (database) => {
      await migrate(database, migrationsOf(plugins))
      await readBackup({
        connect: database.config,
        read: createReadStream(file),
        force: options.force === true,
        // Transactions count anew in the new cluster; without this, new rows would sort before the restored ones.
        afterLoad: async (client) => void (await bumpAuditEpoch(client)),
      })
    })
    print(`Restored ${file}. Start the server with the secret that the backup was made under.`)
    return 0
  },
})
