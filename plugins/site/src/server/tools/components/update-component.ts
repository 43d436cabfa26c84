import type { ParsedInputOf } from "@countersign/core/contract"
import type { siteContract } from "../../../contract.ts"
import { type Command, type NodeRecord, recordOf, refuse, type Site, subtreeOf } from "../../../document.ts"
import { demandUnlocked } from "../run/find-node.ts"
import type { Ran, RunContext } from "../run/runner.ts"
import type { Inserted } from "../structure/insert-html.ts"
import { replaceNodeHtml } from "../structure/replace-node-html.ts"
import { demandNotWithin, findComponent, missingWarning, paramsMissing, paramsSaid, usesOf } from "./component.ts"

type Input = ParsedInputOf<typeof siteContract.updateComponent>

/** Its title, what it holds, or what it is given: everywhere it is used. */
export function updateComponent(
  site: Site,
  { componentId, title, html, params }: Input,
  context: RunContext,
): Ran<Inserted & { affects: { documents: number; nodes: number } }> {
  const { document, root } = findComponent(site, componentId)
  if (title === undefined && html === undefined && params === undefined)
    refuse("Say what to change: the title, the html that it holds, or its params.")
  const key = `visualComponent:${componentId}`
  const replaced = html === undefined ? null : replaceNodeHtml(site, { nodeId: root.id, html, document: key }, context)
  if (!replaced) demandUnlocked(document, root.id)
  const held = replaced ? heldBy(replaced.commands) : subtreeOf(document.nodes, root.id).slice(1).map(recordOf)
  demandNotWithin(site, componentId, held)
  const set = paramsSaid(params ?? {})
  const declared = [...root.attributes.map(([name]) => name), ...Object.keys(set)].filter((name) => set[name] !== null)
  const missing = paramsMissing(held, declared)
  const all = { ...set, ...Object.fromEntries(missing.map((name) => [name, ""])) }
  const commands: Command[] = [...(replaced?.commands ?? [])]
  if (title !== undefined) commands.push({ type: "document.set", document: document.ref, title })
  if (Object.keys(all).length > 0)
    commands.push({ type: "setAttributes", document: document.ref, node: root.id, set: all })
  return {
    commands,
    data: { ...replaced?.data, affects: usesOf(site, componentId) },
    warnings: [...(replaced?.warnings ?? []), ...missingWarning(missing)],
  }
}

function heldBy(commands: readonly Command[]): NodeRecord[] {
  return commands.flatMap((command) => (command.type === "insert" ? command.fragment.nodes : []))
}
