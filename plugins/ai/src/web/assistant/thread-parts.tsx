import type { ThreadParts } from "@countersign/ui"
import { useRouter } from "@tanstack/react-router"
import { useMemo } from "react"
import { StillWaiting, ThreadApplied, ThreadProposal } from "./ThreadProposal.tsx"

export function useThreadParts(): ThreadParts {
  const router = useRouter()
  return useMemo(
    () => ({
      imageHref: (imageId) => `/api/ai/chat/images/${imageId}`,
      proposal: ({ proposalId, summary }) => <ThreadProposal proposalId={proposalId} summary={summary} />,
      applied: (applied) => <ThreadApplied applied={applied} />,
      waiting: (proposals) => <StillWaiting proposalIds={proposals.map(({ proposalId }) => proposalId)} />,
      onNavigate: (href) => router.history.push(href),
    }),
    [router],
  )
}
