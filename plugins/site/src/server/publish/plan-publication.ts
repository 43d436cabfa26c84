/** What the next version would be made of, and in what it differs from the one that is published. */
import { createHash } from "node:crypto"
import { type Ctx, InvalidInputError } from "@countersign/core/server"
import { type DocumentRef, keyOf, type SiteFacts } from "../../document.ts"
import { loadPart } from "../load-part.ts"
import { FACTS, SCRIPTS, STYLES } from "../parts.ts"
import { sequenceOf } from "../site-store.ts"
import { draftDocuments, planAt, readPointer } from "./publication-store.ts"
import type { VersionPlan } from "./site-version.ts"

export interface DocumentChange {
  readonly id: string
  readonly title: string
  readonly change: "added" | "changed" | "removed"
}

export interface NextVersion {
  readonly sequence: number
  readonly stylesSequence: number
  readonly facts: SiteFacts
  /** By key, of all that it has. */
  readonly sequences: ReadonlyMap<string, number>
  readonly titles: ReadonlyMap<string, string>
  readonly changes: readonly DocumentChange[]
  readonly stylesChanged: boolean
  readonly factsChanged: boolean
}

export async function planNext(
  ctx: Ctx,
  { documents, styles, sequence: asked }: { documents?: readonly DocumentRef[]; styles: boolean; sequence?: number },
): Promise<NextVersion> {
  const latest = await sequenceOf(ctx.tx)
  const sequence = asked ?? latest
  if (sequence > latest)
    throw new InvalidInputError(`Nothing has happened at ${sequence} yet: the latest is ${latest}.`)
  const { publication } = await readPointer(ctx.tx)
  const published = (await planAt(ctx.tx, publication))!
  const draft = await presentAt(ctx, sequence)
  const draftFacts = (await loadPart(ctx, FACTS, sequence)).part.facts
  const chosen = documents && new Set(documents.map(keyOf))
  if (chosen) for (const key of chosen) demandKnown(key, draft, published)
  const takes = (key: string) => !chosen || chosen.has(key)
  const withStyles = !chosen || styles || publication === 0
  const sequences = new Map<string, number>()
  for (const [key, known] of published.documents) if (!takes(key)) sequences.set(key, known.sequence)
  for (const [key, known] of draft) if (takes(key)) sequences.set(key, known.sequence)
  const facts = chosen ? mergeFacts(published.facts, draftFacts, { chosen, withStyles }) : draftFacts
  const stylesSequence = withStyles ? sequence : published.stylesSequence
  return {
    sequence,
    stylesSequence,
    facts,
    sequences,
    titles: new Map([...published.documents, ...draft].map(([key, { title }]) => [key, title])),
    changes: changesBetween(published, sequences, draft),
    stylesChanged:
      withStyles && (await stylesAt(ctx, stylesSequence)) !== (await stylesAt(ctx, published.stylesSequence)),
    factsChanged: JSON.stringify(facts) !== JSON.stringify(published.facts),
  }
}

export const NOTHING_NEW = "The draft is what is published already. Change something first."

/** Whether the draft is what is published. */
export function isNothing({ changes, stylesChanged, factsChanged }: NextVersion): boolean {
  return changes.length === 0 && !stylesChanged && !factsChanged
}

export function changesBetween(
  published: VersionPlan,
  sequences: ReadonlyMap<string, number>,
  titles: ReadonlyMap<string, { title: string }>,
): DocumentChange[] {
  const changes: DocumentChange[] = []
  for (const [key, sequence] of sequences) {
    const before = published.documents.get(key)
    if (before?.sequence === sequence) continue
    const title = titles.get(key)?.title ?? before?.title ?? key
    changes.push({ id: key, title, change: before ? "changed" : "added" })
  }
  for (const [key, { title }] of published.documents)
    if (!sequences.has(key)) changes.push({ id: key, title, change: "removed" })
  return changes
}

type Draft = ReadonlyMap<string, { sequence: number; title: string }>

async function presentAt(ctx: Ctx, sequence: number): Promise<Draft> {
  const known = new Map<string, { sequence: number; title: string }>()
  for (const { key, sequence: last, title, present } of await draftDocuments(ctx.tx, sequence)) {
    // Changed since: whether it was there then, and under which title, only the document tells.
    const then = present === null ? (await loadPart(ctx, key, sequence)).part.documents.get(key) : null
    if (present ?? then) known.set(key, { sequence: last, title: then?.title ?? title })
  }
  return known
}

function demandKnown(key: string, draft: Draft, published: VersionPlan): void {
  if (draft.has(key) || published.documents.has(key)) return
  throw new InvalidInputError(
    `There is no ${key.replace(":", " ")} in the draft. List the documents to find the right one.`,
  )
}

/** Facts of the chosen documents as the draft has them; what all pages share goes with the styles. */
function mergeFacts(
  published: SiteFacts,
  draft: SiteFacts,
  { chosen, withStyles }: { chosen: ReadonlySet<string>; withStyles: boolean },
): SiteFacts {
  const shared = withStyles ? draft : published
  return {
    ...shared,
    redirects: { ...published.redirects, ...draft.redirects },
    pages: overlay(published.pages, draft.pages, (id) => chosen.has(`page:${id}`)),
    templates: overlay(published.templates, draft.templates, (id) => chosen.has(`template:${id}`)),
  }
}

function overlay<T>(
  before: Readonly<Record<string, T>>,
  after: Readonly<Record<string, T>>,
  takes: (id: string) => boolean,
): Record<string, T> {
  return Object.fromEntries([
    ...Object.entries(before).filter(([id]) => !takes(id)),
    ...Object.entries(after).filter(([id]) => takes(id)),
  ])
}

async function stylesAt(ctx: Ctx, sequence: number): Promise<string> {
  const { part: styles } = await loadPart(ctx, STYLES, sequence)
  const { part: scripts } = await loadPart(ctx, SCRIPTS, sequence)
  return createHash("sha256")
    .update(JSON.stringify([styles.sheets, scripts.scripts]))
    .digest("base64url")
}
