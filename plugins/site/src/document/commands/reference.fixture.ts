/**
 * The same commands once more, as plainly as they can be told: a nested tree that is copied and changed in place, no ids
 * looked up by anything but walking, no sentences. What a page may hold it asks parse5. It judges `apply`.
 */
import { parse, type DefaultTreeAdapterTypes as Tree } from "parse5"
import type { NodeRecord, Site } from "../tree/node.ts"
import { keyOf } from "../tree/node.ts"
import type { Command, NodeCommand } from "./command.ts"

// biome-ignore lint/suspicious/noExplicitAny: it is all fields that differ by kind, and TypeScript is the other one's judge.
export type Nested = Record<string, any> & { id: string; children?: Nested[] }
export interface ReferenceSite {
  documents: Record<string, { title: string; root: Nested; content: string }>
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  sheets: any[]
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  facts: any
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  scripts: any[]
}

/** The site after the command, or null where it cannot happen. */
export function applyReference(before: ReferenceSite, command: Command): ReferenceSite | null {
  const site = structuredClone(before)
  try {
    run(site, command)
    return site
  } catch (error) {
    if (error === NO) return null
    throw error
  }
}

const NO = Symbol("no")
const need = <T>(value: T | null | undefined | false): T => {
  if (value === null || value === undefined || value === false) throw NO
  return value
}

function run(site: ReferenceSite, command: Command): void {
  if (command.type === "group") {
    for (const one of command.commands) run(site, one)
    return
  }
  if (command.type === "sheet.add" || command.type === "sheet.remove" || command.type === "editStyles") {
    runOnSheets(site.sheets, command)
    return
  }
  if (!("document" in command)) {
    runOnFacts(site, command)
    return
  }
  const { documents } = site
  const key = keyOf(command.document)
  if (command.type === "document.add") {
    need(!documents[key])
    const { title, contentNodeId, fragment } = command.content
    documents[key] = { title, root: nest(fragment.roots[0]!, fragment.nodes), content: contentNodeId }
  } else if (command.type === "document.remove") {
    need(documents[key])
    delete documents[key]
  } else if (command.type === "document.set") {
    need(documents[key]).title = need(command.title.trim() !== "" && command.title)
  } else runOnNodes(need(documents[key]), command)
}

function runOnSheets(sheets: ReferenceSite["sheets"], command: Extract<Command, { sheet: unknown }>): void {
  const id = typeof command.sheet === "string" ? command.sheet : command.sheet.id
  const at = sheets.findIndex((sheet) => sheet.id === id)
  if (command.type === "sheet.add") {
    need(at < 0)
    const behind = sheets.findIndex((sheet) => sheet.id === command.after)
    sheets.splice(
      command.after === null ? 0 : behind < 0 ? sheets.length : behind + 1,
      0,
      structuredClone(command.sheet),
    )
    return
  }
  need(at >= 0)
  if (command.type === "sheet.remove") sheets.splice(at, 1)
  else {
    const { pieces } = sheets[at]
    const find = (piece: string | null) => pieces.findIndex((one: { id: string }) => one.id === piece)
    for (const edit of command.edits) {
      if (edit.type !== "remove") need((edit.type === "add" ? edit.piece : edit).text.endsWith("}"))
      if (edit.type === "add") {
        need(find(edit.piece.id) < 0)
        pieces.splice(edit.after === null ? 0 : find(edit.after) < 0 ? pieces.length : find(edit.after) + 1, 0, {
          ...edit.piece,
        })
        continue
      }
      need(pieces[find(edit.piece)]?.text === edit.expected)
      if (edit.type === "replace") pieces[find(edit.piece)].text = edit.text
      else pieces.splice(find(edit.piece), 1)
    }
  }
}

