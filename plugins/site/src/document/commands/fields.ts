/** Commands that change what one node says of itself. Each gives its inverse. */
import type { Attribute, ElementNode, SiteNode } from "../tree/node.ts"
import type { Command, CommandOf } from "./command.ts"
import { checkContent, type Draft, elementIn, nodeIn, put } from "./draft.ts"
import { checkLabel, checkShape, classesIn } from "./record.ts"

export function setAttributes(draft: Draft, command: CommandOf<"setAttributes">): Command {
  const { node: id, set, order, breakpoint } = command
  const node = elementIn(draft, id)
  const before = breakpoint === undefined ? node.attributes : (node.overrides?.[breakpoint] ?? [])
  const values = new Map(before)
  for (const [name, value] of Object.entries(set)) {
    if (value === null) values.delete(name)
    else values.set(name, value)
  }
  const attributes = ordered([...values], ([name]) => name, order)
  const changed = breakpoint === undefined ? { ...node, attributes } : withOverride(node, breakpoint, attributes)
  checkShape(changed)
  put(draft, changed)
  if (breakpoint === undefined) checkContent(draft, id)
  const old = new Map(before)
  const inverse = Object.fromEntries(Object.keys(set).map((name) => [name, old.get(name) ?? null]))
  return { ...command, set: inverse, order: before.map(([name]) => name) }
}

function withOverride(node: ElementNode, breakpoint: string, attributes: readonly Attribute[]): ElementNode {
  const { [breakpoint]: _, ...others } = node.overrides ?? {}
  const overrides = attributes.length > 0 ? { ...others, [breakpoint]: attributes } : others
  const { overrides: _before, ...rest } = node
  return Object.keys(overrides).length > 0 ? { ...rest, overrides } : rest
}

export function setClasses(draft: Draft, command: CommandOf<"setClasses">): Command {
  const { node: id, add, remove, order, written } = command
  const node = elementIn(draft, id)
  const kept = node.classes.filter((name) => !remove.includes(name))
  const classes = ordered([...new Set([...kept, ...add])], (name) => name, order)
  const { classText, ...rest } = node
  const fits = written !== undefined && classesIn(written).join(" ") === classes.join(" ")
  const changed: ElementNode = fits ? { ...rest, classes, classText: written } : { ...rest, classes }
  checkShape(changed)
  put(draft, changed)
  const had = new Set(node.classes)
  const has = new Set(classes)
  return {
    type: "setClasses",
    document: draft.document.ref,
    node: id,
    add: node.classes.filter((name) => !has.has(name)),
    remove: classes.filter((name) => !had.has(name)),
    order: node.classes,
    ...(classText === undefined ? {} : { written: classText }),
  }
}

/** Those that `order` names stand as it says, and the others behind them as they stood. */
function ordered<T>(items: readonly T[], nameOf: (item: T) => string, order: readonly string[] = []): readonly T[] {
  if (order.length === 0) return items
  const at = new Map(order.map((name, index) => [name, index]))
  const rank = (item: T) => at.get(nameOf(item)) ?? order.length
  return items.toSorted((a, b) => rank(a) - rank(b))
}

export function setInlineStyle(draft: Draft, command: CommandOf<"setInlineStyle">): Command {
  const node = elementIn(draft, command.node)
  const changed = { ...node, style: command.style }
  checkShape(changed)
  put(draft, changed)
  return { ...command, style: node.style }
}

export function rename(draft: Draft, command: CommandOf<"rename">): Command {
  const node = nodeIn(draft, command.node)
  if (command.label !== null) checkLabel(command.label)
  const { label: before, ...rest } = node
  put(draft, (command.label === null ? rest : { ...rest, label: command.label }) as SiteNode)
  return { ...command, label: before ?? null }
}

export function setFlags(draft: Draft, command: CommandOf<"setFlags">): Command {
  const node = nodeIn(draft, command.node)
  const { locked: wasLocked = false, hidden: wasHidden = false, ...rest } = node
  const { locked = wasLocked, hidden = wasHidden } = command
  put(draft, { ...rest, ...(locked && { locked }), ...(hidden && { hidden }) } as SiteNode)
  return { ...command, locked: wasLocked, hidden: wasHidden }
}

export function bind(draft: Draft, command: CommandOf<"bind">): Command {
  const node = elementIn(draft, command.node)
  const { bindings: before = {}, ...rest } = node
  const { [command.name]: was, ...others } = before
  const bindings = command.binding === null ? others : { ...others, [command.name]: command.binding }
  put(draft, Object.keys(bindings).length > 0 ? { ...rest, bindings } : rest)
  return { ...command, binding: was ?? null }
}
