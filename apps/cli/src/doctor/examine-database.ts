import { appliedMigrations, type Database, migrationsOf } from "@countersign/core/host"
import { plugins } from "@countersign/server/boot"
import type { Finding } from "./examine.ts"

export async function examineDatabase(database: Database): Promise<Finding[]> {
  const { rows } = await database.pool.query("SHOW server_version")
  const findings: Finding[] = [
    { state: "good", subject: "Database", says: `Postgres ${rows[0].server_version} answers.` },
  ]
  findings.push(await examineMigrations(database))
  if (findings.at(-1)!.state === "bad") return findings
  findings.push(
    await examineAdministrators(database),
    await examineJobs(database),
    await examineEvents(database),
    await examineSealing(database),
  )
  return findings
}

async function examineMigrations(database: Database): Promise<Finding> {
  const subject = "Migrations"
  const applied = new Set(await appliedMigrations(database.pool))
  const known = migrationsOf(plugins).flatMap(({ plugin, migrations }) =>
    migrations.map(({ name }) => `${plugin}/${name}`),
  )
  const missing = known.filter((name) => !applied.has(name))
  const newer = [...applied].filter((name) => !known.includes(name))
  if (newer.length > 0)
    return {
      state: "bad",
      subject,
      says: `the database has ${newer[0]}, which this version does not know.`,
      remedy: "Start the newer version, or restore a backup made before the upgrade.",
    }
  if (missing.length > 0)
    return {
      state: "bad",
      subject,
      says: `${missing.length} are not applied yet.`,
      remedy: "Run: npx countersign migrate",
    }
  return { state: "good", subject, says: `all ${known.length} are applied.` }
}

async function examineAdministrators(database: Database): Promise<Finding> {
  const subject = "Administrators"
  const { rows } = await database.pool.query(
    `SELECT count(*)::int AS count FROM platform.role_holder h JOIN platform.person p ON p.id = h.holder_id
     WHERE h.holder_kind = 'user' AND h.role_id = 'administrator' AND p.disabled_at IS NULL AND p.erased_at IS NULL`,
  )
  const { count } = rows[0]
  if (count > 0) return { state: "good", subject, says: `${count} can sign in.` }
  return {
    state: "doubtful",
    subject,
    says: "nobody can administer this installation yet.",
    remedy: "Open the one-time link that the server prints when it starts.",
  }
}

async function examineJobs(database: Database): Promise<Finding> {
  const subject = "Jobs"
  const exists = await database.pool.query("SELECT to_regclass('pgboss.job') AS jobs")
  if (!exists.rows[0].jobs) return { state: "doubtful", subject, says: "no server with jobs has run yet." }
  const { rows } = await database.pool.query(
    "SELECT count(*)::int AS count FROM pgboss.job WHERE state = 'failed' AND completed_on > now() - interval '1 day'",
  )
  const { count } = rows[0]
  if (count === 0) return { state: "good", subject, says: "none failed for good in the last day." }
  return {
    state: "doubtful",
    subject,
    says: `${count} failed for good in the last day.`,
    remedy: "The server's log names each with its reason.",
  }
}

async function examineEvents(database: Database): Promise<Finding> {
  const subject = "Events"
  const { rows } = await database.pool.query(
    `SELECT subscriber, count(*)::int AS count FROM platform.delivery WHERE attempts > 3 GROUP BY subscriber ORDER BY count DESC`,
  )
  if (rows.length === 0) return { state: "good", subject, says: "none keeps failing to be handled." }
  return {
    state: "doubtful",
    subject,
    says: `${rows.map(({ subscriber, count }) => `${subscriber} keeps failing on ${count}`).join(", ")}.`,
    remedy: "The server's log names each with its reason; they are tried again every ten minutes, for 30 days.",
  }
}

async function examineSealing(database: Database): Promise<Finding> {
  const subject = "Audit log"
  const { rows } = await database.pool.query(
    "SELECT max(sealed_at) < now() - interval '1 hour' AS late FROM platform.audit_checkpoint",
  )
  if (rows[0].late === true)
    return {
      state: "doubtful",
      subject,
      says: "the last checkpoint is more than an hour old.",
      remedy: "A server with ROLE all or worker seals it every minute; is one running?",
    }
  return { state: "good", subject, says: "npx countersign audit verify says whether it is whole." }
}
