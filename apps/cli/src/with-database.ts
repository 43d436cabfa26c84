import { randomUUID } from "node:crypto"
import type { OpenedPlatform } from "@countersign/core/cli"
import {
  createPlatform,
  createSecrets,
  type Database,
  errorForPeople,
  findRunningEmbedded,
  openDatabase,
  type Platform,
  servicePrincipal,
  silentLog,
} from "@countersign/core/host"
import { OutcomeUnknownError, PlatformError } from "@countersign/core/server"
import { type Environment, findSecret, openPostgres, plugins, readEnvironment, VERSION } from "@countersign/server/boot"

const MOST_ATTEMPTS = 3

/** The shared database, the embedded one of a running server, or the embedded one started for this command alone. */
export async function withDatabase<T>(
  variables: NodeJS.ProcessEnv,
  work: (database: Database, environment: Environment) => Promise<T>,
): Promise<T> {
  const environment = readEnvironment(variables)
  const running = environment.DATABASE_URL ? null : await findRunningEmbedded(environment.DATA_DIR)
  const postgres = running ? { config: running, stop: async () => {} } : await openPostgres(environment, silentLog)
  const database = openDatabase(postgres.config, { poolSize: 4, onError: () => {} })
  try {
    return await work(database, environment)
  } finally {
    await database.close()
    await postgres.stop()
  }
}

/** The same with the platform on top, so that a command changes things the way everybody else does: through verbs. */
export async function withPlatform<T>(
  variables: NodeJS.ProcessEnv,
  work: (opened: OpenedPlatform) => Promise<T>,
): Promise<T> {
  return withDatabase(variables, async (database, environment) => {
    const secret = findSecret(environment)
    const previousSecrets = environment.COUNTERSIGN_PREVIOUS_SECRETS?.split(",").filter(Boolean) ?? []
    const secrets = createSecrets({ secret, previousSecrets })
    const publicUrl = environment.PUBLIC_URL ?? null
    const platform = createPlatform({
      plugins,
      database,
      secret,
      secrets,
      log: silentLog,
      version: VERSION,
      publicUrl,
      role: "web",
      egress: environment.COUNTERSIGN_ALLOW_PRIVATE,
    })
    await platform.start()
    const caller = platform.caller(servicePrincipal("cli"), "cli")
    try {
      const call: OpenedPlatform["call"] = (procedure, input) => platform.call(caller, procedure, input)
      return await work({ caller, call, change: changeThrough(platform) })
    } catch (error) {
      // Whoever reads a terminal knows no verbs.
      throw error instanceof PlatformError ? errorForPeople(error, caller.runtime.isName) : error
    } finally {
      await platform.stop(0)
    }
  })
}

function changeThrough(platform: Platform): OpenedPlatform["change"] {
  return async (procedure, input) => {
    const caller = { ...platform.caller(servicePrincipal("cli"), "cli"), idempotencyKey: randomUUID() }
    for (let attempt = 1; ; attempt++) {
      try {
        return await platform.call(caller, procedure, input)
      } catch (error) {
        if (!(error instanceof OutcomeUnknownError) || attempt === MOST_ATTEMPTS) throw error
      }
    }
  }
}
