/** Names in commands: of documents, nodes, sheets, fonts. None holds a character that nobody sees. */
import { hasHidden } from "@countersign/core/hidden-characters"
import type { Command } from "../commands/command.ts"
import type { NodeRecord } from "../tree/node.ts"

/** Why a command cannot be, for the first of its names that nobody could read as it is; null where there is none. */
export function hiddenNameIn(command: Command): string | null {
  for (const [what, name] of namesIn(command))
    if (hasHidden(name))
      return `${what} has no line breaks and no characters that cannot be seen. Write it anew instead of pasting it.`
  return null
}

type Named = readonly [what: string, name: string]

function namesIn(command: Command): readonly Named[] {
  switch (command.type) {
    case "document.add":
      return [["A title", command.content.title], ...labelsOf(command.content.fragment.nodes)]
    case "document.set":
      return [["A title", command.title]]
    case "sheet.add":
      return [["The name of a stylesheet", command.sheet.name]]
    case "insert":
      return labelsOf(command.fragment.nodes)
    case "wrap":
      return labelsOf([command.wrapper])
    case "split":
      return "label" in command.right ? labelsOf([command.right]) : []
    case "rename":
      return command.label === null ? [] : [[NODE, command.label]]
    case "setting.set":
      return command.set.name ? [["The name of a site", command.set.name]] : []
    case "breakpoints.set":
      return command.breakpoints.map(({ name }) => ["The name of a breakpoint", name])
    case "setTokens":
      return Object.values(command.set.fonts ?? {}).flatMap((font): Named[] =>
        font === null ? [] : [["The name of a font", font.name]],
      )
    default:
      return []
  }
}

const NODE = "A name for a node"

function labelsOf(nodes: readonly Pick<NodeRecord, "label">[]): Named[] {
  return nodes.flatMap(({ label }): Named[] => (label === undefined ? [] : [[NODE, label]]))
}
