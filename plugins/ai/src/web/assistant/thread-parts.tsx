import { useCall, useRegistry } from "@countersign/core/web"
import type { ThreadParts } from "@countersign/ui"
import { useRouter } from "@tanstack/react-router"
import { useMemo } from "react"
import { aiContract } from "../../contract.ts"
import { namedThings } from "./named-things.ts"
import { StillWaiting, ThreadApplied, ThreadProposal } from "./ThreadProposal.tsx"

export function useThreadParts(): ThreadParts {
  const router = useRouter()
  const registry = useRegistry()
  const { data } = useCall(aiContract.listToolWords, {})
  const words = data?.tools
  return useMemo(
    () => ({
      imageHref: (imageId) => `/api/ai/chat/images/${imageId}`,
      proposal: ({ proposalId, summary }) => <ThreadProposal proposalId={proposalId} summary={summary} />,
      applied: (applied) => <ThreadApplied applied={applied} />,
      waiting: (proposals) => <StillWaiting proposalIds={proposals.map(({ proposalId }) => proposalId)} />,
      onNavigate: (href) => router.history.push(href),
      // Until it is known, and for tools of plugins that are gone.
      toolWords: (toolName) => words?.find(({ name }) => name === toolName)?.words ?? "Used a tool",
      namesIn: (toolName, result) => namedThings(registry, toolName, result),
    }),
    [router, registry, words],
  )
}
