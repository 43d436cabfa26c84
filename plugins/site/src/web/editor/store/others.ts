/** Who else is at work here, and where: told by what they changed last. */
import type { Change } from "../../../contract.ts"
import type { NodeId, SingleCommand } from "../../../document.ts"

export interface Other {
  readonly by: string
  /** When they changed something last, by this tab's clock. */
  readonly at: number
  /** What they changed in this document; null for a style, or something else that all documents share. */
  readonly node: NodeId | null
}

/**
 * Whose change it is, in the middle of a sentence. An assistant's is not that of the person it works for, least of all to that
 * person; and nobody is told their own name.
 */
export function whoseChange({ by, byModel, own }: Pick<Change, "by" | "byModel" | "own">): string {
  if (!byModel) return own ? "another tab of yours" : by
  return own ? "the assistant" : `${by}'s assistant`
}

/** After that long without a change somebody is taken to have gone. */
export const RECENT_MS = 60_000
/** More names than that say nothing any more. */
const MOST_OTHERS = 8

/** With somebody's latest change; the latest last, and everybody once. */
export function withOther(others: readonly Other[], other: Other): readonly Other[] {
  const rest = others.filter(({ by, at }) => by !== other.by && other.at - at < RECENT_MS)
  return [...rest, other].slice(-MOST_OTHERS)
}

/** The node that commands are about last. */
export function nodeChangedBy(commands: readonly SingleCommand[], documentKey: string): NodeId | null {
  for (const command of commands.toReversed()) {
    if (!("document" in command) || `${command.document.type}:${command.document.id}` !== documentKey) continue
    if ("node" in command) return command.node
    if (command.type === "insert") return command.fragment.roots.at(-1) ?? null
    if (command.type === "wrap") return command.wrapper.id
    if (command.type === "join") return command.left
  }
  return null
}
