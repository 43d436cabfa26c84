import { ProtocolError, type ReadResourceResult, type Resource } from "@modelcontextprotocol/server"
import type { Caller } from "../access/ctx.ts"
import type { McpResources } from "../access/runtime.ts"
import { InvalidInputError, NotFoundError } from "../errors.ts"
import { repeatedUri } from "./error-answer.ts"
import { RPC } from "./fault.ts"

/** In the order of their addresses, so that lists are the same on every pod. */
export async function listResources(caller: Caller): Promise<Resource[]> {
  const listed = await Promise.all(sourcesOf(caller).map((source) => source.list(caller)))
  return listed.flat().sort((a, b) => (a.uri < b.uri ? -1 : 1))
}

export async function readResource(caller: Caller, uri: string): Promise<ReadResourceResult> {
  const source = sourcesOf(caller).find(({ prefix }) => uri.startsWith(prefix))
  if (!source) throw unknownResource(uri)
  try {
    const { text, mimeType } = await source.read(caller, uri)
    return { contents: [{ uri, mimeType, text }] }
  } catch (error) {
    if (error instanceof NotFoundError || error instanceof InvalidInputError) throw unknownResource(uri)
    throw error
  }
}

function unknownResource(uri: string): ProtocolError {
  return new ProtocolError(
    RPC.invalidParams,
    "There is no such resource. Ask for resources/list.",
    repeatedUri({ uri }),
  )
}

/** Lists are short enough to come whole, so no cursor was ever handed out. */
export function demandNoCursor(params: { cursor?: string } | undefined): void {
  if (params?.cursor !== undefined)
    throw new ProtocolError(RPC.invalidParams, "This list has no further pages. Ask for it without a cursor.")
}

function sourcesOf({ runtime }: Caller): McpResources[] {
  return runtime.plugins.flatMap((plugin) => plugin.mcpResources ?? [])
}
