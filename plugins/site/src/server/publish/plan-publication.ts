/** What the next version would be made of, and in what it differs from the one that is published. */
import { createHash } from "node:crypto"
import { ConflictError, type Ctx, InvalidInputError } from "@countersign/core/server"
import type { SharedPart } from "../../contract.ts"
import { type DocumentRef, keyOf, type SiteFacts } from "../../document.ts"
import { loadPart } from "../load-part.ts"
import { FACTS, SCRIPTS, STYLES } from "../parts.ts"
import { sequenceOf } from "../site-store.ts"
import { changedFacts, changedShared } from "./changed-facts.ts"
import { draftDocuments, planAt, readPointer } from "./publication-store.ts"
import type { VersionPlan } from "./site-version.ts"

export interface DocumentChange {
  readonly id: string
  readonly title: string
  readonly change: "added" | "changed" | "removed"
}

export interface NextVersion {
  /** What it is compared with: the version that is published, by its number. Nothing was published before the first. */
  readonly number: number
  readonly published: VersionPlan
  readonly sequence: number
  readonly stylesSequence: number
  readonly facts: SiteFacts
  /** All documents of the draft, whether visitors would find them or not. */
  readonly draft: Draft
  /** By key, of all that it has. */
  readonly sequences: ReadonlyMap<string, number>
  readonly changes: readonly DocumentChange[]
  /** What changes for all pages at once. */
  readonly shared: readonly SharedPart[]
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
  for (const [key, known] of draft)
    if (takes(key) && isFound(draftFacts, key)) sequences.set(key, known.sequence)
    else if (chosen?.has(key) && !published.documents.has(key))
      throw new ConflictError(`"${known.title}" has no address yet, so visitors could not find it. Give it one first.`)
  const facts = chosen ? mergeFacts(published.facts, draftFacts, { chosen, withStyles }) : draftFacts
  const stylesSequence = withStyles ? sequence : published.stylesSequence
  const stylesChanged =
    withStyles && (await stylesAt(ctx, stylesSequence)) !== (await stylesAt(ctx, published.stylesSequence))
  return {
    number: publication,
    published,
    sequence,
    stylesSequence,
    facts,
    draft,
    sequences,
    changes: changesBetween(published, { sequences, facts }, draft),
    shared: [...(stylesChanged ? (["styles"] as const) : []), ...changedShared(published.facts, facts)],
  }
}

/** Nobody gets to a page without an address, so it is no part of what visitors see. */
function isFound(facts: SiteFacts, key: string): boolean {
  const [type, id = ""] = key.split(":")
  return type !== "page" || (Object.hasOwn(facts.pages, id) && facts.pages[id]?.address !== undefined)
}

export const NOTHING_NEW = "The draft is what is published already. Change something first."

/** Whether the draft is what is published. */
export function isNothing({ changes, shared }: NextVersion): boolean {
  return changes.length === 0 && shared.length === 0
}

/** A page whose content is the same has changed too where its address, or what search engines are told, has. */
export function changesBetween(
  published: VersionPlan,
  { sequences, facts }: Pick<NextVersion, "sequences" | "facts">,
  titles: ReadonlyMap<string, { title: string }>,
): DocumentChange[] {
  const changes: DocumentChange[] = []
  const toldOtherwise = changedFacts(published.facts, facts)
  for (const [key, sequence] of sequences) {
    const before = published.documents.get(key)
    if (before?.sequence === sequence && !toldOtherwise.has(key)) continue
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
