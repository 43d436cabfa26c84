import { sql } from "drizzle-orm"
import { implement } from "../../../access/implement.ts"
import { Preferences, sessionContract } from "../../../contract/platform/session.ts"

interface MeRow extends Record<string, unknown> {
  version: number | null
  two_factor_enabled: boolean | null
  preferences: unknown
  passkeys: number
  has_password: boolean
  teams: { id: string; name: string }[]
  anybody: boolean
  mail: boolean
}

export const me = implement(sessionContract.me, async (ctx) => {
  const { principal } = ctx
  const personId = principal.kind === "user" ? principal.id : null
  const result = await ctx.tx.execute<MeRow>(sql`
    SELECT p.version, p.two_factor_enabled, p.preferences,
      (SELECT count(*)::int FROM platform.passkey k WHERE k.person_id = p.id) AS passkeys,
      EXISTS (SELECT 1 FROM platform.account a
        WHERE a.person_id = p.id AND a.provider_id = 'credential' AND a.password IS NOT NULL) AS has_password,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) ORDER BY lower(t.name)), '[]')
        FROM platform.team t WHERE t.id = ANY(${sql.param([...principal.teamIds])}::uuid[])) AS teams,
      EXISTS (SELECT 1 FROM platform.person) AS anybody,
      EXISTS (SELECT 1 FROM platform.mail_settings WHERE host <> '') AS mail
    FROM (VALUES (1)) AS one LEFT JOIN platform.person p ON p.id = ${personId}::uuid`)
  const row = result.rows[0]!
  return {
    kind: principal.kind,
    id: principal.id,
    name: principal.name,
    email: principal.kind === "user" ? principal.email : null,
    rules: [...principal.rules].sort(),
    administrator: principal.rules.has("*"),
    teams: row.teams,
    grants: Object.fromEntries(principal.grants),
    twoFactor: row.two_factor_enabled ?? false,
    passkeys: row.passkeys,
    hasPassword: row.has_password,
    preferences: Preferences.parse(row.preferences ?? {}),
    version: row.version,
    setUpNeeded: !row.anybody,
    passwordResetByMail: row.mail,
  }
})