/** What may stand in a fact has a test of its own; here every value that is refused is "No!". */
function runOnFacts(
  { facts, scripts }: ReferenceSite,
  command: Exclude<Command, NodeCommand | { document: unknown } | { sheet: unknown } | { type: "group" }>,
): void {
  const put = (holder: Record<string, unknown>, name: string, value: unknown) => {
    if (value === null) delete holder[name]
    else holder[name] = structuredClone(value)
  }
  need(!JSON.stringify(command).includes("No!"))
  switch (command.type) {
    case "page.set": {
      const page = { ...facts.pages[command.page] }
      const left = page.address
      for (const [name, value] of Object.entries(command.set)) put(page, name, value)
      const { address } = page
      const others = Object.entries<Nested>(facts.pages).filter(([id]) => id !== command.page)
      need(address === undefined || !others.some(([, other]) => other.address === address))
      if (address !== undefined && address !== left) {
        delete facts.redirects[address]
        if (left && command.redirect !== false) facts.redirects[left] = { page: command.page }
      }
      put(facts.pages, command.page, Object.keys(page).length > 0 ? page : null)
      break
    }
    case "redirect.set": {
      const { from, to } = command
      need(from !== "")
      if (to) need(!Object.values<Nested>(facts.pages).some(({ address }) => address === from))
      const after = structuredClone(facts.redirects)
      put(after, from, to)
      for (let at = from, steps = 0; to && after[at]?.address; steps += 1) {
        at = after[at].address.slice(1)
        need(steps < 50 && at !== from)
      }
      facts.redirects = after
      break
    }
    case "template.set":
      put(facts.templates, command.template, command.facts)
      break
    case "setting.set":
      for (const [name, value] of Object.entries(command.set)) put(facts.settings, name, value)
      break
    case "breakpoints.set":
      facts.breakpoints = structuredClone(command.breakpoints)
      break
    case "setTokens":
      for (const [family, set] of Object.entries(command.set))
        for (const [slug, token] of Object.entries(set ?? {})) put(facts.tokens[family], slug, token)
      break
    case "asset.set": {
      const at = scripts.findIndex(({ id }) => id === command.script.id)
      need(!scripts.some(({ id, path }) => path === command.script.path && id !== command.script.id))
      scripts.splice(at < 0 ? scripts.length : at, at < 0 ? 0 : 1, structuredClone(command.script))
      break
    }
    case "asset.remove": {
      const at = scripts.findIndex(({ id }) => id === command.script)
      need(at >= 0)
      scripts.splice(at, 1)
    }
  }
}

