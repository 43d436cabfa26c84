import type { CallToolResult, Tool } from "@modelcontextprotocol/server"
import { z } from "zod"
import type { Caller } from "../access/ctx.ts"
import { invalidInput } from "../errors.ts"
import { toJsonSchema } from "../http/json-schema.ts"
import type { Principal } from "../identity/principal/principal.ts"
import { applyWithToken } from "../proposals/apply.ts"
import { declineWithToken } from "../proposals/decline.ts"
import { schemaWords } from "../schema-words.ts"
import { AWAITING_SIGNATURE_SCHEMA, answerAwaiting, fromReceipt } from "./awaiting-signature.ts"
import { renewedBy } from "./signing-rounds.ts"
import type { ToolCall } from "./signing-state.ts"
import { announceCuts, answerResult } from "./tool-result.ts"

const Token = z.string().min(1).max(200).describe("The token of an answer that awaits a signature.")
const ApplyInput = z.strictObject({ token: Token })
const DeclineInput = z.strictObject({ token: Token, reason: z.string().trim().max(1_000).optional() })
const Applied = z.object({ toolCallId: z.uuid(), proposalId: z.uuid(), result: z.unknown() })
const Declined = z.object({ proposalId: z.uuid() })

/** For clients that an administrator trusts to confirm what they proposed. The token decides what they may confirm. */
export const CONFIRM_TOOLS: readonly Tool[] = [
  {
    name: "ai_applyTool",
    title: "Carry out a proposal",
    description:
      "Carry out a change that this client proposed, once. Pass the token of the answer that awaits a signature, unchanged.",
    inputSchema: toJsonSchema(ApplyInput, "input") as Tool["inputSchema"],
    outputSchema: {
      type: "object",
      anyOf: [announceCuts(toJsonSchema(Applied, "output")), AWAITING_SIGNATURE_SCHEMA],
    } as Tool["outputSchema"],
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  },
  {
    name: "ai_declineTool",
    title: "Withdraw a proposal",
    description: "Withdraw a change that this client proposed and that nobody has signed. Pass its token.",
    inputSchema: toJsonSchema(DeclineInput, "input") as Tool["inputSchema"],
    outputSchema: toJsonSchema(Declined, "output") as Tool["outputSchema"],
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  },
]

export function confirmsItself(principal: Principal): boolean {
  return principal.kind === "application" && principal.confirms === true
}

export function isConfirmTool(name: string, principal: Principal): boolean {
  return confirmsItself(principal) && CONFIRM_TOOLS.some((tool) => tool.name === name)
}

export async function callConfirmTool(caller: Caller, call: ToolCall): Promise<CallToolResult> {
  if (call.name === "ai_declineTool") {
    const { token, reason } = parse(DeclineInput, call)
    const declined = { proposalId: await declineWithToken(caller, token, reason) }
    return answerResult(declined, declined)
  }
  const { token } = parse(ApplyInput, call)
  try {
    const applied = await applyWithToken(caller, token)
    return answerResult(applied, applied, Applied)
  } catch (error) {
    const fresh = renewedBy(error)
    if (!fresh) throw error
    return answerAwaiting(fromReceipt(fresh), (error as Error).message)
  }
}

function parse<Schema extends z.ZodType>(schema: Schema, { name, arguments: passed = {} }: ToolCall): z.output<Schema> {
  const parsed = schema.safeParse(passed, { error: schemaWords })
  if (!parsed.success) throw invalidInput(name, parsed.error)
  return parsed.data
}
