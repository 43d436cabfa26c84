import { z } from "zod"
import { defineEvent } from "../contract/event.ts"
import { auditAccess } from "../contract/platform/audit.ts"

export const toolCalled = defineEvent("ai.toolCalled", {
  summary: "A call of a tool ended, or waits for a signature. Nothing of what was passed or answered.",
  payload: z.object({
    callId: z.uuid(),
    principalKind: z.string(),
    principalId: z.string(),
    transport: z.string(),
    toolName: z.string(),
    effect: z.string(),
    status: z.string(),
  }),
  about: { type: "ai.toolCall", path: "callId" },
  access: auditAccess.read,
})
