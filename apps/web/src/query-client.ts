import { CallError, freshnessOf } from "@countersign/core/web"
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query"
import { tellSessionEnded } from "./session.ts"

// News of changes arrives by itself (core/web/events.ts); this only bounds what a broken connection can hide.
const STALE_MS = 60_000

/** One cache for the whole app. An answer that says "not signed in", to whatever question, asks for a new sign-in. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: noticeSignedOut }),
    mutationCache: new MutationCache({ onError: noticeSignedOut }),
    defaultOptions: {
      queries: {
        staleTime: STALE_MS,
        retry: (failures, error) => isPassing(error) && failures < 3,
        retryDelay: (failures) => Math.min(500 * 2 ** failures, 5_000),
      },
      // A change that may have arrived is not sent twice behind the person's back.
      mutations: { retry: false, networkMode: "always" },
    },
  })
  // From the first read on: what it has not seen beginning counts as old.
  freshnessOf(client)
  return client
}

function noticeSignedOut(error: unknown): void {
  if (error instanceof CallError && error.body.code === "unauthenticated") tellSessionEnded()
}

function isPassing(error: unknown): boolean {
  return error instanceof CallError && error.body.code === "unavailable"
}