function runOnNodes(document: ReferenceSite["documents"][string], command: NodeCommand): void {
  const all = () => walk(document.root)
  const find = (id: string) => need(all().find((node) => node.id === id))
  const parentOf = (id: string) => {
    find(id)
    const parent = need(all().find((node) => node.children?.some((child) => child.id === id)))
    need(parent !== document.root || document.root.id === document.content)
    return parent
  }
  const fresh = (id: string) => need(!all().some((node) => node.id === id))
  const element = (id: string) => need(find(id).kind === "element" && find(id))
  const put = (place: { parent: string; after: string | null; before: string | null }, nodes: Nested[]) => {
    const parent = element(place.parent)
    need(parent !== document.root || document.root.id === document.content)
    const at = (id: string | null) => (id === null ? -1 : parent.children!.findIndex((child) => child.id === id))
    const index =
      at(place.after) >= 0 ? at(place.after) + 1 : at(place.before) >= 0 ? at(place.before) : parent.children!.length
    parent.children!.splice(index, 0, ...nodes)
  }
  const take = (id: string) => {
    const siblings = parentOf(id).children!
    return siblings.splice(
      siblings.findIndex((child) => child.id === id),
      1,
    )[0]!
  }
  const nextTo = (id: string, offset: number) => {
    const siblings = parentOf(id).children!
    return siblings[siblings.findIndex((child) => child.id === id) + offset]?.id ?? null
  }
  const behind = (id: string) => ({ parent: parentOf(id).id, after: id, before: null })

  switch (command.type) {
    case "insert": {
      const { roots, nodes } = command.fragment
      need(roots.length > 0 && nodes.every(({ id }) => fresh(id)))
      put(
        command.place,
        roots.map((id) => nest(id, nodes)),
      )
      break
    }
    case "remove":
      take(command.node)
      break
    case "move": {
      parentOf(command.node)
      need(!walk(find(command.node)).some(({ id }) => id === command.place.parent))
      const node = take(command.node)
      put(command.place, [node])
      break
    }
    case "duplicate": {
      const copy = structuredClone(find(command.node))
      for (const [at, node] of walk(copy).entries()) {
        node.id = command.ids[at] ?? `${command.ids[0]}.${at}`
        fresh(node.id)
      }
      need(new Set(walk(copy).map(({ id }) => id)).size === walk(copy).length)
      put(behind(command.node), [copy])
      break
    }
    case "wrap": {
      fresh(command.wrapper.id)
      const [first] = command.nodes
      const parent = parentOf(need(first))
      const index = parent.children!.findIndex(({ id }) => id === first)
      need(command.nodes.every((id, at) => parent.children![index + at]?.id === id))
      const children = parent.children!.splice(index, command.nodes.length)
      parent.children!.splice(index, 0, { ...structuredClone(command.wrapper), children })
      break
    }
    case "unwrap": {
      const { children } = element(command.node)
      const parent = parentOf(command.node)
      parent.children!.splice(
        parent.children!.findIndex(({ id }) => id === command.node),
        1,
        ...children!,
      )
      break
    }
    case "split": {
      const node = find(command.node)
      fresh(command.right.id)
      if ("at" in command) {
        need(node.kind === "text" && command.at >= 0 && command.at <= node.text.length)
        put(behind(node.id), [{ kind: "text", ...command.right, text: node.text.slice(command.at) }])
        node.text = node.text.slice(0, command.at)
      } else {
        need(node.kind === "element")
        const at =
          command.before === null ? node.children!.length : node.children!.findIndex(({ id }) => id === command.before)
        need(at >= 0)
        const shape = "tag" in command.right ? command.right : { ...node, ...command.right }
        put(behind(node.id), [{ ...structuredClone(shape), children: node.children!.slice(at) }])
        node.children = node.children!.slice(0, at)
      }
      break
    }
    case "join": {
      need(nextTo(command.left, 1) === command.right)
      const left = find(command.left)
      const right = take(command.right)
      need(left.kind === right.kind && left.kind !== "comment")
      if (left.kind === "text") left.text += right.text
      else left.children!.push(...right.children!)
      break
    }
    case "setText": {
      const node = find(command.node)
      // Merging has properties of its own; here the text is the one that was shown.
      need(node.kind !== "element" && node.text === command.base)
      node.text = command.text
      break
    }
    case "spliceText": {
      const node = find(command.node)
      const { at, removed, inserted } = command
      need(node.kind !== "element" && at >= 0 && at <= node.text.length && node.text.startsWith(removed, at))
      node.text = node.text.slice(0, at) + inserted + node.text.slice(at + removed.length)
      break
    }
    case "setAttributes": {
      const node = element(command.node)
      const all = new Map<string, string>(
        command.breakpoint ? (node.overrides?.[command.breakpoint] ?? []) : node.attributes,
      )
      for (const [name, value] of Object.entries(command.set)) value === null ? all.delete(name) : all.set(name, value)
      const list = inOrder([...all.keys()], command.order).map((name) => [name, all.get(name)])
      if (command.breakpoint) setOrDrop(node, "overrides", command.breakpoint, list.length > 0 ? list : null)
      else node.attributes = list
      break
    }
    case "setClasses": {
      const node = element(command.node)
      const kept = node.classes.filter((name: string) => !command.remove.includes(name))
      node.classes = inOrder([...new Set<string>([...kept, ...command.add])], command.order)
      delete node.classText
      const words = new Set((command.written ?? "").split(/\s+/).filter(Boolean))
      if (command.written !== undefined && [...words].join() === node.classes.join()) node.classText = command.written
      break
    }
    case "setInlineStyle":
      element(command.node).style = command.style
      break
    case "rename":
      setOrDrop(find(command.node), null, "label", command.label)
      break
    case "setFlags":
      for (const flag of ["locked", "hidden"] as const)
        if (command[flag] !== undefined) setOrDrop(find(command.node), null, flag, command[flag] || null)
      break
    case "bind":
      setOrDrop(element(command.node), "bindings", command.name, command.binding)
  }
  need(all().filter(({ tag }) => tag === "cs-outlet").length <= 1)
  // Ours alone: a parser would keep one kind of them, and which one depends on the first.
  const inTemplate = all().flatMap(({ tag, children }) => (tag === "template" ? children! : []))
  need(!inTemplate.some(({ tag }) => /^(caption|col|colgroup|thead|tbody|tfoot|tr|td|th)$/.test(tag)))
  need(survives(document.root))
}

