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

/** A reason without the ids, and the advice, that models are told: "The <h1> cannot stand there: ..." */
export function forPeople(reason: string): string {
  for (const [told, says] of TOLD_TO_MODELS) if (told.test(reason)) return reason.replace(told, says)
  return reason
    .replace(ID_BEHIND, (all, what: string, id: string) => (isId(id) ? what : all))
    .replace(/ in ([\w.~-]{1,60}):/g, (all, id: string) => (isId(id) ? " there:" : all))
    .replace(/ \(([\w.~-]{1,60})\)/g, (all, id: string) => (isId(id) ? "" : all))
}

/** What somebody else did meanwhile is told whole: a sentence for a model says what to read again. */
const TOLD_TO_MODELS: readonly (readonly [RegExp, string])[] = [
  [/^There is no node \S+ in \w+ \S+\. It may have been removed; .*$/s, "What you changed was removed meanwhile."],
  [/^Its place is gone: there is no node \S+ in .*$/s, "Its place is gone: what it stood in was removed meanwhile."],
  [/^There is no (page|template|component) \S+\. It may have been deleted; .*$/s, "The $1 was deleted meanwhile."],
  [/^The text \S+ does not say (".*?") at \d+ any more\./s, "The text does not say $1 any more."],
  [/^Somebody else changed the same words of \S+ meanwhile\./, "Somebody else changed the same words meanwhile."],
  [/^The node \S+ does not stand in \S+ any more\. .*$/s, "What you changed stands elsewhere meanwhile."],
  [/^The node \S+ does not stand right behind .*$/s, "What you chose does not stand together any more."],
  [/^(Somebody changed the rule) \S+ (of .*?) meanwhile\. .*$/s, "$1 $2 meanwhile."],
  [/^The rule \S+ is no longer in (.*?)\. Read .*$/s, "The rule was removed from $1 meanwhile."],
]

const ID_BEHIND =
  /(<[\w-]{1,60}>|\b(?:[Nn]ode|[Tt]ext|[Cc]omment|[Pp]age|[Tt]emplate|[Cc]omponent|parent|classes of|class of|right behind)) ([\w.~-]{0,59}[\w~])/g

/** Ids hold a digit, words do not; a number is one of nodes or letters. */
function isId(word: string): boolean {
  return /\d/.test(word) && /\D/.test(word)
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
  slot: "Slot",
}
