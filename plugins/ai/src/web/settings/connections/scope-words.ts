import type { ChatScope, SpendPurpose } from "@countersign/core/contract"
import type { Feature, Registry } from "@countersign/core/web"

/** In the order they are shown. */
export const SCOPE_WORDS: Record<ChatScope, { label: string; sentence: string }> = {
  operate: {
    label: "Operate",
    sentence: "Conversations in the assistant about systems, incidents and everything else that is run here.",
  },
  site: { label: "Site", sentence: "Conversations while somebody builds or changes the pages of a site." },
  content: { label: "Content", sentence: "Conversations while somebody writes and edits texts." },
  automation: {
    label: "Automation",
    sentence: "Steps of automations that ask a model, with nobody watching. A small, cheap model is often enough.",
  },
}

/** Workspaces that a plugin brings, in the order they are shown. */
export function scopesHere({ hasFeature }: Registry): ChatScope[] {
  return (Object.keys(SCOPE_WORDS) as ChatScope[]).filter((scope) => {
    const feature = FEATURE_OF[scope]
    return feature === undefined || hasFeature(feature)
  })
}

/** Workspaces that are not here yet begin with what Operate does. */
export function scopesElsewhere(registry: Registry): ChatScope[] {
  const here = scopesHere(registry)
  return (Object.keys(SCOPE_WORDS) as ChatScope[]).filter((scope) => !here.includes(scope))
}

const FEATURE_OF: Partial<Record<ChatScope, Feature>> = { site: "site", content: "content", automation: "automations" }

export const PURPOSE_WORDS: Record<SpendPurpose, string> = {
  turn: "Answers",
  title: "Titles of conversations",
  classifier: "Topical checks",
  summary: "Summaries of long conversations",
  headless: "Automations and evaluations",
  test: "Tests of connections",
}
