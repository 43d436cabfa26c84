import { defineKind, type KindEntry } from "@countersign/core/contract"
import type { Ctx } from "@countersign/core/server"
import type { LoopQuery, RowsPage, SourceWords } from "../render/loops/loop-source.ts"

/** What a page can loop over. A source gives only what everybody may read: a site has no session. */
export interface LoopSourceEntry extends KindEntry {
  readonly words: SourceWords
  /** Asks a verb of its plugin that answers anybody. */
  read(ctx: Ctx, query: LoopQuery): Promise<RowsPage>
}
export const loopSourceKind = defineKind<LoopSourceEntry>("site.loopSource", "sources of loops")

/** Entries with pages of their own, such as articles. None until a plugin brings one. */
export interface PostTypeEntry extends KindEntry {
  readonly words: SourceWords
}
export const postTypeKind = defineKind<PostTypeEntry>("site.postType", "post types")
