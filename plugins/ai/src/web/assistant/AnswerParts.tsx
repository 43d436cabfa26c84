import { mayOpen, useMe, useRegistry } from "@countersign/core/web"
import type { ChatBlock } from "@countersign/ui"
import { Suspense } from "react"

/** What the plugins whose tools an answer called show beneath it, to those who may see it. */
export function AnswerParts({ turnId, blocks }: { turnId: string; blocks: readonly ChatBlock[] }) {
  const me = useMe()
  const called = blocks.flatMap((block) => (block.type === "tool-call" ? [block.name] : []))
  return useRegistry()
    .partsOfAnswer(called)
    .filter(({ access }) => mayOpen(me, access))
    .map(({ id, Content }) => (
      <Suspense key={id} fallback={null}>
        <Content turnId={turnId} />
      </Suspense>
    ))
}
