import type { Site } from "../tree/node.ts"
import { apply, type Guard } from "./apply.ts"
import type { Command } from "./command.ts"

/** A command on its way, by a name that only one tab gives. */
export interface Batch {
  readonly key: string
  readonly command: Command
}
export interface Dropped extends Batch {
  readonly reason: string
}

/**
 * A site as one tab has it: what the server has confirmed, and on top of it what it was told and has not confirmed yet.
 * The server's order decides; what no longer fits is dropped with its reason.
 */
export interface Replica {
  readonly confirmed: Site
  readonly pending: readonly Batch[]
  readonly shown: Site
}

export function openReplica(site: Site): Replica {
  return { confirmed: site, pending: [], shown: site }
}

export function change(
  replica: Replica,
  batch: Batch,
  guard?: Guard,
): { ok: true; replica: Replica; inverse: Command } | { ok: false; reason: string } {
  const applied = apply(replica.shown, batch.command, guard)
  if (!applied.ok) return applied
  const { site, inverse } = applied
  return { ok: true, replica: { ...replica, pending: [...replica.pending, batch], shown: site }, inverse }
}

export interface Received {
  readonly replica: Replica
  readonly dropped: readonly Dropped[]
  /** By key: what takes back each of the news, as it happened in the server's order. */
  readonly inverses: ReadonlyMap<string, Command>
}

/** What the server accepted, own batches among them, in its order. */
export function receive(replica: Replica, news: readonly Batch[]): Received {
  let confirmed = replica.confirmed
  const inverses = new Map<string, Command>()
  for (const { key, command } of news) {
    const applied = apply(confirmed, command)
    if (!applied.ok) throw new Error(`The server accepted ${key}, and here it does not fit: ${applied.reason}`)
    confirmed = applied.site
    inverses.set(key, applied.inverse)
  }
  return { ...replay({ ...replica, confirmed }, (batch) => !inverses.has(batch.key)), inverses }
}

/** The server refused one of ours: what was built on it may not fit any more either. */
export function refused(replica: Replica, key: string): { replica: Replica; dropped: readonly Dropped[] } {
  return replay(replica, (batch) => batch.key !== key)
}

function replay(replica: Replica, keeps: (batch: Batch) => boolean): { replica: Replica; dropped: readonly Dropped[] } {
  let shown = replica.confirmed
  const pending: Batch[] = []
  const dropped: Dropped[] = []
  for (const batch of replica.pending.filter(keeps)) {
    const applied = apply(shown, batch.command)
    if (applied.ok) {
      shown = applied.site
      pending.push(batch)
    } else dropped.push({ ...batch, reason: applied.reason })
  }
  return { replica: { ...replica, pending, shown }, dropped }
}
