import { type Access, rulesOf } from "../contract/access.ts"
import { ERROR_CODES } from "../contract/error-codes.ts"
import { IDEMPOTENCY_KEY } from "../contract/idempotency-key.ts"
import { type AnyProcedure, inputSchemaOf, metaOf, outputSchemaOf } from "../contract/procedure.ts"
import { type JsonSchema, toJsonSchema } from "./json-schema.ts"

/** OpenAPI 3.1 of every verb, each operation with its effect and the rule it needs. */
export function openApiDocument(
  procedures: readonly AnyProcedure[],
  options: { version: string; serverUrl: string },
): object {
  const sorted = [...procedures].sort((a, b) => metaOf(a).id.localeCompare(metaOf(b).id))
  const plugins = [...new Set(sorted.map((one) => metaOf(one).id.split(".")[0]!))]
  return {
    openapi: "3.1.1",
    info: {
      title: "Countersign",
      version: options.version,
      description:
        "Every verb of this installation. Call them with a session cookie or with an application's API key as bearer token.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: `${options.serverUrl}/api/v1` }],
    tags: plugins.map((name) => ({ name, description: `Verbs of the plugin ${name}.` })),
    security: [{ apiKey: [] }, { session: [] }],
    paths: Object.fromEntries(sorted.map((one) => [pathOf(one), operations(one)])),
    components: {
      securitySchemes: {
        apiKey: { type: "http", scheme: "bearer", description: "An application's API key." },
        session: { type: "apiKey", in: "cookie", name: "countersign.session", description: "The browser's session." },
      },
      schemas: { Error: errorSchema },
    },
  }
}

export function accessSentence(access: Access): string {
  if (access === "anyone") return "Anyone may call it."
  if (access === "signedIn") return "Anyone signed in may call it."
  if (access === "person") return "Only people with a session may call it."
  if (access === "internal") return "Only the platform itself calls it."
  return `Needs ${rulesOf(access)
    .map((rule) => rule.id)
    .join(" and ")}.`
}

function operations(procedure: AnyProcedure): object {
  const meta = metaOf(procedure)
  const shared = {
    tags: [meta.id.split(".")[0]],
    summary: meta.summary,
    description: `Effect: ${meta.effect}. ${accessSentence(meta.access)}`,
    "x-effect": meta.effect,
    "x-access": typeof meta.access === "string" ? meta.access : rulesOf(meta.access).map((rule) => rule.id),
    ...(meta.access === "anyone" ? { security: [] } : {}),
    responses: responses(toJsonSchema(outputSchemaOf(procedure), "output")),
  }
  const input = toJsonSchema(inputSchemaOf(procedure), "input")
  const post = {
    ...shared,
    operationId: meta.id,
    requestBody: { required: true, content: { "application/json": { schema: input } } },
  }
  if (meta.effect !== "read") return { post: { ...post, parameters: [keyParameter] } }
  // What makes this server call an address is never asked by a link.
  if (meta.egress) return { post }
  return { get: { ...shared, operationId: `${meta.id}.get`, parameters: queryParameters(input) }, post }
}

const keyParameter = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "One for each intended change, such as a random UUID. A repetition with the same key within 24 hours answers the first outcome, and nothing happens twice.",
  schema: { type: "string", minLength: 16, maxLength: 128, pattern: IDEMPOTENCY_KEY.pattern },
}

function queryParameters(input: JsonSchema): object[] {
  const required = new Set((input.required ?? []) as string[])
  return Object.entries((input.properties ?? {}) as Record<string, JsonSchema>).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.has(name),
    schema,
  }))
}

function responses(output: JsonSchema): object {
  const failure = (description: string) => ({
    description,
    content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
  })
  return {
    "200": { description: "Done.", content: { "application/json": { schema: output } } },
    "400": failure("The input does not fit; `issues` says where."),
    "401": failure("Not signed in."),
    "403": failure("The permission named in the message is missing."),
    "404": failure("No such thing, or not yours to see."),
    "409": failure(
      "It changed meanwhile, or its state does not allow this. With an Idempotency-Key also `in_progress` and `already_done`.",
    ),
    "422": failure("The Idempotency-Key came with another input before."),
    "429": failure("Too many requests; `retryAfterSeconds` says how long to wait."),
    "503": failure(
      "The database cannot do it right now; `retry-after` says when to try again. With `outcome_unknown` it may have been done.",
    ),
  }
}

function pathOf(procedure: AnyProcedure): string {
  return `/${metaOf(procedure).id.replace(".", "/")}`
}

const errorSchema = {
  type: "object",
  required: ["code", "message"],
  properties: {
    code: { type: "string", enum: Object.keys(ERROR_CODES) },
    message: { type: "string" },
    issues: {
      type: "array",
      items: {
        type: "object",
        required: ["path", "message"],
        properties: { path: { type: "string" }, message: { type: "string" } },
      },
    },
    current: {},
    currentLeftOut: { type: "boolean" },
    retryAfterSeconds: { type: "number" },
    correlationId: { type: "string" },
  },
}
