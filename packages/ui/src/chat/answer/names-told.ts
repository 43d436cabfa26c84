import type { ChatItem, ToolResultBlock } from "../blocks.ts"
import type { ThreadParts } from "../MessageView.tsx"
import type { NamedPages } from "./link-names.ts"

type Told = ReturnType<ThreadParts["namesIn"]>

/** Reading a result costs more than finding that it was read before. */
const read = new WeakMap<ToolResultBlock, Told>()

/** Things that a tool told of, with their pages. */
export function namesToldIn(block: ToolResultBlock, parts: Pick<ThreadParts, "namesIn">): Told {
  const known = read.get(block) ?? parts.namesIn(block.name, block.text)
  read.set(block, known)
  return known
}

/** The same for a whole conversation. A name that two things have says of neither which is meant, and leads nowhere. */
export function namesTold(
  messages: readonly Pick<ChatItem, "blocks">[],
  parts: Pick<ThreadParts, "namesIn">,
): NamedPages {
  const names = new Map<string, string>()
  const several = new Set<string>()
  for (const block of messages.flatMap(({ blocks }) => blocks))
    if (block.type === "tool-result" && !block.isError)
      for (const [name, href] of namesToldIn(block, parts)) {
        if ((names.get(name) ?? href) !== href) several.add(name)
        names.set(name, href)
      }
  for (const name of several) names.delete(name)
  return names
}
