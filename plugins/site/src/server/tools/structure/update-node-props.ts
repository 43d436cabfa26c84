import type { ParsedInputOf } from "@countersign/core/contract"
import type { siteContract } from "../../../contract.ts"
import { type Command, refuse, type Site } from "../../../document.ts"
import { findBreakpoint } from "../run/find-breakpoint.ts"
import { demandUnlocked, findElement } from "../run/find-node.ts"
import type { Ran, RunContext } from "../run/runner.ts"

type Input = ParsedInputOf<typeof siteContract.updateNodeProps>

/** `text`, `class` and `style` by their names; everything else is an attribute. Null takes it away. */
export function updateNodeProps(site: Site, input: Input, { nextId }: RunContext): Ran<object> {
  const { document, node } = findElement(site, input.nodeId, input.document)
  demandUnlocked(document, node.id)
  const names = Object.keys(input.patch)
  if (names.length === 0) refuse("The patch is empty. Name at least one attribute, or text, class or style.")
  const { breakpointId } = input
  const { id } = findBreakpoint(site, breakpointId)
  const there = id === findBreakpoint(site, undefined).id ? undefined : id
  const on = { document: document.ref, node: node.id }
  const commands: Command[] = []
  const set: Record<string, string | null> = {}
  for (const [name, value] of Object.entries(input.patch)) {
    const words = value === null || value === false ? null : value === true ? "" : String(value)
    if (there !== undefined && ["text", "class", "style"].includes(name))
      refuse(`${name} is the same at every breakpoint. Use a media query in applyCss for what differs.`)
    if (name === "text") commands.push(...setText(site, input, words ?? "", nextId))
    else if (name === "class") {
      const classes = (words ?? "").split(/\s+/).filter((one) => one !== "")
      const gone = node.classes.filter((one) => !classes.includes(one))
      commands.push({ type: "setClasses", ...on, add: classes, remove: gone, order: classes })
    } else if (name === "style") commands.push({ type: "setInlineStyle", ...on, style: words })
    else set[name] = words
  }
  if (Object.keys(set).length > 0)
    commands.push({ type: "setAttributes", ...on, set, ...(there !== undefined && { breakpoint: there }) })
  return { commands, data: {} }
}

function setText(site: Site, input: Input, text: string, nextId: () => string): Command[] {
  const { document, node } = findElement(site, input.nodeId, input.document)
  const [only] = node.children
  const child = only === undefined ? undefined : document.nodes.get(only)
  if (node.children.length > 1 || (child && child.kind !== "text"))
    refuse(`The node ${node.id} holds more than a text. Use replaceNodeHtml, or name the element that holds the text.`)
  if (child?.kind === "text")
    return [{ type: "setText", document: document.ref, node: child.id, text, base: child.text }]
  const id = nextId()
  const fragment = { roots: [id], nodes: [{ kind: "text" as const, id, text }] }
  return [{ type: "insert", document: document.ref, place: { parent: node.id, after: null, before: null }, fragment }]
}
