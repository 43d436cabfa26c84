import { markHidden } from "./hidden-characters.ts"
import { HIDDEN_MARK_CLASS, hiddenMarkTitle } from "./PlainText.tsx"

type Node = {
  type: string
  value?: string
  tagName?: string
  properties?: Record<string, string>
  children?: Node[]
}

/** For Markdown, once it is parsed: in every text, also in code, what nobody sees becomes a mark. */
export function markHiddenNodes() {
  return (root: Node): void => visit(root)
}

function visit(node: Node): void {
  node.children = node.children?.flatMap((child) => {
    if (child.type === "text" && child.value !== undefined) return marked(child.value)
    visit(child)
    return [child]
  })
}

function marked(value: string): Node[] {
  return markHidden(value).map(({ text, hidden }) =>
    hidden === undefined
      ? { type: "text", value: text }
      : {
          type: "element",
          tagName: "span",
          properties: { dataHiddenCharacter: "", title: hiddenMarkTitle(hidden), className: HIDDEN_MARK_CLASS },
          children: [{ type: "text", value: hidden }],
        },
  )
}
