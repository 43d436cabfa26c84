import type { Guard } from "../commands/apply.ts"
import type { Command } from "../commands/command.ts"
import { cleanCss } from "../css/clean-css.ts"
import { whyTooNested } from "../css/nesting.ts"
import { textOf } from "../css/stylesheet.ts"
import { type DesignTokens, NO_TOKENS, TOKEN_FAMILIES, type TokensPatch } from "../facts/design-tokens.ts"
import { policyOf } from "../facts/facts.ts"
import { tokenSheet } from "../facts/token-sheet.ts"
import { type ElementNode, type ElementShape, keyOf, type NodeRecord, type Site } from "../tree/node.ts"
import { cleanElement } from "./clean-element.ts"
import { hiddenNameIn } from "./hidden-names.ts"
import type { SafetyPolicy } from "./policy.ts"

/**
 * Refuses commands that would bring in what could run something, or load it from hosts that are not allowed, and names
 * that do not look as they are; also styles that end the page in a browser: whoever opened the editor then could not mend them.
 */
export function guardFor(policy: SafetyPolicy): Guard {
  return (command, site) => {
    const hidden = hiddenNameIn(command)
    if (hidden) return hidden
    for (const css of stylesIn(command)) {
      const { removed } = cleanCss(css, policy)
      if (removed.length > 0) return refusalOf(removed[0]!)
      const nested = whyTooNested(css)
      if (nested !== null) return nested
    }
    for (const shape of shapesIn(command, site)) {
      const { removed } = cleanElement(shape, policy)
      if (removed.length > 0) return refusalOf(removed[0]!)
    }
    return null
  }
}

/** The same, by the hosts that the site allows when the command comes. */
export const guardBySettings: Guard = (command, site) => guardFor(policyOf(site.facts))(command, site)

function refusalOf(part: string): string {
  return `${part} could run something, or load it from a host that is not allowed. Leave it out, or ask an administrator to allow the host.`
}

function stylesIn(command: Command): readonly string[] {
  if (command.type === "sheet.add") return [textOf(command.sheet)]
  if (command.type === "setTokens") return [tokenSheet(patchOf(command.set), () => null)]
  if (command.type !== "editStyles") return []
  return command.edits.map((edit) => (edit.type === "add" ? edit.piece.text : edit.type === "replace" ? edit.text : ""))
}

/** What a command brings, without what it takes away. */
function patchOf(set: TokensPatch): DesignTokens {
  const brought = TOKEN_FAMILIES.map((family) => [
    family,
    Object.fromEntries(Object.entries(set[family] ?? {}).filter(([, token]) => token !== null)),
  ])
  return { ...NO_TOKENS, ...Object.fromEntries(brought) }
}

/** The elements as they would be after the command. */
function shapesIn(command: Command, site: Site): readonly ElementShape[] {
  switch (command.type) {
    case "insert":
      return elementsOf(command.fragment.nodes)
    case "document.add":
      return elementsOf(command.content.fragment.nodes)
    case "wrap":
      return [command.wrapper]
    case "split":
      return "tag" in command.right ? [command.right] : []
    case "setAttributes": {
      const node = nodeOf(site, command)
      if (!node) return []
      const set = Object.entries(command.set).flatMap(([name, value]): [string, string][] =>
        value === null ? [] : [[name, value]],
      )
      // With all that it has: whether an address may stand there can depend on its neighbours.
      const kept = node.attributes.filter(([name]) => !(name in command.set))
      return [{ ...node, attributes: [...kept, ...set] }]
    }
    case "setInlineStyle": {
      const node = nodeOf(site, command)
      return node ? [{ ...node, style: command.style }] : []
    }
    default:
      return []
  }
}

function elementsOf(nodes: readonly NodeRecord[]): readonly ElementShape[] {
  return nodes.filter((node) => node.kind === "element")
}

function nodeOf(site: Site, command: Extract<Command, { node: string }>): ElementNode | undefined {
  const node = site.documents.get(keyOf(command.document))?.nodes.get(command.node)
  return node?.kind === "element" ? node : undefined
}
