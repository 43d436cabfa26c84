import { implement } from "@countersign/core/server"
import { aiContract } from "../../contract.ts"

/** Asking is all it does: the chat shows the question, and the next message is the answer. */
export const askOperator = implement(aiContract.askOperator, async (_ctx, question) => question)