function setOrDrop(node: Nested, field: string | null, name: string, value: unknown): void {
  const holder = field ? { ...node[field] } : node
  if (value === null) delete holder[name]
  else holder[name] = value
  if (field && Object.keys(holder).length > 0) node[field] = holder
  else if (field) delete node[field]
}

function inOrder(names: string[], order: readonly string[] = []): string[] {
  const named = order.filter((name) => names.includes(name))
  return order.length === 0 ? names : [...named, ...names.filter((name) => !named.includes(name))]
}

function walk(node: Nested): Nested[] {
  return [node, ...(node.children ?? []).flatMap(walk)]
}

function nest(id: string, nodes: readonly NodeRecord[]): Nested {
  const record = nodes.find((node) => node.id === id)!
  return record.kind === "element"
    ? { ...record, children: record.children.map((child) => nest(child, nodes)) }
    : { ...record }
}

/** A document of ours in the same form, to be compared. */
export function nestedOf(site: Site): ReferenceSite {
  const nested = (nodes: { get(id: string): NodeRecord | undefined }, id: string): Nested => {
    const { parent: _, ...record } = nodes.get(id)! as NodeRecord & { parent?: unknown }
    return record.kind === "element"
      ? { ...record, children: record.children.map((child) => nested(nodes, child)) }
      : record
  }
  const documents = Object.fromEntries(
    [...site.documents.entries()].map(([key, { title, nodes, rootNodeId, contentNodeId }]) => [
      key,
      { title, root: nested(nodes, rootNodeId), content: contentNodeId },
    ]),
  )
  const { sheets, facts, scripts } = structuredClone({ ...site, documents: null })
  return { documents, sheets: sheets as ReferenceSite["sheets"], facts, scripts: scripts as ReferenceSite["scripts"] }
}

/** Whether a parser makes the same tree of the page again. */
function survives(root: Nested): boolean {
  if (walk(root).some(({ tag, namespace, children }) => namespace === "html" && VOID.has(tag) && children!.length > 0))
    return false
  const parsed = parse(`<!doctype html>${written(root)}`, { scriptingEnabled: false })
  return outlineOf(parsed.childNodes.find(({ nodeName }) => nodeName === "html")!) === outline(root)
}

const VOID = new Set(["br", "img", "hr", "input", "col"])

function written(node: Nested): string {
  if (node.kind === "comment") return `<!--${node.text}-->`
  if (node.kind === "text") return node.text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")
  const open = `<${node.tag}>${["pre", "textarea"].includes(node.tag) ? "\n" : ""}`
  return VOID.has(node.tag) && node.namespace === "html" && node.children!.length === 0
    ? open
    : `${open}${node.children!.map(written).join("")}</${node.tag}>`
}

/** Names and texts only; texts beside each other are one. */
function outline(node: Nested): string {
  if (node.kind !== "element") return node.kind === "comment" ? `(!${node.text})` : node.text
  return `(${node.namespace} ${node.tag} ${node.children!.map(outline).join("")})`
}

function outlineOf(node: Tree.ChildNode): string {
  if (node.nodeName === "#text") return (node as Tree.TextNode).value
  if (node.nodeName === "#comment") return `(!${(node as Tree.CommentNode).data})`
  const element = node as Tree.Element
  const namespace = element.namespaceURI.endsWith("svg")
    ? "svg"
    : element.namespaceURI.includes("Math")
      ? "math"
      : "html"
  const children =
    namespace === "html" && element.nodeName === "template"
      ? (element as Tree.Template).content.childNodes
      : element.childNodes
  return `(${namespace} ${element.tagName} ${children.map(outlineOf).join("")})`
}
