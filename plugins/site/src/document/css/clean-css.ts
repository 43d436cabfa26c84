import type { SafetyPolicy } from "../safety/policy.ts"
import { DATA_FONT_OR_IMAGE, mayLoad } from "../safety/urls.ts"
import { Kind, readTokens, type Tokens, unescapeCss } from "./tokens.ts"

/**
 * CSS without what could run, or load from hosts that are not allowed; everything else stays, byte for byte. Judged are
 * tokens and not text: `u\72l(`, `image-set("...")` and comments between do not get by. For sheets and inline styles.
 */
export function cleanCss(written: string, policy: SafetyPolicy): { css: string; removed: readonly string[] } {
  const css = withPlainUrls(written)
  const tokens = readTokens(css)
  const changes: { start: number; end: number; text: string }[] = []
  const removed: string[] = []
  const replace = (from: number, to: number, text: string, why: string) => {
    changes.push({ start: from, end: to, text })
    removed.push(why)
  }
  for (let at = 0; at < tokens.count; at += 1) {
    switch (tokens.kind(at)) {
      case Kind.url: {
        const address = unescapeCss(
          tokens
            .text(at)
            .replace(/^[^(]*\(\s*/, "")
            .replace(/(?<!\s)\s*\)$/, ""),
        )
        if (!allowed(address, policy)) replace(tokens.start(at), tokens.end(at), NOTHING, `url(${shown(address)})`)
        break
      }
      case Kind.function: {
        const name = nameOf(tokens, at).slice(0, -1)
        if (LOADS.has(name)) checkLoading(tokens, at, name, policy, replace)
        else if (name === "expression") {
          const start = tokens.start(at)
          at = tokens.closing(at)
          replace(start, endOf(tokens, at), "none", "expression()")
        }
        break
      }
      case Kind.atKeyword:
        if (nameOf(tokens, at) === "@import") {
          const start = tokens.start(at)
          at = lastOfStatement(tokens, at)
          replace(start, endOf(tokens, at), "", shown(css.slice(start, Math.min(start + 100, endOf(tokens, at)))))
        } else if (nameOf(tokens, at) === "@namespace") at = behindNamespace(tokens, at)
        break
      case Kind.ident:
        if (RUNS.has(nameOf(tokens, at)) && tokens.kind(nextOf(tokens, at)) === Kind.colon) {
          replace(tokens.start(at), tokens.end(at), "--removed", nameOf(tokens, at))
        }
    }
  }
  const cleaned = spliced(css, changes)
  // Inside <style> this would end it; in a string or a comment the backslash means nothing.
  return { css: cleaned.replace(/<(?=\/style)/gi, "\\3c "), removed }
}

/**
 * A browser reads `u\\72l(` as `url(`, and then everything up to the bracket as an address; css-tree knows the plain
 * spelling only and would take `/*` in there for the beginning of a comment.
 */
function withPlainUrls(css: string): string {
  if (!css.match(SPELLED)?.some((found) => found.includes("\\"))) return css
  return css.replace(/\\(?:([0-9a-f]{1,6})(?:\r\n|[\t\n\f\r ])?|([^0-9a-f]))/gi, (whole, hex, sign) => {
    const letter = hex ? String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff)) : sign
    return /^[url]$/i.test(letter) ? letter : whole
  })
}
const SPELLED =
  /(?:\\?u|\\0{0,4}[57]5(?:\r\n|\s)?)(?:\\?r|\\0{0,4}[57]2(?:\r\n|\s)?)(?:\\?l|\\0{0,4}[46]c(?:\r\n|\s)?)\(/gi

/** The address of a namespace is a name; nothing is loaded from there. */
function behindNamespace(tokens: Tokens, keyword: number): number {
  let at = nextOf(tokens, keyword)
  if (tokens.kind(at) === Kind.ident) at = nextOf(tokens, at)
  const kind = tokens.kind(at)
  if (kind === Kind.url || kind === Kind.string) return at
  return kind === Kind.function && nameOf(tokens, at) === "url(" ? Math.min(tokens.closing(at), tokens.count) : keyword
}

const NOTHING = 'url("about:invalid")'
const LOADS = new Set(["url", "src", "image", "image-set", "-webkit-image-set", "cross-fade", "-webkit-cross-fade"])
const RUNS = new Set(["behavior", "-moz-binding", "-ms-behavior"])
/** What may stand in a function that takes a text for an address. Anything else, as `var()` does, could put such a text there. */
const HARMLESS_INSIDE =
  /^(?:removed|type|[a-z-]*gradient|rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix|light-dark|calc|min|max|clamp|element)\($/

type Replace = (from: number, to: number, text: string, why: string) => void

function checkLoading(tokens: Tokens, at: number, name: string, policy: SafetyPolicy, replace: Replace): void {
  const closing = tokens.closing(at)
  let depth = 0
  for (let inner = at + 1; inner < closing; inner += 1) {
    const kind = tokens.kind(inner)
    if (kind === Kind.function || kind === Kind.openRound) depth += 1
    else if (kind === Kind.closeRound && depth > 0) depth -= 1
    if (kind === Kind.string && !(depth > 0 && typeAround(tokens, inner))) {
      const address = unescapeCss(tokens.text(inner).replace(/^["']|["']$/g, ""))
      if (!allowed(address, policy))
        replace(tokens.start(inner), tokens.end(inner), '"about:invalid"', `${name}("${shown(address)}")`)
    } else if (kind === Kind.badString) replace(tokens.start(inner), tokens.end(inner), "", `${name}()`)
    else if (kind === Kind.function && takesText(name) && !mayStandInside(nameOf(tokens, inner))) {
      replace(tokens.start(inner), tokens.end(inner), "removed(", `${name}(${nameOf(tokens, inner)}...)`)
    }
    // What is nested is looked at by itself, and a gradient holds nothing that loads.
    if (kind === Kind.function && nameOf(tokens, inner) !== "type(" && mayStandInside(nameOf(tokens, inner))) {
      inner = Math.min(closing, tokens.closing(inner))
      if (depth > 0) depth -= 1
    }
  }
}

/** Of the others only `url()` inside of them loads. */
function takesText(name: string): boolean {
  return !name.endsWith("cross-fade")
}

function mayStandInside(name: string): boolean {
  return HARMLESS_INSIDE.test(name) || LOADS.has(name.slice(0, -1))
}

/** `type("image/png")` inside `image-set` names a format. */
function typeAround(tokens: Tokens, string: number): boolean {
  for (let at = string - 1; at >= 0; at -= 1) {
    const kind = tokens.kind(at)
    if (kind === Kind.function) return nameOf(tokens, at) === "type("
    if (kind !== Kind.whitespace && kind !== Kind.comment) return false
  }
  return false
}

function allowed(address: string, policy: SafetyPolicy): boolean {
  return (
    address.startsWith("#") || address === "about:invalid" || mayLoad(address, policy.resourceHosts, DATA_FONT_OR_IMAGE)
  )
}

/** Its semicolon, or what closes its block; never beyond the block it stands in. */
function lastOfStatement(tokens: Tokens, from: number): number {
  for (let at = from + 1; at < tokens.count; at += 1) {
    const kind = tokens.kind(at)
    if (kind === Kind.semicolon) return at
    if (kind === Kind.closeCurly) return at - 1
    if (kind === Kind.openCurly) return tokens.closing(at)
    if (kind === Kind.function || kind === Kind.openRound || kind === Kind.openSquare) at = tokens.closing(at)
  }
  return tokens.count
}

function endOf(tokens: Tokens, token: number): number {
  return token < tokens.count ? tokens.end(token) : tokens.source.length
}

function nextOf(tokens: Tokens, at: number): number {
  let next = at + 1
  while (tokens.kind(next) === Kind.whitespace || tokens.kind(next) === Kind.comment) next += 1
  return next
}

function nameOf(tokens: Tokens, at: number): string {
  return unescapeCss(tokens.text(at)).toLowerCase()
}

function shown(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79).toWellFormed()}…` : text
}

function spliced(text: string, changes: readonly { start: number; end: number; text: string }[]): string {
  let made = ""
  let at = 0
  for (const change of changes.toSorted((a, b) => a.start - b.start)) {
    // What lies inside of something that was taken out is out already.
    if (change.start < at) continue
    made += text.slice(at, change.start) + change.text
    at = change.end
  }
  return made + text.slice(at)
}
