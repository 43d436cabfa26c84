import { execFile } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { type AnyProcedure, inputSchemaOf, metaOf, outputSchemaOf } from "@countersign/core/contract"
import type { Plugin } from "@countersign/core/server"
import { describe, expect, it } from "vitest"
import { z } from "zod"
// By path: what the platform does with contracts, not what plugins may use.
import { type JsonSchema, toJsonSchema } from "../../../core/src/http/json-schema.ts"
import { openApiDocument } from "../../../core/src/http/openapi.ts"
import { platformPlugin } from "../../../core/src/reserved/platform-plugin.ts"
import { EVERY_HIDDEN, hiddenText } from "./hidden-texts.ts"
import { openEnds } from "./open-ends.ts"

/** What every contract owes its readers and callers, those of the platform itself included. */
export function describeContracts(plugins: readonly Plugin[]): void {
  const procedures = [platformPlugin, ...plugins].flatMap((plugin) => Object.values(plugin.contract))
  const byId = procedures.map((procedure) => [metaOf(procedure).id, procedure] as const)

  describe("every contract", () => {
    it.each(byId)("%s refuses keys it does not know, at every depth", (_, procedure) => {
      expect(openObjects(toJsonSchema(inputSchemaOf(procedure), "input"))).toEqual([])
    })

    it.each(byId)("%s takes nothing without an end, and nothing the database cannot hold", (_, procedure) => {
      expect(openEnds(inputSchemaOf(procedure))).toEqual([])
    })

    it.each(byId)("%s says what it does in a sentence", (_, procedure) => {
      expect(metaOf(procedure).summary).toMatch(/^[A-Z].*\S\.$/)
    })

    it.each(byId)("%s can be told as JSON Schema, nothing left out", (_, procedure) => {
      expect(() => strictJsonSchema(inputSchemaOf(procedure), "input")).not.toThrow()
      expect(() => strictJsonSchema(outputSchemaOf(procedure), "output")).not.toThrow()
    })

    it.each(byId.filter(([, one]) => metaOf(one).effect !== "read"))(
      "%s says that its answer is given once if it holds a credential",
      (_, procedure) => {
        const credentials = credentialFields(toJsonSchema(outputSchemaOf(procedure), "output"))
        if (!metaOf(procedure).once) expect(credentials).toEqual([])
      },
    )

    it.each(byId.filter(([, one]) => metaOf(one).once))(
      "%s tells who sends it again what was shown once, in words of its own that its answers can fill in",
      (id, procedure) => {
        const sentence = metaOf(procedure).once!
        expect(sentence).toMatch(/^[A-Z].*\S\.$/)
        expect(byId.filter(([, other]) => metaOf(other).once === sentence)).toHaveLength(1)
        const named = [...sentence.matchAll(/\{(\w+)\}/g)].map(([, field]) => field!)
        const { anyOf, oneOf, ...whole } = toJsonSchema(outputSchemaOf(procedure), "output")
        for (const answer of (anyOf ?? oneOf ?? [whole]) as JsonSchema[])
          expect(answer.required ?? [], id).toEqual(expect.arrayContaining(named))
      },
    )

    it.each(byId.filter(([, one]) => metaOf(one).effect !== "read" && metaOf(one).access !== "internal"))(
      "%s refuses names with characters that nobody sees, and no others",
      (_, procedure) => {
        for (const [path, schema] of nameFields(inputSchemaOf(procedure))) {
          for (const hidden of ["\n", ...EVERY_HIDDEN].map(hiddenText)) {
            const { error } = schema.safeParse(hidden)
            expect(error?.issues[0]?.message, `"${path}" takes ${JSON.stringify(hidden)}`).toMatch(
              /cannot be seen|^Takes /,
            )
          }
          if (!/^Takes /.test(schema.safeParse("").error?.issues[0]?.message ?? ""))
            for (const honest of ["Оплата", "支払い", "می\u200cخواهم", "🔥 desk"])
              expect(schema.safeParse(honest).success, `"${path}" refuses ${honest}`).toBe(true)
          // Typed on one machine an accent is a character of its own, on another it is not: the name is the same.
          const { data } = schema.safeParse("Cafe\u0301")
          if (data !== undefined) expect(data, `"${path}" keeps two spellings of one name`).toBe("Caf\u00e9")
        }
      },
    )

    it("has names to look at", () => {
      const all = procedures.filter((one) => metaOf(one).effect !== "read")
      expect(all.flatMap((one) => nameFields(inputSchemaOf(one))).length).toBeGreaterThan(25)
    })

    it("makes an OpenAPI description that a linter has nothing to say against", async () => {
      expect(await lint(procedures)).toEqual([])
    })
  })
}

