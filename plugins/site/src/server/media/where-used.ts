/** Which documents and stylesheets name an address. A part that did not change since it was looked at is not looked at again. */
import type { Ctx } from "@countersign/core/server"
import type { MediaUse } from "../../contract/media.ts"
import { addressesIn } from "../../document/safety/urls.ts"
import type { Site, SiteDocument } from "../../document.ts"
import { loadPart } from "../load-part.ts"
import { listParts } from "../part-store.ts"
import { FACTS, STYLES } from "../parts.ts"
import { sequenceOf } from "../site-store.ts"
import { MEDIA_PATH, sizeNameFor } from "./media-names.ts"
import type { StoredMedia } from "./media-store.ts"

export async function whereUsed(ctx: Ctx, media: readonly StoredMedia[]): Promise<Map<string, MediaUse[]>> {
  const wanted = new Map<string, string>()
  for (const { id, fileName, sizes } of media) {
    wanted.set(fileName, id)
    for (const { width } of sizes) wanted.set(sizeNameFor(fileName, width), id)
  }
  const found = new Map<string, MediaUse[]>(media.map(({ id }) => [id, []]))
  const note = (id: string | undefined, use: MediaUse) => {
    const uses = id === undefined ? undefined : found.get(id)
    if (uses && !uses.some((one) => one.type === use.type && one.id === use.id)) uses.push(use)
  }
  const upTo = await sequenceOf(ctx.tx)
  const facts = (await loadPart(ctx, FACTS, upTo)).part.facts
  for (let after: string | undefined; ; ) {
    const page = await listParts(ctx.tx, { limit: 500, ...(after !== undefined && { after }) })
    for (const { type, id, title, sequence } of page.documents) {
      const use: MediaUse = { type, id, title }
      const { names } = await lookInto(ctx, `${type}:${id}`, sequence)
      for (const name of names) note(wanted.get(name), use)
      if (type === "page") note(facts.pages[id]?.image, use)
    }
    if (page.next === null) break
    after = page.next
  }
  const { sheets } = (await loadPart(ctx, STYLES, upTo)).part
  for (const { id, name, pieces } of sheets)
    for (const { text } of pieces)
      for (const one of namesInText(text)) note(wanted.get(one), { type: "stylesheet", id, title: name })
  for (const font of Object.values(facts.tokens.fonts))
    for (const { media: id } of font.files ?? []) note(id, { type: "stylesheet", id: "tokens", title: font.name })
  return found
}

/** Names of the files that documents, as they were at a sequence, and sheets show or link. */
export async function namesUsed(
  ctx: Ctx,
  { documents, sheets }: { documents: ReadonlyMap<string, { sequence: number }>; sheets: Site["sheets"] },
): Promise<Set<string>> {
  const names = new Set<string>()
  for (const [key, { sequence }] of documents)
    for (const name of (await lookInto(ctx, key, sequence)).names) names.add(name)
  for (const { pieces } of sheets) for (const { text } of pieces) for (const name of namesInText(text)) names.add(name)
  return names
}

interface Looked {
  readonly sequence: number
  readonly names: ReadonlySet<string>
}
const lookedBy = new WeakMap<object, Map<string, Looked>>()
const MOST_REMEMBERED = 5_000

async function lookInto(ctx: Ctx, key: string, sequence: number): Promise<Looked> {
  const known = lookedBy.get(ctx.runtime) ?? new Map<string, Looked>()
  lookedBy.set(ctx.runtime, known)
  const before = known.get(key)
  if (before?.sequence === sequence) return before
  const { part } = await loadPart(ctx, key, sequence)
  const looked: Looked = { sequence, names: namesIn(part, key) }
  if (known.size >= MOST_REMEMBERED) known.clear()
  known.set(key, looked)
  return looked
}

function namesIn(part: Site, key: string): Set<string> {
  const names = new Set<string>()
  const document: SiteDocument | undefined = part.documents.get(key)
  if (!document) return names
  const add = (text: string) => {
    for (const one of namesInText(text)) names.add(one)
  }
  for (const node of document.nodes.values()) {
    if (node.kind !== "element") continue
    for (const [name, value] of [...node.attributes, ...Object.values(node.overrides ?? {}).flat()]) {
      if (!value.includes(MEDIA_PATH)) continue
      if (name === "srcset") for (const { start, end } of addressesIn(value)) add(value.slice(start, end))
      else add(value)
    }
    if (node.style?.includes(MEDIA_PATH)) add(node.style)
  }
  return names
}

/** Names of files behind the path, wherever they stand in a text. */
function namesInText(text: string): string[] {
  return [...text.matchAll(/\/_media\/([a-z0-9][a-z0-9.-]{0,150})/g)].map(([, name]) => name!)
}
