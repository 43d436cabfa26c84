import { createHash } from "node:crypto"
import type { AnyProcedure, ParsedInputOf } from "@countersign/core/contract"
import { quoteName } from "@countersign/core/contract"
import { asFeedback, type Ctx, InvalidInputError, type Preview, type PreviewThing } from "@countersign/core/server"
import { apply, type Command, guardBySettings, keyOf, type Site, type SiteDocument } from "../../../document.ts"
import { flatten, partOf } from "../../parts.ts"
import { sequenceOf } from "../../site-store.ts"
import { wordsOf } from "../../whose-words.ts"
import { elementWords } from "./element-words.ts"
import { loadSiteFor } from "./load-site.ts"
import { idsAfter, type RunVerb, refusing } from "./make-verb.ts"

/**
 * The card of a change of the draft, for where an administrator wants two people for it. The runner is tried, so that what would be
 * refused is refused now; what the change would take away binds the signature.
 */
export async function previewDraft<P extends AnyProcedure>(
  ctx: Ctx,
  verb: RunVerb<P>,
  input: ParsedInputOf<P>,
  words: string,
): Promise<Preview> {
  const site = await loadSiteFor(ctx, await sequenceOf(ctx.tx), input as object)
  const { commands, warnings, inverse } = await tried(ctx, site, verb, input)
  const documents = documentsIn(site, commands)
  return {
    summary: [words, ...namesOf(documents)].join(" in "),
    target: { undone: createHash("sha256").update(JSON.stringify(inverse)).digest("base64url") },
    things: documents.map(thingOf),
    consequences: [...elementWords(site, input as object), ...warnings],
  }
}

/** Ids of what is only tried: nothing has ever been made at such a sequence. */
const BEFORE_ALL = -1

/** What a call would do, without doing it. What it would be refused for goes back to the model that asked. */
export function tried<P extends AnyProcedure>(ctx: Ctx, site: Site, verb: RunVerb<P>, input: ParsedInputOf<P>) {
  return asFeedback(firstOf(input as object), async () => {
    const known = await verb.needs?.(ctx, input)
    const context = { ...idsAfter(BEFORE_ALL), ...known }
    const { commands, data, warnings = [] } = refusing(() => verb.run(site, input, context))
    const applied = apply(site, { type: "group", commands }, guardBySettings)
    if (!applied.ok) throw new InvalidInputError(applied.reason)
    return { commands, data, warnings, inverse: applied.inverse, site: applied.site }
  })
}

/** Whatever is wrong with a call, this is the argument to begin with. */
function firstOf(input: object): string {
  return Object.keys(input)[0] ?? "document"
}

const MOST_NAMED = 3

function documentsIn(site: Site, commands: readonly Command[]): SiteDocument[] {
  const keys = new Set(flatten({ type: "group", commands }).map(partOf))
  return [...site.documents.values()].filter(({ ref }) => keys.has(keyOf(ref)))
}

function namesOf(documents: readonly SiteDocument[]): string[] {
  if (documents.length === 0) return []
  const more = documents.length - MOST_NAMED
  const names = documents.slice(0, MOST_NAMED).map(({ title }) => quoteName(title))
  return [[...names, ...(more > 0 ? [`${more} more`] : [])].join(", ")]
}

/** Inputs name documents by their bare ids. */
export function thingOf({ ref, title }: Pick<SiteDocument, "ref" | "title">): PreviewThing {
  return { type: `site.${ref.type}`, id: ref.id, name: title, partOf: wordsOf(ref) }
}
