import { command } from "@countersign/core/cli"
import { migrate, migrationsOf } from "@countersign/core/host"
import { plugins } from "@countersign/server/boot"
import { withDatabase } from "../with-database.ts"

export const migrateCommand = command({
  name: "migrate",
  summary: "Bring the database to this version without serving.",
  async run({ variables, print }) {
    const sayWaiting = () => print("A server is setting up the database; waiting until it has finished.")
    const applied = await withDatabase(variables, (database) => migrate(database, migrationsOf(plugins), sayWaiting))
    for (const name of applied) print(`Applied ${name}.`)
    print(
      applied.length === 0
        ? "The database is up to date."
        : applied.length === 1
          ? "Applied 1 migration."
          : `Applied ${applied.length} migrations.`,
    )
    return 0
  },
})
