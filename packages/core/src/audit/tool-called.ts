import { z } from "zod"
import { defineEvent } from "../contract/event.ts"

/** How a call of a tool ended, or that it waits for a signature; nothing of what was passed or answered. */
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
