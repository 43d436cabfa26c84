/** Commands as they travel and as the log keeps them. A group is told as the list of its commands, one after the other. */
import { line } from "@countersign/core/contract"
import { z } from "zod"
import { factCommands } from "./fact-commands.ts"
import { LIMITS, SENDING } from "./limits.ts"

const DOCUMENT_TYPES = ["page", "template", "visualComponent"] as const

const Id = z.string().min(1).max(60)
const Words = z.string().max(LIMITS.text)
const Attribute = z.tuple([z.string().max(200), Words])
/** A bound wider than the library's: its own refusal costs a tab one gesture, and this one everything that it sent along. */
const Title = line("A title", 10_000)
const Label = line("A name for a node", 10_000)

export const DocumentRef = z.strictObject({ type: z.enum(DOCUMENT_TYPES), id: Id })

const Place = z.strictObject({ parent: Id, after: Id.nullable(), before: Id.nullable() })

const extras = {
  label: Label.optional(),
  locked: z.literal(true).optional(),
  hidden: z.literal(true).optional(),
}
const shape = {
  ...extras,
  kind: z.literal("element"),
  id: Id,
  tag: z.string().max(100),
  namespace: z.enum(["html", "svg", "math"]),
  attributes: z.array(Attribute).max(LIMITS.attributes),
  classes: z.array(Words).max(LIMITS.classes),
  classText: Words.optional(),
  style: Words.nullable(),
  overrides: z.record(Id, z.array(Attribute).max(LIMITS.attributes)).optional(),
  bindings: z.record(z.string().max(200), Words).optional(),
}
const ElementShape = z.strictObject(shape)
const NodeRecord = z.discriminatedUnion("kind", [
  z.strictObject({ ...shape, children: z.array(Id).max(LIMITS.nodes) }),
  z.strictObject({ ...extras, kind: z.literal("text"), id: Id, text: Words }),
  z.strictObject({ ...extras, kind: z.literal("comment"), id: Id, text: Words }),
])
const Fragment = z.strictObject({
  roots: z.array(Id).max(LIMITS.nodes),
  nodes: z.array(NodeRecord).max(LIMITS.nodes),
})

export const DocumentContent = z.strictObject({
  title: Title,
  mode: z.enum(["standards", "limited-quirks", "quirks"]),
  contentNodeId: Id,
  fragment: Fragment,
})

const Piece = z.strictObject({ id: Id, text: Words })
export const Stylesheet = z.strictObject({
  id: Id,
  name: line("The name of a stylesheet", 500),
  media: z.string().max(2_000),
  pieces: z.array(Piece).max(50_000),
})
const StyleEdit = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("replace"), piece: Id, expected: Words, text: Words }),
  z.strictObject({ type: z.literal("add"), piece: Piece, after: Id.nullable() }),
  z.strictObject({ type: z.literal("remove"), piece: Id, expected: Words }),
])

const on = { document: DocumentRef, node: Id }
const AttributeName = z
  .string()
  .regex(/^[A-Za-z_:][A-Za-z0-9_:.-]{0,199}$/, "Takes the name of an attribute, such as href or data-state.")
const Names = z.array(z.string().max(1_000)).max(LIMITS.classes)

export const SiteCommand = z.union([
  z.discriminatedUnion("type", [
    z.strictObject({ type: z.literal("document.add"), document: DocumentRef, content: DocumentContent }),
    z.strictObject({ type: z.literal("document.remove"), document: DocumentRef }),
    z.strictObject({ type: z.literal("document.set"), document: DocumentRef, title: Title }),
    z.strictObject({ type: z.literal("sheet.add"), sheet: Stylesheet, after: Id.nullable() }),
    z.strictObject({ type: z.literal("sheet.remove"), sheet: Id }),
    z.strictObject({
      type: z.literal("editStyles"),
      sheet: Id,
      edits: z.array(StyleEdit).min(1).max(SENDING.styleEdits),
    }),
    ...factCommands,
    z.strictObject({ type: z.literal("insert"), document: DocumentRef, place: Place, fragment: Fragment }),
    z.strictObject({ type: z.literal("remove"), ...on }),
    z.strictObject({ type: z.literal("move"), ...on, place: Place }),
    z.strictObject({ type: z.literal("join"), document: DocumentRef, left: Id, right: Id }),
    z.strictObject({
      type: z.literal("setAttributes"),
      ...on,
      set: z.record(z.string().max(200), Words.nullable()),
      order: Names.optional(),
      breakpoint: Id.optional(),
    }),
    z.strictObject({ type: z.literal("setText"), ...on, text: Words, base: Words }),
    z.strictObject({
      type: z.literal("spliceText"),
      ...on,
      at: z.int().min(0).max(LIMITS.text),
      removed: Words,
      inserted: Words,
    }),
    z.strictObject({
      type: z.literal("setClasses"),
      ...on,
      add: Names,
      remove: Names,
      order: Names.optional(),
      written: Words.optional(),
    }),
    z.strictObject({ type: z.literal("setInlineStyle"), ...on, style: Words.nullable() }),
    z.strictObject({ type: z.literal("duplicate"), ...on, ids: z.array(Id).min(1).max(LIMITS.nodes) }),
    z.strictObject({
      type: z.literal("wrap"),
      document: DocumentRef,
      nodes: z.array(Id).max(LIMITS.nodes),
      wrapper: ElementShape,
    }),
    z.strictObject({ type: z.literal("unwrap"), ...on }),
    z.strictObject({ type: z.literal("rename"), ...on, label: Label.nullable() }),
    z.strictObject({
      type: z.literal("setFlags"),
      ...on,
      locked: z.boolean().optional(),
      hidden: z.boolean().optional(),
    }),
    z.strictObject({ type: z.literal("bind"), ...on, name: AttributeName, binding: Words.nullable() }),
  ]),
  z.strictObject({
    type: z.literal("split"),
    ...on,
    at: z.int().min(0).max(LIMITS.text),
    right: z.strictObject({ ...extras, id: Id }),
  }),
  z.strictObject({
    type: z.literal("split"),
    ...on,
    before: Id.nullable(),
    right: z.union([ElementShape, z.strictObject({ id: Id })]),
  }),
])
export type SiteCommand = z.infer<typeof SiteCommand>
