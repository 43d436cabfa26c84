import { useRegistry, useThingHref } from "@countersign/core/web"
import type { ThreadParts } from "@countersign/ui"
import { useRouter } from "@tanstack/react-router"
import { useMemo } from "react"
import { AnswerParts } from "./AnswerParts.tsx"
import { CallIcon, CallWords } from "./CallWords.tsx"
import { namedThings } from "./named-things.ts"
import { StillWaiting, ThreadApplied, ThreadProposal } from "./ThreadProposal.tsx"

export function useThreadParts(): ThreadParts {
  const router = useRouter()
  const registry = useRegistry()
  const hrefOf = useThingHref()
  return useMemo(
    () => ({
      imageHref: (imageId) => `/api/ai/chat/images/${imageId}`,
      proposal: ({ proposalId, summary }) => <ThreadProposal proposalId={proposalId} summary={summary} />,
      applied: (applied) => <ThreadApplied applied={applied} />,
      waiting: (proposals) => <StillWaiting proposalIds={proposals.map(({ proposalId }) => proposalId)} />,
      beneath: ({ turnId, blocks }) => turnId && <AnswerParts turnId={turnId} blocks={blocks} />,
      onNavigate: (href) => router.history.push(href),
      callWords: (call, result) => <CallWords call={call} result={result} />,
      callIcon: (call, result, effect) => <CallIcon call={call} result={result} effect={effect} />,
      namesIn: (toolName, result) => namedThings({ types: registry.thingTypes(), hrefOf }, toolName, result),
    }),
    [router, registry, hrefOf],
  )
}
