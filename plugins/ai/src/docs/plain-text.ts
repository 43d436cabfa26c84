/** A piece of a page as people read it, with the heading it stands under. */
export interface Passage {
  heading: string | null
  text: string
}

/** Paragraphs, items of lists, rows of tables and blocks of code, without the marks that Markdown writes them with. */
export function passagesOf(markdown: string): Passage[] {
  const passages: Passage[] = []
  let heading: string | null = null
  let lines: string[] = []
  let isCode = false
  const end = (read: (text: string) => string) => {
    const text = read(lines.join(" ").replace(/\s+/g, " ").trim())
    if (text) passages.push({ heading, text })
    lines = []
  }
  for (const line of markdown.split("\n").map((text) => text.trim())) {
    if (/^(?:```|~~~)/.test(line)) {
      end(isCode ? (text) => text : plainLine)
      isCode = !isCode
    } else if (isCode) {
      lines.push(line)
    } else if (/^#{1,6} /.test(line)) {
      end(plainLine)
      heading = plainLine(line.replace(/^#+/, ""))
    } else if (RULE.test(line)) {
      end(plainLine)
    } else {
      if (ITEM.test(line) || line.startsWith("|")) end(plainLine)
      lines.push(cellsOf(line.replace(ITEM, "").replace(/^>+ ?/, "")))
    }
  }
  end(plainLine)
  return passages
}

/** Without emphasis, code marks and addresses of links. */
export function plainLine(text: string): string {
  return text
    .replace(/!?\[([^\][]*)\]\([^()\s]*\)/g, "$1")
    .split(/(`+[^`]*`+)/)
    .map((part) => (part.startsWith("`") ? part.replaceAll("`", "") : withoutEmphasis(part)))
    .join("")
    .trim()
}

function withoutEmphasis(text: string): string {
  return text
    .replace(/(^|[^\p{L}\p{N}])(?:\*{1,3}|_{1,3})(?=\S|$)/gu, "$1")
    .replace(/(^|\S)(?:\*{1,3}|_{1,3})(?![\p{L}\p{N}])/gu, "$1")
}

function cellsOf(line: string): string {
  if (!line.startsWith("|")) return line
  return line
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())
    .filter(Boolean)
    .join(" · ")
}

const ITEM = /^(?:[-*+]|\d{1,3}[.)]) +/
/** Nothing, a rule across the page, or what stands between the head of a table and its rows. */
const RULE = /^[\s:|*_-]*$/
