/** Commands that change words, and that take one node apart or put two together. Each gives its inverse. */
import { mergeText } from "../text/merge-text.ts"
import type { ElementNode, ElementShape, NodeId, SiteNode } from "../tree/node.ts"
import type { Command, CommandOf } from "./command.ts"
import { checkContent, type Draft, elementIn, named, nodeIn, parentIn, put, setChildren } from "./draft.ts"
import { checkRecord, checkShape } from "./record.ts"
import { refuse } from "./refusal.ts"

type Worded = Extract<SiteNode, { text: string }>

export function setText(draft: Draft, { node: id, text, base }: CommandOf<"setText">): Command {
  const node = wordedIn(draft, id)
  const merged =
    node.text === base ? text : mergeText({ base, mine: text, theirs: node.text, language: languageOf(draft, node) })
  if (merged === null) {
    refuse(
      `Somebody else changed the same words of ${id} meanwhile. It now says: "${shortened(node.text)}". Change that text instead.`,
    )
  }
  write(draft, node, merged)
  return { type: "setText", document: draft.document.ref, node: id, text: node.text, base: merged }
}

export function spliceText(draft: Draft, command: CommandOf<"spliceText">): Command {
  const { node: id, at, removed, inserted } = command
  const node = wordedIn(draft, id)
  if (at < 0 || node.text.slice(at, at + removed.length) !== removed || at > node.text.length) {
    refuse(
      `The text ${id} does not say "${shortened(removed)}" at ${at} any more. It now says: "${shortened(node.text)}".`,
    )
  }
  write(draft, node, node.text.slice(0, at) + inserted + node.text.slice(at + removed.length))
  return { ...command, removed: inserted, inserted: removed }
}

function write(draft: Draft, node: Worded, text: string): void {
  const changed = { ...node, text }
  checkRecord(changed)
  put(draft, changed)
  checkContent(draft, node.id)
}

export function splitText(draft: Draft, { node: id, at, right }: Extract<CommandOf<"split">, { at: number }>): Command {
  const node = wordedIn(draft, id)
  if (node.kind !== "text") refuse(`The node ${id} is a comment and stays in one piece.`)
  if (!Number.isInteger(at) || at < 0 || at > node.text.length) {
    refuse(`The text ${id} has ${node.text.length} characters and cannot be split at ${at}. Read it again.`)
  }
  const parent = parentIn(draft, node, "split")
  putRight(draft, parent, id, { kind: "text", ...right, text: node.text.slice(at), parent: parent.id })
  write(draft, node, node.text.slice(0, at))
  return { type: "join", document: draft.document.ref, left: id, right: right.id }
}

export function splitElement(draft: Draft, command: Extract<CommandOf<"split">, { before: NodeId | null }>): Command {
  const { node: id, before, right } = command
  const node = elementIn(draft, id)
  const parent = parentIn(draft, node, "split")
  const index = before === null ? node.children.length : node.children.indexOf(before)
  if (index < 0) refuse(`The node ${before} does not stand in ${id} any more. Choose another place to split it.`)
  const { children, parent: _, ...shape } = node
  const made: ElementShape = "tag" in right ? right : { ...shape, id: right.id }
  checkShape(made)
  const taken = children.slice(index)
  putRight(draft, parent, id, { ...made, children: taken, parent: parent.id })
  for (const child of taken) put(draft, { ...nodeIn(draft, child), parent: made.id })
  setChildren(draft, elementIn(draft, id), children.slice(0, index))
  checkContent(draft, made.id)
  return { type: "join", document: draft.document.ref, left: id, right: made.id }
}

function putRight(draft: Draft, parent: ElementNode, left: NodeId, node: SiteNode): void {
  checkRecord(node)
  if (draft.nodes.get(node.id)) refuse(`The id ${node.id} is used already. Give the second half an id of its own.`)
  put(draft, node)
  setChildren(draft, parent, parent.children.toSpliced(parent.children.indexOf(left) + 1, 0, node.id))
}

export function join(draft: Draft, { left: leftId, right: rightId }: CommandOf<"join">): Command {
  const left = nodeIn(draft, leftId)
  const right = nodeIn(draft, rightId)
  const parent = parentIn(draft, left, "joined")
  parentIn(draft, right, "joined")
  const index = parent.children.indexOf(leftId)
  if (parent.children[index + 1] !== rightId) {
    refuse(`${named(right)} does not stand right behind ${leftId}. Only neighbours can be joined.`)
  }
  draft.nodes.delete(rightId)
  draft.touched.add(rightId)
  setChildren(draft, parent, parent.children.toSpliced(index + 1, 1))
  const document = draft.document.ref
  if (left.kind === "text" && right.kind === "text") {
    write(draft, left, left.text + right.text)
    const { kind: _kind, text: _text, parent: _parent, ...half } = right
    return { type: "split", document, node: leftId, at: left.text.length, right: half }
  }
  if (left.kind !== "element" || right.kind !== "element") {
    refuse(
      `${named(left)} and ${rightId} are of different kinds and cannot be joined. Move the one into the other instead.`,
    )
  }
  for (const child of right.children) put(draft, { ...nodeIn(draft, child), parent: leftId })
  put(draft, { ...left, children: [...left.children, ...right.children] })
  for (const child of right.children) checkContent(draft, child)
  const { children, parent: _, ...shape } = right
  return { type: "split", document, node: leftId, before: children[0] ?? null, right: shape }
}

function wordedIn(draft: Draft, id: NodeId): Worded {
  const node = nodeIn(draft, id)
  if (node.kind === "element") {
    refuse(
      `The node ${id} is an element. Name a text in it${node.children[0] ? `, such as ${node.children[0]}` : ", or insert one"}.`,
    )
  }
  return node
}

function languageOf(draft: Draft, node: SiteNode): string | undefined {
  for (let at = node.parent; at !== null; ) {
    const element = elementIn(draft, at)
    const lang = element.attributes.find(([name]) => name === "lang")?.[1]
    if (lang) return lang
    at = element.parent
  }
  return undefined
}

function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79).toWellFormed()}…` : text
}
