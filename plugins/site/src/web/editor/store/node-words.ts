/** How people read what a node is: by its label, its words or its kind, and never by its id. */
import type { ElementNode, SingleCommand, SiteDocument, SiteNode } from "../../../document.ts"
import { AMONG_WORDS } from "../text/phrasing.ts"

export function nameOfNode(document: Pick<SiteDocument, "nodes"> | null, node: SiteNode): string {
  if (node.label) return node.label
  if (node.kind === "text") return shortened(node.text) || "Empty text"
  if (node.kind === "comment") return `Comment: ${shortened(node.text)}`
  const kind = kindOf(node)
  const words = isNamedByWords(document, node) ? shortened(wordsOf(document, node)) : ""
  if (words) return `${kind}: ${words}`
  return node.classes[0] ? `${kind} .${node.classes[0]}` : kind
}

/** What it is, without what it says. */
export function kindOf(node: SiteNode): string {
  if (node.kind === "text") return "Text"
  if (node.kind === "comment") return "Comment"
  return KINDS[node.tag] ?? `<${node.tag}>`
}

/** For a sentence that says what stays: " of Heading 1: Welcome". */
export function aboutNode(document: SiteDocument | null, command: SingleCommand): string {
  const node = "node" in command ? document?.nodes.get(command.node) : undefined
  return node ? ` of "${nameOfNode(document, node)}"` : ""
}

/** A reason without the ids that models are told: "The <h1> cannot stand there: ..." */
export function forPeople(reason: string): string {
  return reason
    .replace(/(<[\w-]+>) ([\w.]+)/g, (all, tag: string, id: string) => (/\d/.test(id) ? tag : all))
    .replace(/ in ([\w.]+):/g, (all, id: string) => (/\d/.test(id) ? " there:" : all))
}

function wordsOf(document: Pick<SiteDocument, "nodes"> | null, node: ElementNode): string {
  let words = ""
  for (const id of node.children) {
    const child = document?.nodes.get(id)
    if (child?.kind === "text") words += child.text
    // Two paragraphs beside each other are no word.
    else if (child?.kind === "element") words += `${wordsOf(document, child)}${AMONG_WORDS.has(child.tag) ? "" : " "}`
    if (words.length > MOST_LETTERS * 2) break
  }
  return words
}

/** What holds nothing but words is called after them, too. */
function isNamedByWords(document: Pick<SiteDocument, "nodes"> | null, { tag, children }: ElementNode): boolean {
  if (NAMED_BY_WORDS.has(tag)) return true
  return children.length > 0 && children.every((id) => document?.nodes.get(id)?.kind === "text")
}

const MOST_LETTERS = 40

function shortened(text: string): string {
  const words = text
    .slice(0, MOST_LETTERS * 4)
    .replace(/\s+/g, " ")
    .trim()
  return words.length > MOST_LETTERS ? `${words.slice(0, MOST_LETTERS - 1).toWellFormed()}…` : words
}

const NAMED_BY_WORDS = new Set(["h1", "h2", "h3", "h4", "h5", "h6", "p", "a", "button", "li", "label", "summary"])

const KINDS: Readonly<Record<string, string>> = {
  body: "Page",
  template: "Component",
  h1: "Heading 1",
  h2: "Heading 2",
  h3: "Heading 3",
  h4: "Heading 4",
  h5: "Heading 5",
  h6: "Heading 6",
  p: "Paragraph",
  a: "Link",
  button: "Button",
  img: "Picture",
  picture: "Picture",
  video: "Film",
  ul: "List",
  ol: "Numbered list",
  li: "Item",
  section: "Section",
  header: "Header",
  footer: "Footer",
  main: "Main part",
  nav: "Navigation",
  article: "Article",
  aside: "Aside",
  div: "Box",
  span: "Words",
  strong: "Strong words",
  em: "Stressed words",
  form: "Form",
  input: "Field",
  label: "Label",
  table: "Table",
  blockquote: "Quotation",
  figure: "Figure",
  figcaption: "Caption",
  hr: "Line",
  br: "Line break",
  svg: "Drawing",
  "cs-loop": "Loop",
  "cs-each": "Repeated part",
  "cs-empty": "Shown without rows",
  "cs-pages": "Links to pages of a loop",
  "cs-outlet": "Outlet",
  "cs-component": "Component",
}
