/** Addresses of an archive's files, as they are called in the site. */
import { Kind, readTokens, type Tokens, unescapeCss } from "../../document/css/tokens.ts"
import { addressesIn, reachOf } from "../../document/safety/urls.ts"
import type { Attribute, NodeRecord } from "../../document.ts"

/** Where a file of the archive is found in the site; null where it is not there. */
export type Lookup = (path: string) => string | null

/** What an address in a file means in the site; null where it stays as it is. */
export function rewritten(address: string, from: string, lookup: Lookup): string | null {
  const trimmed = address.trim()
  if (trimmed === "" || trimmed.startsWith("#") || reachOf(trimmed) !== "own") return null
  const url = urlOf(trimmed, from)
  const path = url && pathIn(url)
  if (url === null || path === null) return null
  const found =
    lookup(path) ?? lookup(`${path}${path === "" || path.endsWith("/") ? "" : "/"}index.html`) ?? lookup(`${path}.html`)
  return found === null ? null : `${found}${found.startsWith("/_media/") ? "" : url.search}${url.hash}`
}

function urlOf(address: string, from: string): URL | null {
  return URL.parse(address, `https://own.invalid/${from.split("/").map(encodeURIComponent).join("/")}`)
}

/** As the archive writes it; null where nobody can read it. */
function pathIn({ pathname }: URL): string | null {
  try {
    return decodeURIComponent(pathname).slice(1).normalize("NFC")
  } catch {
    return null
  }
}

const ADDRESSES = new Set([
  "href",
  "src",
  "poster",
  "background",
  "data",
  "action",
  "formaction",
  "xlink:href",
  "longdesc",
])
const SETS = new Set(["srcset", "imagesrcset"])

export function rewriteNode(node: NodeRecord, from: string, lookup: Lookup): NodeRecord {
  if (node.kind !== "element") return node
  const attributes = node.attributes.map((attribute): Attribute => {
    const [name, value] = attribute
    if (ADDRESSES.has(name)) return [name, rewritten(value, from, lookup) ?? value]
    if (SETS.has(name)) return [name, rewriteSet(value, from, lookup)]
    return attribute
  })
  return { ...node, attributes, style: node.style === null ? null : rewriteCss(node.style, from, lookup) }
}

function rewriteSet(value: string, from: string, lookup: Lookup): string {
  let made = ""
  let at = 0
  for (const { start, end } of addressesIn(value)) {
    made += value.slice(at, start) + (rewritten(value.slice(start, end), from, lookup) ?? value.slice(start, end))
    at = end
  }
  return made + value.slice(at)
}

/** `url()`, and the texts of `image-set()`. Nothing else is touched. */
export function rewriteCss(css: string, from: string, lookup: Lookup): string {
  if (!/url|image-set|src\(/i.test(css)) return css
  const tokens = readTokens(css)
  let made = ""
  let done = 0
  const replace = (at: number, address: string, write: (found: string) => string) => {
    const found = rewritten(address, from, lookup)
    if (found === null) return
    made += css.slice(done, tokens.start(at)) + write(found)
    done = tokens.end(at)
  }
  const open: string[] = []
  const ends: number[] = []
  for (let at = 0; at < tokens.count; at += 1) {
    while (ends.length > 0 && ends.at(-1)! <= at) {
      ends.pop()
      open.pop()
    }
    const kind = tokens.kind(at)
    if (kind === Kind.function) {
      open.push(unescapeCss(tokens.text(at)).toLowerCase())
      ends.push(tokens.closing(at))
    } else if (kind === Kind.url) replace(at, addressOfUrl(tokens, at), (found) => `url("${found}")`)
    else if (kind === Kind.string && LOADING.test(open.at(-1) ?? ""))
      replace(at, unescapeCss(tokens.text(at).slice(1, -1)), (found) => `"${found}"`)
  }
  return made + css.slice(done)
}
const LOADING = /^(?:url|src|(?:-webkit-)?image-set)\($/

function addressOfUrl(tokens: Tokens, at: number): string {
  const text = tokens.text(at)
  return unescapeCss(text.slice(text.indexOf("(") + 1, text.endsWith(")") ? -1 : undefined).trim())
}

/** Classes that the site has already, under another name. */
export function renameClasses(css: string, names: ReadonlyMap<string, string>): string {
  if (names.size === 0) return css
  const tokens = readTokens(css)
  let made = ""
  let done = 0
  for (let at = 1; at < tokens.count; at += 1) {
    if (tokens.kind(at) !== Kind.ident || tokens.kind(at - 1) !== Kind.delim || tokens.text(at - 1) !== ".") continue
    const other = names.get(unescapeCss(tokens.text(at)))
    if (other === undefined) continue
    made += css.slice(done, tokens.start(at)) + other
    done = tokens.end(at)
  }
  return made + css.slice(done)
}

/** Of sheets in the place of their names: one that is named by ten which are named by ten each is there a hundred times. */
const MOST_BROUGHT = 8 * 1024 * 1024
const DEEPEST = 8

/** Sheets that a sheet names at its top, in its place. What it names from elsewhere is left to the sanitiser. */
export function withImports(
  css: string,
  from: string,
  read: (path: string) => string | null,
  most = MOST_BROUGHT,
): string {
  let brought = 0
  /** No sheet is brought into itself: browsers do not load it there either. */
  const bring = (path: string, within: readonly string[]): string | null => {
    if (within.includes(path) || brought > most) return null
    const found = read(path)
    if (found === null) return null
    brought += found.length
    return expand(found, [...within, path])
  }
  const expand = (sheet: string, within: readonly string[]): string =>
    within.length > DEEPEST || !/@import/i.test(sheet)
      ? sheet
      : expanded(sheet, within.at(-1)!, (path) => bring(path, within))
  return expand(css, [from])
}

function expanded(css: string, from: string, bring: (path: string) => string | null): string {
  const tokens = readTokens(css)
  let made = ""
  let done = 0
  for (let at = 0; at < tokens.count; at += 1) {
    if (tokens.kind(at) === Kind.openCurly) at = tokens.closing(at)
    if (tokens.kind(at) !== Kind.atKeyword || tokens.text(at).toLowerCase() !== "@import") continue
    let name = at + 1
    while (tokens.kind(name) === Kind.whitespace || tokens.kind(name) === Kind.comment) name += 1
    let end = name
    while (end < tokens.count && tokens.kind(end) !== Kind.semicolon) end += 1
    const isFunction = tokens.kind(name) === Kind.function
    const text = isFunction ? tokens.text(name + 1) : tokens.text(name)
    const address = tokens.kind(name) === Kind.url ? addressOfUrl(tokens, name) : unescapeCss(text.slice(1, -1))
    const condition = css.slice(tokens.end(isFunction ? tokens.closing(name) : name), tokens.start(end)).trim()
    const url = urlOf(address, from)
    const path = url?.host === "own.invalid" && reachOf(address) === "own" ? pathIn(url) : null
    const inner = path === null || /^(?:layer|supports)/i.test(condition) ? null : bring(path)
    if (inner !== null) {
      made +=
        css.slice(done, tokens.start(at)) + (condition === "" ? `${inner}\n` : `@media ${condition} {\n${inner}\n}\n`)
      done = end < tokens.count ? tokens.end(end) : css.length
    }
    at = end
  }
  return made + css.slice(done)
}
