import type { CallToolResult } from "@modelcontextprotocol/server"
import type { z } from "zod"
import type { ErrorIssue } from "../contract/error-codes.ts"
import type { JsonSchema } from "../http/json-schema.ts"
import { clampResult } from "../tools/clamp-result.ts"

/** About 5,000 tokens: enough for a page of any list, and a runaway result does not fill a model's context. */
const LONGEST_TEXT = 20_000
/** About 25,000 tokens: the whole of any page that a list gives by itself. Some clients hand this part to their model, too. */
const LONGEST_STRUCTURED = 100_000

/** The larger part for the client's code, the leaner form for its model; JSON also where they were cut, with the cursor of the next page. */
export function answerResult(result: unknown, forModel: unknown, schema?: z.ZodType): CallToolResult {
  const content: CallToolResult["content"] = [{ type: "text", text: boundText(forModel ?? null) }]
  if (typeof result !== "object" || result === null || Array.isArray(result)) return { content }
  const { value, truncated } = bound(result as Record<string, unknown>)
  if (!truncated) return { content, structuredContent: value }
  const { _truncated: _, ...kept } = value
  if (!schema || schema.safeParse(kept).success) return { content, structuredContent: value }
  // Clients hold structured content to the schema of the tool, and ask for it unless the answer is an error.
  const sentence =
    "It was done, but what came of it is too long for one answer, and only its beginning follows. Narrow the filters or ask for one thing."
  return { isError: true, content: [{ type: "text", text: sentence }, ...content] }
}

/** A record as structured content: itself where it is short enough. */
export function bound(whole: Record<string, unknown>): { value: Record<string, unknown>; truncated: boolean } {
  const { text, truncated } = clampResult(whole, LONGEST_STRUCTURED)
  return { value: truncated ? (JSON.parse(text) as Record<string, unknown>) : whole, truncated }
}

/** A value as a model reads it. */
export function boundText(value: unknown): string {
  return clampResult(value, LONGEST_TEXT).text
}

/** What was cut says so in a field of its own, which clients would refuse unannounced. */
export function announceCuts(schema: JsonSchema): JsonSchema {
  const properties = schema.properties as Record<string, unknown> | undefined
  return { ...schema, properties: { ...properties, _truncated: { type: "object" } } }
}

/** Without structured content: clients would hold it to the tool's schema. */
export function failure(message: string, issues: readonly ErrorIssue[] = []): CallToolResult {
  const lines = issues
    .filter((issue) => !message.includes(issue.message) || issues.length > 1)
    .map((issue) => `- ${issue.path ? `${issue.path}: ` : ""}${issue.message}`)
  return { isError: true, content: [{ type: "text", text: clamp([message, ...lines].join("\n")) }] }
}

function clamp(text: string): string {
  if (text.length <= LONGEST_TEXT) return text
  return `${text.slice(0, LONGEST_TEXT).toWellFormed()}\n… cut here, ${text.length} characters in all.`
}
