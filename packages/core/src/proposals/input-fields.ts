import { z } from "zod"
import type { Ctx } from "../access/ctx.ts"
import type { RegisteredTool } from "../access/points/tool.ts"
import { cardWordsOf, codesOf } from "../contract/card-words.ts"
import { inputSchemaOf } from "../contract/procedure.ts"
import type { FieldShape, InputField } from "../contract/proposal.ts"
import { bareOf, referenceOf } from "../contract/refers-to.ts"
import { ConflictError } from "../errors.ts"
import { PROPOSAL_PAYLOAD } from "../secrets/sealed-columns.ts"
import { noSuchProposal } from "./apply.ts"
import { isInstant, labelOf, shapeOf } from "./field-diff.ts"
import { findProposal, openJson } from "./proposal-store.ts"
import { isAskers } from "./proposal-view.ts"

export interface ProposalInput {
  toolName: string
  input: Record<string, unknown>
  fields: InputField[]
}

/** What a proposal was asked with, for whoever asked to change it before anybody signs. */
export async function readProposalInput(ctx: Ctx, proposalId: string): Promise<ProposalInput> {
  const { runtime } = ctx
  const row = await findProposal(runtime.database, proposalId)
  if (!row || !isAskers(ctx, row)) throw noSuchProposal(proposalId)
  const tool = runtime.tools.find(row.tool)
  if (row.status !== "proposed" || !row.signable || !row.payload || !tool)
    throw new ConflictError("This proposal no longer waits, so it cannot be changed. Ask for what you want anew.")
  const { version: _, ...input } = openJson(
    runtime.secrets.keyring,
    row.payload,
    PROPOSAL_PAYLOAD.at(row.id),
  ) as Record<string, unknown>
  return { toolName: tool.name, input, fields: inputFields(tool) }
}

/** The fields of a tool's input as a form shows them: in the words of its cards, each with the control that it takes. */
export function inputFields({ verb }: Pick<RegisteredTool, "verb">): InputField[] {
  return Object.entries(shapeOf(inputSchemaOf(verb.procedure)))
    .filter(([name]) => name !== "version")
    .map(([name, schema]) => ({ ...fieldOf(name, schema), isTarget: isTarget(schema) }))
}

function fieldOf(name: string, schema: unknown): Omit<InputField, "isTarget"> {
  return { name, label: cardWordsOf(schema)?.label ?? labelOf(name), shape: shapeFor(schema) }
}

/**
 * One id that cannot be left out says which thing it is all about: changing that would be another proposal. So do ids of
 * what nobody can choose, such as an update of an incident.
 */
function isTarget(schema: unknown): boolean {
  if (referenceOf(schema) === undefined) return isBareId(schema)
  return schema instanceof z.ZodType && !schema.safeParse(null).success && !isLeftOut(schema)
}

/** An id that does not say what it is the id of, a list of such, or any thing by its type and id. */
function isBareId(schema: unknown): boolean {
  const bare = bareOf(schema)
  if (bare instanceof z.ZodArray) return referenceOf(bare.element) === undefined && isBareId(bare.element)
  if (bare instanceof z.ZodObject) return "type" in bare.shape && "id" in bare.shape
  return bare instanceof z.ZodUUID || bare instanceof z.ZodGUID
}

function isLeftOut(schema: z.ZodType): boolean {
  return schema.safeParse(undefined).success
}

function shapeFor(schema: unknown): FieldShape {
  const type = referenceOf(schema)
  if (type) return { kind: "thing", type }
  const words = cardWordsOf(schema)
  const codes = codesOf(schema)
  if (codes.length > 0)
    return { kind: "choice", choices: codes.map((value) => ({ value, label: words?.values?.[value] ?? value })) }
  const bare = bareOf(schema)
  if (isInstant(schema)) return { kind: "instant" }
  if (isText(bare)) return { kind: "text" }
  if (bare instanceof z.ZodNumber) return { kind: "number" }
  if (bare instanceof z.ZodBoolean) return { kind: "boolean" }
  if (bare instanceof z.ZodRecord) return { kind: "pairs" }
  if (bare instanceof z.ZodArray) return listShape(bare.element)
  return bare instanceof z.ZodObject ? groupShape(bare) : { kind: "json" }
}

/** Also one of several: a name, or nothing. */
function isText(bare: unknown): boolean {
  if (bare instanceof z.ZodUnion) return bare.options.every((option) => isText(bareOf(option)))
  if (bare instanceof z.ZodLiteral) return [...bare.values].every((value) => typeof value === "string")
  return bare instanceof z.ZodString || bare instanceof z.ZodStringFormat
}

function groupShape(schema: z.ZodObject): FieldShape {
  const fields = Object.entries(schema.shape).map(([name, one]) => fieldOf(name, one))
  const simple = fields.flatMap(({ shape, ...field }) =>
    shape.kind === "rows" || shape.kind === "group" || shape.kind === "json" ? [] : [{ ...field, shape }],
  )
  return fields.length > 0 && simple.length === fields.length ? { kind: "group", fields: simple } : { kind: "json" }
}

type Column = Extract<FieldShape, { kind: "rows" }>["columns"][number]

function listShape(element: unknown): FieldShape {
  const type = referenceOf(element)
  if (type) return { kind: "things", type }
  const shape = shapeFor(element)
  if (shape.kind === "text") return { kind: "texts" }
  if (shape.kind === "choice") return { ...shape, kind: "choices" }
  const columns = Object.entries(shapeOf(bareOf(element))).map(([name, schema]) => ({
    ...fieldOf(name, schema),
    optional: schema instanceof z.ZodType && isLeftOut(schema),
  }))
  const flat = columns.flatMap(({ shape, ...column }): Column[] => {
    if (shape.kind === "text" || shape.kind === "choice") return [{ ...column, shape }]
    return shape.kind === "boolean" || shape.kind === "texts" ? [{ ...column, shape: { kind: shape.kind } }] : []
  })
  return columns.length > 0 && flat.length === columns.length ? { kind: "rows", columns: flat } : { kind: "json" }
}
