import type { AnyVerb } from "../access/implement.ts"
import { demandRecords } from "../access/recorded-in.ts"
import type { Runtime } from "../access/runtime.ts"
import { seedRoles } from "../access/seed-roles.ts"
import { ensureAuditEpoch } from "../audit/audit-epoch.ts"
import { metaOf } from "../contract/procedure.ts"
import { migrate, oneAtATime, type PluginMigrations } from "../db/migrate.ts"
import type { Plugin } from "../define-plugin.ts"
import { bindSecrets } from "../reserved/secrets/rotate-secrets.ts"

/** Everything the database must hold before anybody is served. Servers that start together do it one after the other. */
export async function prepareDatabase(
  { database, registry, secrets, log }: Pick<Runtime, "database" | "registry" | "secrets" | "log">,
  plan: {
    plugins: readonly Plugin[]
    migrations: readonly PluginMigrations[]
    verbs: ReadonlyMap<string, AnyVerb>
    sayWaiting(): void
  },
): Promise<void> {
  const { plugins, migrations, verbs, sayWaiting } = plan
  await migrate(database, migrations, sayWaiting)
  await demandRecords(
    database,
    [...verbs.values()].map((verb) => metaOf(verb.procedure)),
  )
  await seedRoles(database, [...registry.rules.values()])
  const unreadable = await oneAtATime(database, () => bindSecrets(database, secrets, plugins))
  if (unreadable.length > 0)
    log.warn("Stored secrets cannot be opened: add their COUNTERSIGN_SECRET to the previous ones, or set them again.", {
      where: unreadable.slice(0, 10),
    })
  if (await ensureAuditEpoch(database.pool))
    log.info("This database was moved to another cluster; the audit log continues in a new epoch.")
}
