import { type AnyProcedure, inputSchemaOf, metaOf } from "@countersign/core/contract"
import type { Plugin } from "@countersign/core/server"
import { toJsonSchema } from "../../../core/src/http/json-schema.ts"
import { exampleInput } from "../suites/example-input.ts"
import type { TestPlatform } from "../test-platform.ts"
import type { MatrixApp } from "./matrix-apps.ts"
import type { MatrixOptions } from "./matrix-options.ts"
import { type Answer, get, type MatrixPrincipal, type PrincipalName } from "./matrix-principals.ts"

/** What the matrix asks, of whom, and in which words. */
export interface Matrix {
  testing: TestPlatform
  plugins: readonly Plugin[]
  options: MatrixOptions
  procedures: readonly AnyProcedure[]
  /** The procedures with their ids, as `it.each` takes them. */
  byId: readonly (readonly [id: string, procedure: AnyProcedure])[]
  principals: Record<PrincipalName, MatrixPrincipal>
  apps: readonly MatrixApp[]
}

export async function fittingInput({ testing, options }: Matrix, procedure: AnyProcedure): Promise<object> {
  const made = exampleInput(toJsonSchema(inputSchemaOf(procedure), "input")) as object
  const given = options.inputs?.[metaOf(procedure).id]
  return { ...made, ...(typeof given === "function" ? await given(testing) : given) }
}

export async function inputAbout(
  matrix: Matrix,
  procedure: AnyProcedure,
  path: string,
  thing: string,
): Promise<object> {
  const { properties } = toJsonSchema(inputSchemaOf(procedure), "input")
  const isList = (properties as Record<string, { type?: string }>)[path]?.type === "array"
  return { ...(await fittingInput(matrix, procedure)), [path]: isList ? [thing] : thing }
}

/** Past the one address where an app's token works: "ok", or the code of the error, or its sentence. */
export async function askAsApp(
  { testing }: Matrix,
  app: MatrixApp,
  id: string,
  input: object,
  tell: "code" | "message" = "code",
): Promise<string> {
  const verb = testing.platform.verbs.get(id)!
  return verb(await app.caller(), input as never).then(
    () => "ok",
    (error: { code?: string; message: string }) => error[tell] ?? error.message,
  )
}

export function getVerb(
  { testing, principals }: Matrix,
  name: PrincipalName,
  id: string,
  input: object,
): Promise<Answer> {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(input))
    query.set(key, typeof value === "object" ? JSON.stringify(value) : String(value))
  return get(testing, principals[name], `/api/v1/${id.replace(".", "/")}?${query}`)
}
