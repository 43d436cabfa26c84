import type { ComponentType } from "react"
import type { CardValue, ProposalView } from "../../contract/proposal.ts"

/** How proposals of one tool are shown and edited by the plugin that the tool is of. */
export interface ToolCard {
  /**
   * Draws what would change in the plugin's own way. It shows every part of the payload: the card of rows, which stays
   * the truth, is folded beneath it.
   */
  readonly load?: () => Promise<{ default: ComponentType<ToolCardProps> }>
  /**
   * The page with the plugin's own form, for whoever asked and wants something else. `<EditedProposal>` on that page fills it in.
   * Left out, or null for a payload that the form has no fields for: a dialog made from the tool's input.
   */
  readonly editHref?: (payload: Readonly<Record<string, unknown>>) => string | null
}

export interface ToolCardProps {
  /** Its rows are what is there to draw; they outlive the payload, and everybody who sees the card has them. */
  readonly proposal: ProposalView
  /** The elements of a row whose value is a list of objects, exactly as they are in the payload. */
  listOf(value: CardValue | undefined): readonly unknown[]
  /** The fields of a row whose value is an object. */
  recordOf(value: CardValue | undefined): Readonly<Record<string, unknown>>
  /** What the card calls a thing, or a person, by its id. */
  nameOf(id: string): string | undefined
}

/** What the registry hands out. */
export interface DrawnCard {
  readonly Content?: ComponentType<{ proposal: ProposalView }>
  readonly editHref?: ToolCard["editHref"]
}
