import { z } from "zod"
import type { Caller } from "../access/ctx.ts"
import type { RegisteredTool } from "../access/tool.ts"
import { defineEvent } from "../contract/event.ts"
import { LazyTransaction } from "../db/transaction.ts"

/** That a tool was called, and nothing of what was passed or answered. */
export const toolCalled = defineEvent(
  "ai.toolCalled",
  z.object({
    principalKind: z.string(),
    principalId: z.string(),
    transport: z.string(),
    toolName: z.string(),
    effect: z.string(),
    status: z.string(),
  }),
)

/** Costs no round trip unless somebody reacts to it. */
export async function announceToolCall(caller: Caller, tool: RegisteredTool, status: string): Promise<void> {
  const { runtime, principal, transport } = caller
  const transaction = new LazyTransaction(runtime.database, "write")
  const payload = {
    principalKind: principal.kind,
    principalId: principal.id,
    transport,
    toolName: tool.name,
    effect: tool.effect,
    status,
  }
  try {
    await runtime.emitEvent(transaction, toolCalled.id, payload, caller)
    await transaction.commit()
  } catch (error) {
    await transaction.rollback()
    runtime.log.warn("The event of a tool call was lost.", { tool: tool.name, error: String(error) })
  }
}
