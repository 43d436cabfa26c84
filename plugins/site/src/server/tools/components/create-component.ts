import type { ParsedInputOf } from "@countersign/core/contract"
import type { siteContract } from "../../../contract.ts"
import {
  addressFrom,
  type Command,
  type ElementRecord,
  type Fragment,
  fragmentOf,
  refuse,
  type Site,
  subtreeOf,
} from "../../../document.ts"
import { demandUnlocked, findElement } from "../run/find-node.ts"
import type { Ran, RunContext } from "../run/runner.ts"
import { readHtml } from "../structure/read-html.ts"
import { applyRules } from "../style/apply-rules.ts"
import { asAttributes, missingWarning, paramsMissing, paramsSaid } from "./component.ts"

type Input = ParsedInputOf<typeof siteContract.createComponent>
interface Data {
  componentId: string
  rootNodeId: string
  /** What shows it, to be inserted anywhere. */
  html: string
  /** The use of it that stands where the element was. */
  nodeId?: string
}

/** A component of HTML, or of an element that is there: a use of it takes the element's place. */
export function createComponent(site: Site, input: Input, { nextId }: RunContext): Ran<Data> {
  if ((input.html === undefined) === (input.nodeId === undefined))
    refuse("Pass what the component is made of: html, or the nodeId of an element that becomes one.")
  const componentId = freeId(site, input.title, nextId)
  const made =
    input.nodeId === undefined ? ofHtml(site, input.html!, nextId) : ofNode(site, input.nodeId, input.document)
  const params = paramsSaid(input.params ?? {})
  const missing = paramsMissing(made.fragment.nodes, Object.keys(params))
  const root: ElementRecord = {
    ...element(nextId(), "template"),
    attributes: asAttributes({ ...params, ...Object.fromEntries(missing.map((name) => [name, ""])) }),
    children: made.fragment.roots,
  }
  const content = {
    title: input.title,
    mode: "standards" as const,
    contentNodeId: root.id,
    fragment: { roots: [root.id], nodes: [root, ...made.fragment.nodes] },
  }
  const used = { ...element(nextId(), "cs-component"), attributes: [["data-component", componentId] as const] }
  const commands: Command[] = [
    ...made.commands,
    { type: "document.add", document: { type: "visualComponent", id: componentId }, content },
    ...(made.replace?.({ roots: [used.id], nodes: [used] }) ?? []),
  ]
  return {
    commands,
    data: {
      componentId,
      rootNodeId: root.id,
      html: `<cs-component data-component="${componentId}"></cs-component>`,
      ...(made.replace && { nodeId: used.id }),
    },
    warnings: [...made.warnings, ...missingWarning(missing)],
  }
}

interface Made {
  readonly fragment: Fragment
  readonly commands: readonly Command[]
  readonly warnings: readonly string[]
  replace?(use: Fragment): readonly Command[]
}

function ofHtml(site: Site, html: string, nextId: () => string): Made {
  const { fragment, css, warnings } = readHtml(site, html, nextId)
  if (fragment.roots.length === 0)
    refuse(`Nothing is left of the HTML. ${warnings.join(" ") || "Pass at least one element."}`.trim())
  const added = applyRules(site, css, "add", nextId)
  return { fragment, commands: added.commands, warnings: [...warnings, ...added.warnings] }
}

function ofNode(site: Site, nodeId: string, where: Input["document"]): Made {
  const { document, node } = findElement(site, nodeId, where)
  const { parent } = node
  if (parent === null || nodeId === document.contentNodeId || node.tag === "head")
    refuse(`The node ${nodeId} is the frame of the document. Name an element inside of it.`)
  for (const one of subtreeOf(document.nodes, nodeId)) {
    if (one.id === nodeId || one.locked) demandUnlocked(document, one.id)
    if (one.kind === "element" && one.tag === "cs-outlet")
      refuse(`The node ${one.id} is an outlet, which belongs into a template. Leave it out of the component.`)
  }
  return {
    fragment: fragmentOf(document.nodes, nodeId),
    commands: [],
    warnings: [],
    replace: (fragment) => [
      { type: "insert", document: document.ref, place: { parent, after: nodeId, before: null }, fragment },
      { type: "remove", document: document.ref, node: nodeId },
    ],
  }
}

/** Of its title, because people and models write it into pages. */
function freeId(site: Site, title: string, nextId: () => string): string {
  const words = addressFrom(title)
    .replaceAll("/", "-")
    .slice(0, 50)
    .replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, "")
  const stem = words === "" ? nextId().replace("~", "-") : words
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? stem : `${stem}-${number}`
    if (!site.documents.has(`visualComponent:${id}`)) return id
  }
}

function element(id: string, tag: string): ElementRecord {
  return { kind: "element", id, tag, namespace: "html", attributes: [], classes: [], style: null, children: [] }
}
