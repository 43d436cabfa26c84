import { AsyncLocalStorage } from "node:async_hooks"
import { randomUUID } from "node:crypto"
import { type AnyProcedure, inputSchemaOf, metaOf } from "@countersign/core/contract"
import pg from "pg"
import { toJsonSchema } from "../../../core/src/http/json-schema.ts"
import type { TestPlatform } from "../test-platform.ts"
import type { MatrixPrincipal } from "./matrix-principals.ts"
import { request } from "./matrix-principals.ts"

type Schema = Record<string, unknown>

/** Things that one person has and none of the matrix's principals may see. */
export interface HiddenThings {
  /** Where their ids stand: `catalog.*.systemId`. */
  at: readonly string[]
  /** Makes one, with what else the input needs to be about it; of a nested id, what stands beside it. */
  make(testing: TestPlatform): Promise<{ id: string; rest?: object }>
  /** Who is shown them after all, by a rule that says so. */
  seenBy?(principal: MatrixPrincipal): boolean
}

/** One place in one input where an id stands. */
export interface IdPlace {
  procedure: AnyProcedure
  /** `catalog.getSystem.systemId`, `ai.saveMemory.thing.id`; what stands in a list is called like the list. */
  name: string
  path: readonly string[]
  isList: boolean
}

/** Every place where an input takes an id of something, however deep, the platform's own calls to itself aside. */
export function idPlaces(procedures: readonly AnyProcedure[]): IdPlace[] {
  return procedures
    .filter((procedure) => metaOf(procedure).access !== "internal")
    .flatMap((procedure) =>
      leavesOf(toJsonSchema(inputSchemaOf(procedure), "input")).map(({ path, isList }) => ({
        procedure,
        name: [metaOf(procedure).id, ...path].join("."),
        path,
        isList,
      })),
    )
}

/** The same input about this id: beside it everything stays as it was. */
export function withId({ path, isList }: Pick<IdPlace, "path" | "isList">, input: object, id: string): object {
  const [field, ...rest] = path as [string, ...string[]]
  const value = (input as Record<string, unknown>)[field]
  const inner = value !== null && typeof value === "object" && !Array.isArray(value) ? value : {}
  if (rest.length === 0) return { ...input, [field]: isList ? [id] : id }
  return { ...input, [field]: withId({ path: rest, isList }, inner, id) }
}

export function matches(name: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) =>
    new RegExp(`^${pattern.replaceAll(".", "\\.").replaceAll("*", "\\w+")}$`).test(name),
  )
}

/**
 * The same input in ways that are wrong beside the id, each a chance to answer for the one and not for the other:
 * fields that do not fit, and fields that fit and mean nothing.
 */
export function variantsOf({ procedure, path }: IdPlace, input: object): [what: string, input: object][] {
  const others = fieldsOf(procedure).filter(([key]) => key !== path[0])
  return [
    ["as it should be", input],
    ["with a key nobody knows", { ...input, "access-matrix": true }],
    ...others.flatMap(([key, schema]): [string, object][] => [
      [`with null for ${key}`, { ...input, [key]: null }],
      ...oddValues(schema).map((value): [string, object] => [
        `with ${JSON.stringify(value)} for ${key}`,
        { ...input, [key]: value },
      ]),
    ]),
  ]
}

export interface Told {
  status: number
  body: string
  /** How many statements it took: what takes longer tells as well. */
  statements: number
}

/** Asks, and leaves out of the answer what differs between any two calls. */
export async function askQuietly(
  testing: TestPlatform,
  principal: MatrixPrincipal,
  procedure: AnyProcedure,
  input: object,
  id: string,
): Promise<Told> {
  countStatements()
  const count = { statements: 0 }
  return counting.run(count, async () => {
    const response = await request(testing, principal.headers, metaOf(procedure).id, input)
    const text = await response.text()
    return { status: response.status, body: plain(text, id), ...count }
  })
}

/** Without the id that was asked about, and without what is new in every answer: ids, instants, tokens. */
export function plain(text: string, id = NONE): string {
  return text
    .replaceAll(id, "<id>")
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<uuid>")
    .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, "<instant>")
    .replaceAll(/"token":"[^"]*"/g, '"token":"<token>"')
}

/** What stays different however often one asks: that a cache had to be filled again is nobody's secret. */
export async function findDifference(
  one: () => Promise<Told>,
  other: () => Promise<Told>,
): Promise<{ ofThing: Told; ofUnknown: Told } | null> {
  for (let attempt = 1; ; attempt++) {
    const ofThing = await one()
    const ofUnknown = await other()
    if (JSON.stringify(ofThing) === JSON.stringify(ofUnknown)) return null
    // Who somebody is, is read again every five seconds: on a busy machine three attempts in a row met that.
    if (attempt === 6) return { ofThing, ofUnknown }
  }
}

/** What no answer holds. */
const NONE = "\u0000"

const counting = new AsyncLocalStorage<{ statements: number }>()
let counted = false

function countStatements(): void {
  if (counted) return
  counted = true
  const query = pg.Client.prototype.query
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const count = counting.getStore()
    if (count) count.statements += 1
    return query.apply(this, args as never)
  } as never
}

function fieldsOf(procedure: AnyProcedure): [string, Schema][] {
  return Object.entries((toJsonSchema(inputSchemaOf(procedure), "input").properties ?? {}) as Record<string, Schema>)
}

type Leaf = Pick<IdPlace, "path" | "isList">

function leavesOf(schema: Schema, path: readonly string[] = [], isList = false): Leaf[] {
  const name = path.at(-1) ?? ""
  // Some ids are words, or of whatever a plugin calls its things.
  if (isId(schema) || (schema.type === "string" && !schema.enum && /^id$|[a-z]Ids?$/.test(name)))
    return [{ path, isList }]
  const branches = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((some) => (some ?? []) as Schema[])
  const found = [
    ...branches.flatMap((branch) => leavesOf(branch, path, isList)),
    ...(schema.type === "array" ? leavesOf((schema.items ?? {}) as Schema, path, true) : []),
    ...Object.entries((schema.properties ?? {}) as Record<string, Schema>).flatMap(([key, field]) =>
      leavesOf(field, [...path, key]),
    ),
  ]
  const names = found.map(({ path: at }) => at.join("."))
  return found.filter((_, at) => names.indexOf(names[at]!) === at)
}

function isId(schema: Schema | undefined): boolean {
  const branches = (schema?.anyOf ?? []) as Schema[]
  return schema?.format === "uuid" || branches.some(isId)
}

/** Values that fit the schema and hardly anything else. */
function oddValues({ type, format, enum: options, maximum, items }: Schema): unknown[] {
  if (Array.isArray(options)) return options.slice(0, 3)
  if (format === "uuid") return [randomUUID()]
  if (format === "date-time") return ["0001-01-01T00:00:00Z", "9999-12-31T00:00:00Z"]
  if (type === "integer") return [maximum]
  if (type === "boolean") return [true, false]
  if (type === "array") return [[], ...((items as Schema | undefined)?.format === "uuid" ? [[randomUUID()]] : [])]
  if (type === "string") return ["", "x"]
  return []
}
