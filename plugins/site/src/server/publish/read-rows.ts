/** Rows for the loops of a site that is being made. */
import { createHash } from "node:crypto"
import type { Ctx } from "@countersign/core/server"
import { loopSourceKind } from "../../contract/loop-source.ts"
import {
  keyOfQuery,
  type LoopQuery,
  PAGES,
  queryRows,
  type RowsPage,
  type SourceWords,
  type Values,
} from "../../render.ts"
import { addressOfPage } from "./addresses.ts"
import type { MediaAddresses } from "./media-addresses.ts"
import type { SiteVersion } from "./site-version.ts"

export interface RowReader {
  readonly sources: ReadonlyMap<string, SourceWords>
  /** What was read so far, by the key of its query. */
  readonly known: Map<string, RowsPage>
  /** Each query is asked once. */
  read(query: LoopQuery): Promise<RowsPage>
  /** Two that are alike gave the same rows. */
  answerOf(query: LoopQuery): Promise<string>
}

export function openRows(ctx: Ctx, version: SiteVersion, media: MediaAddresses): RowReader {
  const entries = new Map(ctx.kinds.all(loopSourceKind).map((entry) => [entry.id, entry]))
  const asked = new Map<string, Promise<RowsPage>>()
  const answers = new Map<string, Promise<string>>()
  let pages: readonly Values[] | undefined
  const reader: RowReader = {
    known: new Map(),
    sources: new Map([...entries].map(([id, { words }]) => [id, words])),
    read(query) {
      const key = keyOfQuery(query)
      const known = asked.get(key) ?? ask(query)
      asked.set(key, known)
      return known
    },
    answerOf(query) {
      const key = keyOfQuery(query)
      const known = answers.get(key) ?? reader.read(query).then(fingerprintOf)
      answers.set(key, known)
      return known
    },
  }
  return reader

  async function ask(query: LoopQuery): Promise<RowsPage> {
    if (query.source === PAGES.id) {
      pages ??= pageRows(version, media)
      return queryRows(pages, PAGES.fields, query)
    }
    const entry = entries.get(query.source)
    // Entries take the context that they are called with; the contract knows no server's types.
    return entry ? entry.read(ctx as never, query) : { rows: [], total: 0 }
  }
}

function fingerprintOf(rows: RowsPage): string {
  return createHash("sha256").update(JSON.stringify(rows)).digest("base64url")
}

/** The pages of this version, whatever was published before. */
export function pageRows(
  { facts, documents }: Pick<SiteVersion, "facts" | "documents">,
  media: MediaAddresses,
): Values[] {
  return [...documents].flatMap(([key, { title, publishedAt, updatedAt }]) => {
    const id = key.startsWith("page:") ? key.slice("page:".length) : null
    const known = id === null ? undefined : facts.pages[id]
    if (id === null || known?.address === undefined) return []
    return [
      {
        id,
        title,
        description: known.description ?? null,
        address: addressOfPage(known.address),
        image: known.image ? media(known.image) : null,
        listed: known.noindex !== true,
        publishedAt,
        updatedAt,
      },
    ]
  })
}
