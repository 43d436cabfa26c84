import { type GetPromptResult, type Prompt, ProtocolError } from "@modelcontextprotocol/server"
import type { Caller } from "../access/ctx.ts"
import type { McpPrompts } from "../access/runtime.ts"
import { ForbiddenError, InvalidInputError, NotFoundError } from "../errors.ts"
import { RPC } from "./fault.ts"

/** Why a source has no prompt of a name: also because no prompt could have it. */
const UNKNOWN = [NotFoundError, ForbiddenError, InvalidInputError]

/** In the order of their names, so that lists are the same on every pod. */
export async function listPrompts(caller: Caller): Promise<Prompt[]> {
  const listed = await Promise.all(sourcesOf(caller).map((source) => source.list(caller).catch(noneIfForbidden)))
  return listed.flat().sort((a, b) => (a.name < b.name ? -1 : 1))
}

export async function getPrompt(caller: Caller, name: string): Promise<GetPromptResult> {
  for (const source of sourcesOf(caller)) {
    try {
      const { text, description } = await source.get(caller, name)
      return {
        ...(description ? { description } : {}),
        messages: [{ role: "user", content: { type: "text", text } }],
      }
    } catch (error) {
      if (!UNKNOWN.some((kind) => error instanceof kind)) throw error
    }
  }
  throw new ProtocolError(RPC.invalidParams, "There is no such prompt. Ask for prompts/list.")
}

/** A client asks for every list it knows of; one that its person may not use is empty rather than a failure. */
function noneIfForbidden(error: unknown): [] {
  if (error instanceof ForbiddenError) return []
  throw error
}

function sourcesOf({ runtime }: Caller): McpPrompts[] {
  return runtime.plugins.flatMap((plugin) => plugin.mcpPrompts ?? [])
}