/** Whatever people will know something by, however deep it stands. */
function nameFields(schema: unknown, path = ""): [path: string, schema: z.ZodType][] {
  if (!(schema instanceof z.ZodType)) return []
  const { innerType, in: from, element, options, valueType } = schema.def as unknown as Record<string, unknown>
  if (innerType || from) return nameFields(innerType ?? from, path)
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, field]) => nameFields(field, path ? `${path}.${key}` : key))
  if (element || valueType) return nameFields(element ?? valueType, `${path}.*`)
  if (Array.isArray(options)) return options.flatMap((option) => nameFields(option, path))
  return schema instanceof z.ZodString && /(^|\.)(name|title|label)$/.test(path) ? [[path, schema]] : []
}

/** Where a schema takes objects with keys it does not name. Records say so themselves and are fine. */
export function openObjects(schema: unknown, path = "input"): string[] {
  if (Array.isArray(schema)) return schema.flatMap((one, index) => openObjects(one, `${path}[${index}]`))
  if (typeof schema !== "object" || schema === null) return []
  const { properties, additionalProperties, propertyNames, type, allOf, anyOf, oneOf, ...others } = schema as JsonSchema
  const takesObjects = type === "object" || properties !== undefined
  const isRecord = propertyNames !== undefined && properties === undefined
  const open = takesObjects && additionalProperties !== false && !isRecord ? [path] : []
  const named = Object.entries((properties ?? {}) as JsonSchema)
  return [
    ...open,
    ...named.flatMap(([key, value]) => openObjects(value, `${path}.${key}`)),
    ...openObjects(additionalProperties, `${path}.*`),
    ...["items", "prefixItems", "$defs"].flatMap((key) => openObjects(others[key], `${path}.${key}`)),
    ...[allOf, anyOf, oneOf].flatMap((branches) => openObjects(branches, path)),
  ]
}

/** Where an answer has text that is called like a credential: `key`, `accessToken`, `backupCodes`, or a `link` it made. */
export function credentialFields(schema: unknown, path = ""): string[] {
  if (Array.isArray(schema)) return schema.flatMap((one) => credentialFields(one, path))
  if (typeof schema !== "object" || schema === null) return []
  const { properties, ...others } = schema as JsonSchema
  const named = Object.entries((properties ?? {}) as Record<string, JsonSchema>)
  return [
    ...named.flatMap(([name, field]) => {
      const place = path ? `${path}.${name}` : name
      const isCredential = /(^|[a-z])(key|token|secret|password|credential|codes?)$/i.test(name) || place === "link"
      return [...(isCredential && holdsText(field) ? [place] : []), ...credentialFields(field, place)]
    }),
    ...Object.values(others).flatMap((part) => credentialFields(part, path)),
  ]
}

function holdsText(schema: JsonSchema): boolean {
  const { type, items, anyOf } = schema as { type?: string | string[]; items?: JsonSchema; anyOf?: JsonSchema[] }
  return [type].flat().includes("string") || [...(anyOf ?? []), ...(items ? [items] : [])].some(holdsText)
}

function strictJsonSchema(schema: z.ZodType, io: "input" | "output"): unknown {
  return z.toJSONSchema(schema, { io, target: "draft-2020-12", unrepresentable: "throw" })
}

const REDOCLY = fileURLToPath(new URL("../../../../node_modules/@redocly/cli/bin/cli.js", import.meta.url))

/** The linter's complaints, warnings included, as `rule: message at place`. */
async function lint(procedures: readonly AnyProcedure[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "countersign-openapi-"))
  try {
    const document = openApiDocument(procedures, { version: "0.0.0", serverUrl: "https://countersign.internal" })
    await writeFile(join(folder, "openapi.json"), JSON.stringify(document))
    await writeFile(join(folder, "redocly.yaml"), "extends:\n  - recommended\ntelemetry: 'off'\n")
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [REDOCLY, "lint", "openapi.json", "--config", "redocly.yaml", "--format", "json"],
      // An empty environment but for what keeps it quiet and off the network.
      { cwd: folder, env: { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" }, maxBuffer: 2 ** 26 },
    ).catch((error: { stdout: string; stderr: string }) => {
      // Complaints end it with 1; their list is on stdout all the same.
      if (!error.stdout?.trim()) throw new Error(`The linter did not run: ${error.stderr}`)
      return error
    })
    const { problems } = JSON.parse(stdout) as { problems: Problem[] }
    return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer}`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface Problem {
  ruleId: string
  message: string
  location: { pointer?: string }[]
}
