/** Many parts that are needed once, one after the other: what is stored of them is read by three statements. */
import type { Ctx, Tx } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { SITE } from "../contract.ts"
import { emptySite } from "../document.ts"
import { keptPart, type LoadedPart, replay } from "./load-part.ts"
import type { PartKey } from "./parts.ts"
import { logAt } from "./site-store.ts"
import { readStoredPart } from "./stored-part.ts"

export interface PartsAhead {
  /** The part as it was at its sequence, once; null where it was not read ahead. */
  take(key: PartKey): Promise<LoadedPart | null>
}

/** Of commands and snapshots: what lies beyond is read when somebody asks for it. */
const MOST_BYTES = 16_000_000

/**
 * An import brings many documents by one row, and here that row travels once. Nothing is kept in memory: a site of a
 * thousand pages would drive out what people work on.
 */
export async function readAhead(
  ctx: Ctx,
  wanted: ReadonlyMap<PartKey, number>,
  mostBytes = MOST_BYTES,
): Promise<PartsAhead> {
  const kept = new Map<PartKey, LoadedPart>()
  for (const [key, upTo] of wanted) {
    const known = keptPart(ctx, key)
    if (known && known.sequence <= upTo) kept.set(key, known)
  }
  const ranges = [...wanted].map(([key, upTo]) => ({ key, upTo, known: kept.get(key)?.sequence ?? null }))
  const ahead = new Map<PartKey, Stored>()
  const sequences = new Set<number>()
  let bytes = 0
  for (const [key, stored] of await storedOf(ctx.tx, ranges)) {
    const { start, mark, tail, snapshotBytes } = stored
    // The row that memory ends with is another one by now.
    if (kept.has(key) && mark !== kept.get(key)!.mark) continue
    const fresh = tail.filter(({ sequence }) => !sequences.has(sequence))
    bytes += fresh.reduce((sum, row) => sum + row.bytes, kept.has(key) || start === 0 ? 0 : snapshotBytes)
    if (bytes > mostBytes) break
    for (const { sequence } of fresh) sequences.add(sequence)
    ahead.set(key, stored)
  }
  const rows = await logAt(ctx.tx, [...sequences])
  const snapshots = await snapshotsAt(
    ctx.tx,
    [...ahead].flatMap(([key, { start }]) => (kept.has(key) || start === 0 ? [] : [{ key, sequence: start }])),
  )
  return {
    async take(key) {
      const stored = ahead.get(key)
      if (!stored) return null
      ahead.delete(key)
      const { start, mark, tail } = stored
      const content = snapshots.get(key)
      const begun = kept.get(key) ?? {
        ...(content ? await readStoredPart(content) : { part: emptySite(), notes: [] }),
        sequence: start,
        mark,
        read: mark === null ? 0 : 1,
      }
      return replay(
        key,
        begun,
        tail.map(({ sequence }) => rows(sequence)),
      )
    },
  }
}

interface Stored {
  /** The sequence of what memory has, or of the snapshot; 0 without either. */
  readonly start: number
  /** Of the row there. */
  readonly mark: string | null
  readonly snapshotBytes: number
  readonly tail: { readonly sequence: number; readonly bytes: number }[]
}

async function storedOf(
  tx: Tx,
  ranges: readonly { key: PartKey; upTo: number; known: number | null }[],
): Promise<Map<PartKey, Stored>> {
  const { rows } = await tx.execute<{
    key: string
    start: string
    snapshot_bytes: number | null
    sequence: string
    mark: string
    bytes: number
  }>(sql`
    SELECT range.key, range.start, range.snapshot_bytes, link.sequence, command.mark, octet_length(command.commands) AS bytes
    FROM (
      SELECT given.key, given."upTo", coalesce(given.known, found.sequence, 0) AS start,
        octet_length(found.content) AS snapshot_bytes
      FROM json_to_recordset(${JSON.stringify(ranges)}::json) AS given (key text, "upTo" bigint, known bigint)
      LEFT JOIN LATERAL (
        SELECT sequence, content FROM site.snapshot
        WHERE site_id = ${SITE} AND part = given.key AND sequence <= given."upTo" ORDER BY sequence DESC LIMIT 1
      ) found ON given.known IS NULL
    ) range
    JOIN site.command_part link ON link.site_id = ${SITE} AND link.part = range.key
      AND link.sequence >= range.start AND link.sequence <= range."upTo"
    JOIN site.command ON command.site_id = link.site_id AND command.sequence = link.sequence
    ORDER BY link.sequence`)
  const found = new Map<PartKey, Stored>()
  for (const { key, start, snapshot_bytes, sequence, mark, bytes } of rows) {
    const isStart = sequence === start
    const known = found.get(key) ?? {
      start: Number(start),
      mark: isStart ? mark : null,
      snapshotBytes: snapshot_bytes ?? 0,
      tail: [],
    }
    if (!isStart) known.tail.push({ sequence: Number(sequence), bytes })
    found.set(key, known)
  }
  return found
}

async function snapshotsAt(
  tx: Tx,
  wanted: readonly { key: PartKey; sequence: number }[],
): Promise<Map<PartKey, Buffer>> {
  if (wanted.length === 0) return new Map()
  const { rows } = await tx.execute<{ part: string; content: Buffer }>(sql`
    SELECT part, content FROM site.snapshot
    JOIN json_to_recordset(${JSON.stringify(wanted)}::json) AS given (key text, sequence bigint)
      ON snapshot.part = given.key AND snapshot.sequence = given.sequence
    WHERE site_id = ${SITE}`)
  return new Map(rows.map(({ part, content }) => [part, content]))
}
