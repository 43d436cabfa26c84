import { type SQL, sql } from "drizzle-orm"
import type { Author, TimelineLink, Visibility } from "../../contract/kit/timeline.ts"
import { VISIBILITIES } from "../../contract/kit/visibility.ts"
import type { Tx } from "../../db/database.ts"
import { keyset, type Page, type PageRequest } from "../../db/keyset.ts"
import { instant } from "../../db/sql-fragments.ts"
import { raw } from "../inherits/reach-sql.ts"

/** An update as the table has it. */
export type Update = {
  id: string
  message: string
  status: string | null
  visibility: Visibility
  author: Author
  at: string
  editedAt: string | null
  version: number
}

export type RecordedValue = string | number | boolean | null | readonly string[]
export type RecordedChanges = Record<string, { before: RecordedValue; after: RecordedValue }>

export type Revision = {
  id: string
  kind: `${string}Edited` | "updateDeleted"
  updateId: string | null
  author: Author
  at: string
  changes: RecordedChanges
}

/** The entries of a timeline in the tables that `timelineTables` makes; each row goes by `entry`. */
export function timelineEntries(schema: string, noun: string) {
  const table = raw(`${schema}.${noun}`)
  const updates = raw(`${schema}.${noun}_update`)
  const links = raw(`${schema}.${noun}_link`)
  const revisions = raw(`${schema}.${noun}_revision`)
  const owner = raw(`${noun}_id`)
  const author = sql`jsonb_build_object('id', entry.author_id, 'name', entry.author_name) AS author`
  const updateColumns = sql`entry.id, entry.message, entry.status, entry.visibility, ${author},
    ${instant(sql`entry.at`)} AS at, ${instant(sql`entry.edited_at`)} AS "editedAt", entry.version`
  const linkColumns = sql`entry.id, entry.label, entry.url, ${instant(sql`entry.at`)} AS at,
    jsonb_build_object('id', entry.added_by_id, 'name', entry.added_by_name) AS "addedBy"`
  const revisionColumns = sql`entry.id, entry.kind, entry.update_id AS "updateId", ${author},
    ${instant(sql`entry.at`)} AS at, entry.changes`

  async function pageOf<Entry extends Record<string, unknown>>(
    tx: Tx,
    id: string,
    visible: readonly Visibility[],
    request: PageRequest,
    from: { entries: SQL; columns: SQL },
  ): Promise<Page<Entry>> {
    const at = { expression: sql`entry.at`, type: "timestamptz" } as const
    const page = keyset(request, { at }, { expression: sql`entry.number`, type: "bigint" })
    const where = page.where(
      sql`entry.${owner} = ${id}::uuid`,
      sql`entry.visibility = ANY(${sql.param([...visible])}::text[])`,
    )
    const { rows } = await tx.execute(sql`
      SELECT ${from.columns}, entry.number, ${page.mark} AS mark FROM ${from.entries} entry
      WHERE ${where} ORDER BY ${sql.join(page.orderBy, sql`, `)} LIMIT ${page.limit}`)
    return page.toPage(
      rows as { mark: string; number: unknown }[],
      ({ number }) => String(number),
      ({ mark, number, ...entry }) => entry as Entry,
    )
  }

  return {
    listUpdates: (tx: Tx, id: string, visible: readonly Visibility[], request: PageRequest) =>
      pageOf<Update>(tx, id, visible, request, { entries: updates, columns: updateColumns }),

    async findUpdate(tx: Tx, id: string, updateId: string): Promise<Update | null> {
      const { rows } = await tx.execute<Update>(
        sql`SELECT ${updateColumns} FROM ${updates} entry WHERE entry.${owner} = ${id}::uuid AND entry.id = ${updateId}::uuid`,
      )
      return rows[0] ?? null
    },

    async countUpdates(tx: Tx, id: string): Promise<number> {
      const { rows } = await tx.execute<{ count: number }>(
        sql`SELECT count(*)::integer AS count FROM ${updates} WHERE ${owner} = ${id}::uuid`,
      )
      return rows[0]?.count ?? 0
    },

    async insertUpdate(
      tx: Tx,
      id: string,
      update: { message: string; status: string | null; visibility: Visibility; author: Author; at: Date },
    ): Promise<Update> {
      const { rows } = await tx.execute<Update>(sql`
        INSERT INTO ${updates} AS entry (${owner}, message, status, visibility, author_id, author_name, at)
        VALUES (${id}, ${update.message}, ${update.status}, ${update.visibility}, ${update.author.id}, ${update.author.name},
          ${update.at}) RETURNING ${updateColumns}`)
      return rows[0]!
    },

    /** Null when somebody corrected it since `version`. */
    async correctUpdate(
      tx: Tx,
      id: string,
      correction: {
        updateId: string
        version: number
        message: string | undefined
        visibility: Visibility | undefined
        at: Date
      },
    ): Promise<Update | null> {
      const { updateId, version, message = null, visibility = null, at } = correction
      const { rows } = await tx.execute<Update>(sql`
        UPDATE ${updates} AS entry SET message = coalesce(${message}, entry.message),
          visibility = coalesce(${visibility}, entry.visibility), edited_at = ${at}, version = entry.version + 1
        WHERE entry.${owner} = ${id}::uuid AND entry.id = ${updateId}::uuid AND entry.version = ${version}
        RETURNING ${updateColumns}`)
      return rows[0] ?? null
    },

    /** False when another caller deleted it first. Its earlier texts go with it. */
    async removeUpdate(tx: Tx, id: string, updateId: string): Promise<boolean> {
      const { rows } = await tx.execute(
        sql`DELETE FROM ${updates} WHERE ${owner} = ${id}::uuid AND id = ${updateId}::uuid RETURNING id`,
      )
      return rows.length > 0
    },

    async listLinks(tx: Tx, id: string): Promise<TimelineLink[]> {
      const { rows } = await tx.execute<TimelineLink>(
        sql`SELECT ${linkColumns} FROM ${links} entry WHERE entry.${owner} = ${id}::uuid ORDER BY entry.at, entry.number`,
      )
      return rows
    },

    async insertLink(
      tx: Tx,
      id: string,
      link: { label: string; url: string; addedBy: Author; at: Date },
    ): Promise<TimelineLink> {
      const { rows } = await tx.execute<TimelineLink>(sql`
        INSERT INTO ${links} AS entry (${owner}, label, url, added_by_id, added_by_name, at)
        VALUES (${id}, ${link.label}, ${link.url}, ${link.addedBy.id}, ${link.addedBy.name}, ${link.at})
        RETURNING ${linkColumns}`)
      return rows[0]!
    },

    /** Null when it is gone already. */
    async deleteLink(tx: Tx, id: string, linkId: string): Promise<TimelineLink | null> {
      const { rows } = await tx.execute<TimelineLink>(sql`
        DELETE FROM ${links} AS entry WHERE entry.${owner} = ${id}::uuid AND entry.id = ${linkId}::uuid RETURNING ${linkColumns}`)
      return rows[0] ?? null
    },

    listRevisions: (tx: Tx, id: string, visible: readonly Visibility[], request: PageRequest) =>
      pageOf<Revision>(tx, id, visible, request, { entries: revisions, columns: revisionColumns }),

    async insertRevision(
      tx: Tx,
      id: string,
      revision: Omit<Revision, "id" | "at"> & { visibility: Visibility; at: Date },
    ): Promise<void> {
      const { kind, updateId, visibility, at, changes } = revision
      await tx.execute(sql`
        INSERT INTO ${revisions} (${owner}, update_id, kind, visibility, author_id, author_name, at, changes)
        VALUES (${id}, ${updateId}, ${kind}, ${visibility}, ${revision.author.id}, ${revision.author.name}, ${at},
          ${JSON.stringify(changes)}::jsonb)`)
    },

    /** Puts another name wherever entries, and these columns of the things themselves, name this author. In how many places. */
    async renameAuthor(tx: Tx, authorId: string, name: string, columns: readonly string[]): Promise<number> {
      const places = [
        ...columns.map((column) => [table, column] as const),
        [updates, "author"] as const,
        [links, "added_by"] as const,
        [revisions, "author"] as const,
      ]
      let renamed = 0
      for (const [where, column] of places) {
        const { rowCount } = await tx.execute(sql`
          UPDATE ${where} SET ${sql.identifier(`${column}_name`)} = ${name} WHERE ${sql.identifier(`${column}_id`)} = ${authorId}`)
        renamed += rowCount ?? 0
      }
      return renamed
    },
  }
}

/** Of two, the one that fewer people may read. */
export function narrower(one: Visibility, other: Visibility): Visibility {
  return VISIBILITIES[Math.max(VISIBILITIES.indexOf(one), VISIBILITIES.indexOf(other))]!
}
