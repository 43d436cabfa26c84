import type { Assistant } from "@countersign/core/server"
import { newsForTurn } from "./news-for-turn.ts"
import { openPageForTurn } from "./open-page-for-turn.ts"

/** What a model is told of the site before it goes on, where the conversation is about the site. */
export const notesForTurn: NonNullable<Assistant["context"]> = async (caller, ask) => {
  if (ask.scope !== "site") return {}
  // First, because it waits for what the operator's tab has sent.
  const page = await openPageForTurn(caller, ask)
  return { data: [...page, ...(await newsForTurn(caller))] }
}
