import { type ComponentType, lazy } from "react"
import type { ProposalView } from "../../contract/proposal.ts"
import type { DrawnCard, ToolCard } from "./tool-card.ts"

/** With its component, which loads when a card is first drawn, and with it what reads rows back. */
export function drawnCard({ load, editHref }: ToolCard): DrawnCard {
  return { ...(load ? { Content: lazy(() => ownCard(load)) } : {}), ...(editHref ? { editHref } : {}) }
}

async function ownCard(
  load: NonNullable<ToolCard["load"]>,
): Promise<{ default: ComponentType<{ proposal: ProposalView }> }> {
  const [{ default: Own }, parts] = await Promise.all([load(), import("./card-parts.ts")])
  return {
    default: ({ proposal }) => (
      <Own
        proposal={proposal}
        listOf={parts.listOf}
        recordOf={parts.recordOf}
        nameOf={(id) => proposal.things.find((thing) => thing.id === id)?.name}
      />
    ),
  }
}
