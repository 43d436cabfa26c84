import { personId, type TestPlatform } from "@countersign/testing"
import type { Caller } from "../../access/ctx.ts"
import type { BuiltInRole } from "../../contract/access.ts"
import type { Database } from "../../db/database.ts"

/** A person who has joined, with a row of their own: `as` alone only makes somebody who may call verbs. */
export async function join(testing: TestPlatform, name: string, role: BuiltInRole = "operator"): Promise<Caller> {
  await addPerson(testing.database, name)
  return testing.as(name, role)
}

export async function addPerson(database: Database, name: string): Promise<string> {
  const id = personId(name)
  await database.pool.query(
    "INSERT INTO platform.person (id, name, email) VALUES ($1, $2, $3) ON CONFLICT (id) DO UPDATE SET email = EXCLUDED.email",
    [id, name[0]!.toUpperCase() + name.slice(1), `${name}@example.test`],
  )
  return id
}

/** Everything that lets a person in: a password, a session, a second factor, a passkey. */
export async function giveCredentials(database: Database, id: string): Promise<void> {
  const insert = (table: string, columns: string, values: unknown[]) =>
    database.pool.query(
      `INSERT INTO platform.${table} (person_id, ${columns}) VALUES (${["$1", ...values.map((_, at) => `$${at + 2}`)]})`,
      [id, ...values],
    )
  await insert("session", "token_hash, expires_at", [id, new Date(Date.now() + 86_400_000)])
  await insert("account", "provider_id, account_id, password", ["credential", id, "hash"])
  await insert("two_factor", "secret, backup_codes, verified", ["sealed", "sealed", true])
  await insert("passkey", "public_key, credential_id, counter, device_type, backed_up", ["key", id, 0, "single", false])
  await database.pool.query("UPDATE platform.person SET two_factor_enabled = true WHERE id = $1", [id])
}
