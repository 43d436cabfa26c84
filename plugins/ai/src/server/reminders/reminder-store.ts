import type { Tx } from "@countersign/core/server"
import { sql } from "drizzle-orm"

export interface DueReminder {
  proposalId: string
  summary: string
  /** Every configured time that has passed and was not used yet; one mail stands for all of them. */
  afterMinutes: number[]
  /** The only person who may sign it; null when it is open to everyone who holds the rules. */
  onlyPersonId: string | null
}

export async function findDueReminders(tx: Tx, minutes: readonly number[]): Promise<DueReminder[]> {
  const { rows } = await tx.execute<{ id: string; summary: string; times: number[]; only: string | null }>(sql`
    SELECT t.id, coalesce(t.summary, t.tool) AS summary, array_agg(due.minutes) AS times,
      CASE WHEN t.two_person THEN NULL ELSE t.person_id END AS only
    FROM platform.tool_call t JOIN unnest(${sql.param([...minutes])}::integer[]) due(minutes)
      ON t.at <= now() - make_interval(mins => due.minutes)
    WHERE t.status = 'proposed' AND t.expires_at > now() AND NOT EXISTS (
      SELECT FROM ai.reminder r WHERE r.proposal_id = t.id AND r.after_minutes = due.minutes)
    GROUP BY t.id ORDER BY t.at LIMIT 100`)
  return rows.map(({ id, summary, times, only }) => ({
    proposalId: id,
    summary,
    afterMinutes: times,
    onlyPersonId: only,
  }))
}

/** False when another server was faster: the primary key decides. */
export async function claimReminder(tx: Tx, { proposalId, afterMinutes }: DueReminder): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    INSERT INTO ai.reminder (proposal_id, after_minutes)
    SELECT ${proposalId}::uuid, unnest(${sql.param(afterMinutes)}::integer[])
    ON CONFLICT DO NOTHING RETURNING after_minutes`)
  return rows.length > 0
}

/** No proposal waits longer than a day; a week is room for a clock that was set back. */
export async function forgetOldReminders(tx: Tx): Promise<void> {
  await tx.execute(sql`DELETE FROM ai.reminder WHERE at < now() - interval '7 days'`)
}

/** People who want such mails, or the one that matters. */
export async function findMailable(tx: Tx, onlyPersonId: string | null): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT id FROM platform.person WHERE disabled_at IS NULL AND erased_at IS NULL
      AND coalesce((preferences->>'signatureMails')::boolean, true)
      AND (${onlyPersonId}::uuid IS NULL OR id = ${onlyPersonId}::uuid) ORDER BY id`)
  return rows.map(({ id }) => id)
}
