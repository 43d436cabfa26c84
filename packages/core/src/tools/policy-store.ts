import { sql } from "drizzle-orm"
import type { ToolPolicy } from "../contract/tool.ts"
import type { Tx } from "../db/database.ts"
import type { LazyTransaction } from "../db/transaction.ts"

export interface StoredPolicy extends ToolPolicy {
  subject: string
  version: number
  updatedAt: string
  updatedBy: string
}

interface PolicyRow extends Record<string, unknown> {
  subject: string
  two_person: boolean
  forbid_auto: boolean
  off: boolean
  version: number
  updated_at: string
  updated_by: string
}

export async function listPolicies(tx: Tx): Promise<StoredPolicy[]> {
  const { rows } = await tx.execute<PolicyRow>(sql`SELECT * FROM platform.tool_policy ORDER BY subject`)
  return rows.map(toPolicy)
}

export async function findPolicy(tx: Tx, subject: string): Promise<StoredPolicy | null> {
  const { rows } = await tx.execute<PolicyRow>(sql`SELECT * FROM platform.tool_policy WHERE subject = ${subject}`)
  return rows[0] ? toPolicy(rows[0]) : null
}

/** Null when it is no longer the one of `basedOn`, or exists although a new one was meant. */
export async function writePolicy(
  tx: Tx,
  policy: ToolPolicy & { subject: string },
  basedOn: number | undefined,
  by: string,
): Promise<StoredPolicy | null> {
  const { subject, twoPerson, forbidAuto, off } = policy
  const { rows } =
    basedOn === undefined
      ? await tx.execute<PolicyRow>(sql`
          INSERT INTO platform.tool_policy (subject, two_person, forbid_auto, off, updated_by)
          VALUES (${subject}, ${twoPerson}, ${forbidAuto}, ${off}, ${by}) ON CONFLICT DO NOTHING RETURNING *`)
      : await tx.execute<PolicyRow>(sql`
          UPDATE platform.tool_policy SET two_person = ${twoPerson}, forbid_auto = ${forbidAuto}, off = ${off},
            updated_by = ${by}, updated_at = now(), version = version + 1
          WHERE subject = ${subject} AND version = ${basedOn} RETURNING *`)
  return rows[0] ? toPolicy(rows[0]) : null
}

export async function removePolicy(tx: Tx, subject: string): Promise<void> {
  await tx.execute(sql`DELETE FROM platform.tool_policy WHERE subject = ${subject}`)
}

/** The same for one tool, as the database says at this moment. */
export async function readPolicyOf(
  transaction: LazyTransaction,
  tool: { name: string; requiredAccessRules: readonly string[] },
): Promise<ToolPolicy> {
  const subjects = [`tool:${tool.name}`, ...tool.requiredAccessRules.map((rule) => `rule:${rule}`)]
  const rows = await transaction.query<PolicyRow>(
    { name: "policy-of-tool", text: "SELECT * FROM platform.tool_policy WHERE subject = ANY($1::text[])" },
    [subjects],
  )
  return policyFor(rows.map(toPolicy), tool)
}

/** What applies to a tool: its own policy and those of its rules, each of which only tightens. */
export function policyFor(
  policies: readonly StoredPolicy[],
  tool: { name: string; requiredAccessRules: readonly string[] },
): ToolPolicy {
  const subjects = new Set([`tool:${tool.name}`, ...tool.requiredAccessRules.map((rule) => `rule:${rule}`)])
  const mine = policies.filter(({ subject }) => subjects.has(subject))
  const any = (field: keyof ToolPolicy) => mine.some((policy) => policy[field])
  return { twoPerson: any("twoPerson"), forbidAuto: any("forbidAuto"), off: any("off") }
}

function toPolicy(row: PolicyRow): StoredPolicy {
  return {
    subject: row.subject,
    twoPerson: row.two_person,
    forbidAuto: row.forbid_auto,
    off: row.off,
    version: row.version,
    updatedAt: new Date(row.updated_at).toISOString(),
    updatedBy: row.updated_by,
  }
}
