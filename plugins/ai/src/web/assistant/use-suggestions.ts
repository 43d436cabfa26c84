import type { ChatScope } from "@countersign/core/contract"
import { useCall } from "@countersign/core/web"
import { aiContract } from "../../contract.ts"

/** First things to ask, from what this person may do. Without an answer there are none, which is no reason to complain. */
export function useSuggestions(scope: ChatScope): readonly string[] {
  return useCall(aiContract.listSuggestions, { scope }).data?.suggestions ?? []
}
