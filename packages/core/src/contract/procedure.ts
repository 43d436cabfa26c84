import { ContractProcedure } from "@orpc/contract"
import { z } from "zod"
import type { Access, Scope } from "./access.ts"
import type { Effect } from "./effect.ts"
import type { BrowserMeta, Egress, ProcedureMeta } from "./procedure-meta.ts"
import { bareOf, referenceOf } from "./refers-to.ts"

export * from "./procedure-meta.ts"

/** What both sides know of a verb. It is an oRPC contract procedure, so any oRPC client can call it. */
export type Procedure<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> = ContractProcedure<
  Input,
  Output,
  Record<never, never>,
  ProcedureMeta
>

export type AnyProcedure = Procedure<z.ZodType, z.ZodType>
/** What a caller passes. */
export type InputOf<P> = P extends Procedure<infer Input, infer _> ? z.input<Input> : never
/** What the handler receives, defaults filled in. */
export type ParsedInputOf<P> = P extends Procedure<infer Input, infer _> ? z.output<Input> : never
/** What a caller gets. */
export type OutputOf<P> = P extends Procedure<infer _, infer Output> ? z.output<Output> : never
/** What the handler returns. */
export type ResultOf<P> = P extends Procedure<infer _, infer Output> ? z.input<Output> : never

export function procedure<Input extends z.ZodType, Output extends z.ZodType>(draft: {
  effect: Effect
  access: Access
  input: Input
  output: Output
  scope?: Scope
  summary: string
  external?: true
  egress?: Egress
  once?: string
  revokes?: true
  recordedIn?: `${string}.${string}`
  draft?: true
  values?: number
  browser?: BrowserMeta
}): Procedure<Input, Output> {
  const { input, output, ...meta } = draft
  return new ContractProcedure({
    meta: { ...meta, id: "", refers: referencesIn(input) },
    route: {},
    inputSchema: refuseUnknownKeys(input),
    outputSchema: output,
    errorMap: {},
  })
}

function referencesIn(input: z.ZodType): Record<string, string> {
  const bare = bareOf(input)
  const fields = bare instanceof z.ZodObject ? Object.entries(bare.shape) : []
  return Object.fromEntries(
    fields.flatMap(([name, schema]) => {
      const type = referenceOf(schema)
      return type ? [[name, type]] : []
    }),
  )
}

/** Names every procedure after its plugin and key: `incident` + `resolve` is `incident.resolve`, POST /incident/resolve. */
export function defineContract<const Procedures extends Record<string, AnyProcedure>>(
  plugin: string,
  procedures: Procedures,
): Procedures {
  const named = Object.entries(procedures).map(([verb, draft]) => {
    const def = draft["~orpc"]
    const contract = new ContractProcedure({
      ...def,
      meta: { ...def.meta, id: `${plugin}.${verb}` },
      route: {
        method: "POST" as const,
        path: `/${plugin}/${verb}` as const,
        summary: def.meta.summary,
        tags: [plugin],
      },
    })
    return [verb, contract] as const
  })
  return Object.fromEntries(named) as unknown as Procedures
}

export function inputSchemaOf(contract: AnyProcedure): z.ZodType {
  return contract["~orpc"].inputSchema ?? z.strictObject({})
}

export function outputSchemaOf(contract: AnyProcedure): z.ZodType {
  return contract["~orpc"].outputSchema ?? z.unknown()
}

/** An input object names what it takes; a key it does not know is a misunderstanding to report, not to drop. */
function refuseUnknownKeys<Schema extends z.ZodType>(schema: Schema): Schema {
  if (schema instanceof z.ZodObject && !schema.def.catchall) return schema.strict() as unknown as Schema
  return schema
}
