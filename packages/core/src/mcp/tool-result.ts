import type { CallToolResult } from "@modelcontextprotocol/server"
import type { ErrorIssue } from "../contract/error-codes.ts"
import { clampResult } from "../tools/clamp-result.ts"

/** About 5,000 tokens: enough for a page of any list, and a runaway result does not fill a model's context. */
const LONGEST_TEXT = 20_000

/** All of it for the client's code, the leaner form for its model: JSON also where it was cut, with the cursor of the next page. */
export function answerResult(result: unknown, forModel: unknown): CallToolResult {
  const { text } = clampResult(forModel ?? null, LONGEST_TEXT)
  const isRecord = typeof result === "object" && result !== null && !Array.isArray(result)
  return {
    content: [{ type: "text", text }],
    ...(isRecord ? { structuredContent: result as Record<string, unknown> } : {}),
  }
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
