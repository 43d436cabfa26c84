import type { PgBoss } from "pg-boss"

/** Where jobs end that failed too often: kept for a month, for an administrator to look at. */
export const DEAD_LETTER = "dead-letter"

const DAY_SECONDS = 24 * 60 * 60

const QUEUE_OPTIONS = {
  // Waits of 1, 2, 4 ... seconds, at most ten minutes: about forty minutes in all, which outlasts most outages.
  retryLimit: 12,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 600,
  expireInSeconds: 15 * 60,
  // A pod that died stops touching its jobs; the others take them over.
  heartbeatSeconds: 30,
  deleteAfterSeconds: DAY_SECONDS,
  retentionSeconds: 14 * DAY_SECONDS,
  deadLetter: DEAD_LETTER,
  notify: true,
}

/** One queue per job, so that one kind of work never waits behind another. Creates only what is missing. */
export async function ensureQueues(boss: PgBoss, names: readonly string[]): Promise<void> {
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  if (!existing.has(DEAD_LETTER))
    await boss.createQueue(DEAD_LETTER, { retentionSeconds: 30 * DAY_SECONDS, deleteAfterSeconds: 30 * DAY_SECONDS })
  for (const name of names) {
    const queue = existing.get(name)
    // `short`: at most one waiting job per singleton key.
    if (!queue) await boss.createQueue(name, { ...QUEUE_OPTIONS, policy: "short" })
    else if (differs(queue as unknown as Record<string, unknown>)) await boss.updateQueue(name, QUEUE_OPTIONS)
  }
}

function differs(queue: Record<string, unknown>): boolean {
  return Object.entries(QUEUE_OPTIONS).some(([option, value]) => queue[option] !== value)
}
