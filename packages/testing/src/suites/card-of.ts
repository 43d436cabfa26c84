import type { Caller } from "@countersign/core/server"
import { lookAhead, type Outlook } from "../../../core/src/proposals/look-ahead.ts"
import { parseToolInput } from "../../../core/src/tools/tool-input.ts"

/** What the card of this call would show, without proposing it. Refuses as proposing would. */
export async function cardOf(caller: Caller, toolName: string, input: object): Promise<Outlook> {
  const tool = caller.runtime.tools.find(toolName)
  if (!tool) throw new Error(`No plugin of this test registers the tool ${toolName}.`)
  return lookAhead(caller, tool, parseToolInput(tool, input))
}
