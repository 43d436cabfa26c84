/** What of each document visitors would see otherwise, in the few words that a list has room for. */
import { isDeepStrictEqual } from "node:util"
import type { Ctx } from "@countersign/core/server"
import {
  type NodeRecord,
  recordOf,
  type SiteDocument,
  type SiteFacts,
  type SiteNode,
  subtreeOf,
} from "../../document.ts"
import { loadPart } from "../load-part.ts"
import { factsOfKey } from "./changed-facts.ts"
import type { DocumentChange, NextVersion } from "./plan-publication.ts"

export interface ToldChange extends DocumentChange {
  /** Of a page: where visitors will find it, or found it. */
  readonly address: string | null
  /** The sequence at which visitors see it; null for what is new. */
  readonly shownAt: number | null
  /** "the title", "2 texts"; empty for what is new, or goes. */
  readonly what: string[]
}

// Each takes its document at two moments from the log: a list of more is read by nobody.
const MOST_TOLD = 50

export async function toldChanges(
  ctx: Ctx,
  { changes, published, facts, sequences }: Pick<NextVersion, "changes" | "published" | "facts" | "sequences">,
): Promise<ToldChange[]> {
  const told: ToldChange[] = []
  let compared = 0
  for (const change of changes) {
    const [from, to] = [published.documents.get(change.id)?.sequence, sequences.get(change.id)]
    const shownAt = from ?? null
    const address = addressIn(facts, change.id) ?? addressIn(published.facts, change.id) ?? null
    if (from === undefined || to === undefined || compared === MOST_TOLD) {
      told.push({ ...change, address, shownAt, what: [] })
      continue
    }
    compared += 1
    const ofContent = from === to ? [] : contentWords(await at(ctx, change.id, from), await at(ctx, change.id, to))
    told.push({ ...change, address, shownAt, what: [...ofContent, ...factWords(published.facts, facts, change.id)] })
  }
  return told
}

function addressIn(facts: SiteFacts, key: string): string | undefined {
  const known = factsOfKey(facts, key)
  return known && "address" in known ? known.address : undefined
}

async function at(ctx: Ctx, key: string, sequence: number): Promise<SiteDocument | null> {
  return (await loadPart(ctx, key, sequence)).part.documents.get(key) ?? null
}

/** Something new counts once, with all that stands in it. */
export function contentWords(before: SiteDocument | null, after: SiteDocument | null): string[] {
  if (!before || !after) return []
  const [older, newer] = [nodesOf(before), nodesOf(after)]
  const count = { texts: 0, looks: 0, parts: 0, order: 0 }
  for (const [id, node] of newer) {
    const was = older.get(id)
    if (was) for (const kind of new Set(kindsOf(recordOf(was), recordOf(node)))) count[kind] += 1
  }
  const added = rootsIn(newer, older)
  const removed = rootsIn(older, newer)
  return [
    ...(before.title === after.title ? [] : ["the title"]),
    ...counted(count.texts, "text", "texts"),
    ...counted(count.looks, "part looks otherwise", "parts look otherwise"),
    ...counted(count.parts, "part changed", "parts changed"),
    ...counted(added, "part added", "parts added"),
    ...counted(removed, "part removed", "parts removed"),
    ...(count.order > 0 && added + removed === 0 ? ["the order of parts"] : []),
  ]
}

type Kind = "texts" | "looks" | "parts" | "order"

const KINDS: Readonly<Record<string, Kind>> = { text: "texts", classes: "looks", classText: "looks", style: "looks" }

function kindsOf(before: NodeRecord, after: NodeRecord): Kind[] {
  const [older, newer] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  return [...new Set([...older.keys(), ...newer.keys()])].flatMap((field): Kind[] => {
    if (isDeepStrictEqual(older.get(field), newer.get(field))) return []
    return [field === "children" ? "order" : (KINDS[field] ?? "parts")]
  })
}

function nodesOf({ nodes, rootNodeId }: SiteDocument): Map<string, SiteNode> {
  return new Map(subtreeOf(nodes, rootNodeId).map((node) => [node.id, node]))
}

function rootsIn(nodes: ReadonlyMap<string, SiteNode>, others: ReadonlyMap<string, SiteNode>): number {
  let roots = 0
  for (const [id, { parent }] of nodes) if (!others.has(id) && (parent === null || others.has(parent))) roots += 1
  return roots
}

function counted(count: number, one: string, many: string): string[] {
  return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]
}

const FACT_WORDS: Readonly<Record<string, string>> = {
  address: "the address",
  description: "the description",
  image: "the social picture",
  language: "the language",
  noindex: "whether search engines show it",
  seoTitle: "the title for search engines",
  target: "what it is used for",
  priority: "its priority",
}

function factWords(before: NextVersion["facts"], after: NextVersion["facts"], key: string): string[] {
  const older: Readonly<Record<string, unknown>> = { ...factsOfKey(before, key) }
  const newer: Readonly<Record<string, unknown>> = { ...factsOfKey(after, key) }
  return [...new Set([...Object.keys(older), ...Object.keys(newer)])].flatMap((field) =>
    isDeepStrictEqual(older[field], newer[field]) ? [] : [FACT_WORDS[field] ?? "its settings"],
  )
}
