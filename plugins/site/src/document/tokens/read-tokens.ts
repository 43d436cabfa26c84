/** `{site.name}` in a text or an attribute: what a page puts there when it is made. */

export const SCOPES = ["currentEntry", "site", "page", "route", "params", "pages"] as const
export type Scope = (typeof SCOPES)[number]

/** `{currentEntry.title}`: what it names, and how it was written. */
export interface Token {
  readonly scope: Scope
  readonly field: string
  readonly written: string
}

const FIELD = "[A-Za-z][A-Za-z0-9_]{0,59}"
const TOKEN = new RegExp(`\\{(${SCOPES.join("|")})\\.(${FIELD})\\}`, "g")
const PATH = new RegExp(`^(${SCOPES.join("|")})\\.(${FIELD})$`)

/** Text and tokens in turn. What only looks like a token is text. */
export function partsOf(text: string): (string | Token)[] {
  if (!text.includes("{")) return [text]
  const parts: (string | Token)[] = []
  let at = 0
  for (const match of text.matchAll(TOKEN)) {
    if (match.index > at) parts.push(text.slice(at, match.index))
    parts.push({ scope: match[1] as Scope, field: match[2]!, written: match[0] })
    at = match.index + match[0].length
  }
  if (at < text.length || parts.length === 0) parts.push(text.slice(at))
  return parts
}

export function holdsToken(text: string): boolean {
  return text.includes("{") && partsOf(text).some((part) => typeof part !== "string")
}

/** A binding or a condition: `currentEntry.title`, without braces. */
export function readPath(path: string): Token | null {
  const match = PATH.exec(path.trim())
  return match && { scope: match[1] as Scope, field: match[2]!, written: `{${match[0]}}` }
}
