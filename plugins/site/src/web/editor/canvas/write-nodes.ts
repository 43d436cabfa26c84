/** How single nodes of a document become nodes of a page. */
export const NAMESPACES = {
  html: "http://www.w3.org/1999/xhtml",
  svg: "http://www.w3.org/2000/svg",
  math: "http://www.w3.org/1998/Math/MathML",
} as const
const PREFIXES: Readonly<Record<string, string>> = {
  xlink: "http://www.w3.org/1999/xlink",
  xml: "http://www.w3.org/XML/1998/namespace",
}

/** Unless it is there already: writing it anew would make a browser style the element again. */
export function writeAttribute(element: Element, name: string, value: string): void {
  if (element.getAttribute(name) === value) return
  const [prefix = "", local] = name.split(":")
  const namespace = local === undefined ? undefined : PREFIXES[prefix]
  try {
    if (namespace) element.setAttributeNS(namespace, name, value)
    else element.setAttribute(name, value)
  } catch {
    // A parser takes names of attributes that a script may not write. The page has it all the same.
  }
}

/** Only what differs: a caret in the text then stays with its letters. */
export function writeText(node: CharacterData, text: string): void {
  const was = node.data
  if (was === text) return
  const most = Math.min(was.length, text.length)
  let head = 0
  while (head < most && was[head] === text[head]) head += 1
  let tail = 0
  while (tail < most - head && was.at(-1 - tail) === text.at(-1 - tail)) tail += 1
  node.replaceData(head, was.length - tail - head, text.slice(head, text.length - tail))
}
