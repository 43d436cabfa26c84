/** Pages of things by their names: `Checkout` to `/catalog/systems/7f3c`. */
export type NamedPages = ReadonlyMap<string, string>

type Node = { type: string; value?: string; url?: string; children?: Node[] }

/**
 * A remark plugin that makes a link of every name it is given, wherever a text has it as whole words. What is a link or code
 * already stays as it is.
 */
export function linkNames(pages: NamedPages) {
  const pattern = patternOf(pages)
  return () => (tree: Node) => {
    if (pattern) visit(tree)
  }

  function visit(node: Node): void {
    if (!node.children || node.type === "link" || node.type === "linkReference") return
    node.children = node.children.flatMap((child) => {
      if (child.type !== "text" || !child.value) {
        visit(child)
        return [child]
      }
      return split(child.value)
    })
  }

  function split(text: string): Node[] {
    const nodes: Node[] = []
    let from = 0
    for (const match of text.matchAll(pattern!)) {
      const [name] = match
      if (match.index > from) nodes.push({ type: "text", value: text.slice(from, match.index) })
      nodes.push({ type: "link", url: pages.get(name)!, children: [{ type: "text", value: name }] })
      from = match.index + name.length
    }
    if (from < text.length) nodes.push({ type: "text", value: text.slice(from) })
    return nodes
  }
}

/** The longest first: "Search" must not take the beginning of "Search index". */
function patternOf(pages: NamedPages): RegExp | null {
  const names = [...pages.keys()].filter((name) => name.length >= SHORTEST).slice(0, MOST)
  if (names.length === 0) return null
  const escaped = names.sort((a, b) => b.length - a.length).map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
  return new RegExp(`(?<![\\p{L}\\p{N}_])(?:${escaped.join("|")})(?![\\p{L}\\p{N}_])`, "gu")
}

/** Shorter names are words that mean something else as often. */
const SHORTEST = 3
const MOST = 300
