/** A site as it is published, or is about to be. */
import type { Ctx } from "@countersign/core/server"
import type { Stylesheet } from "../../document/css/stylesheet.ts"
import type { Script, SiteDocument, SiteFacts } from "../../document.ts"
import { loadPart } from "../load-part.ts"
import { SCRIPTS, STYLES } from "../parts.ts"
import { type PartsAhead, readAhead } from "../read-ahead.ts"

export interface SiteVersion {
  readonly facts: SiteFacts
  readonly sheets: readonly Stylesheet[]
  readonly scripts: readonly Script[]
  /** All of its documents, by key. */
  readonly documents: ReadonlyMap<string, VersionDocument>
  load(key: string): Promise<SiteDocument | null>
  /** Says which documents will be asked for soon, each once. */
  expect(keys: readonly string[]): Promise<void>
}

export interface VersionDocument {
  readonly title: string
  readonly sequence: number
  readonly publishedAt: string
  readonly updatedAt: string
}

export interface VersionPlan {
  readonly facts: SiteFacts
  readonly stylesSequence: number
  readonly documents: ReadonlyMap<string, VersionDocument>
}

/** Documents are read when somebody asks for them: a change of one row needs one page. */
export async function openVersion(ctx: Ctx, plan: VersionPlan): Promise<SiteVersion> {
  const { part: styles } = await loadPart(ctx, STYLES, plan.stylesSequence)
  const { part: scripts } = await loadPart(ctx, SCRIPTS, plan.stylesSequence)
  let ahead: PartsAhead | null = null
  return {
    facts: plan.facts,
    sheets: styles.sheets,
    scripts: scripts.scripts,
    documents: plan.documents,
    async load(key) {
      const known = plan.documents.get(key)
      if (!known) return null
      const { part } = (await ahead?.take(key)) ?? (await loadPart(ctx, key, known.sequence))
      return part.documents.get(key) ?? null
    },
    async expect(keys) {
      const known = keys.flatMap((key) => {
        const document = plan.documents.get(key)
        return document ? [[key, document.sequence] as const] : []
      })
      // One is read as it always is, and kept in memory.
      ahead = known.length > 1 ? await readAhead(ctx, new Map(known)) : null
    },
  }
}
