import { isId } from "@countersign/core/contract"

/** Which kinds of things there are, and where somebody may look at one. */
export interface KnownThings {
  readonly types: readonly string[]
  hrefOf(thing: { type: string; id: string }): string | undefined
}

/**
 * Things that a tool told of, by name, with where they are looked at. A result says what an entry is by its own `type` or `kind`,
 * by the key it stands under (`systems`, `openedBy`), or by the tool's own name (`catalog.listSystems`, `maintenance.get`).
 */
export function namedThings(known: KnownThings, toolName: string, result: string): [name: string, href: string][] {
  let value: unknown
  try {
    value = JSON.parse(result)
  } catch {
    return []
  }
  const found: [string, string][] = []
  visit(known, value, typeOfTool(known.types, toolName), found)
  return found
}

function visit(known: KnownThings, value: unknown, type: string | undefined, found: [string, string][]): void {
  if (found.length >= MOST || value === null || typeof value !== "object") return
  if (Array.isArray(value)) {
    for (const one of value) visit(known, one, type, found)
    return
  }
  const { type: said, kind } = value as Record<string, unknown>
  const own =
    known.types.find((one) => one === said) ??
    (typeof kind === "string" ? typeOfKey(known.types, kind) : undefined) ??
    type
  const [id, label] = [idOf(value), nameOf(value)]
  const href = own && id && label ? known.hrefOf({ type: own, id }) : undefined
  if (href && label) found.push([label, href])
  for (const [key, inner] of Object.entries(value))
    visit(known, inner, WRAPPERS.has(key) ? type : typeOfKey(known.types, key), found)
}

const MOST = 300
/** Keys that say nothing about what they hold, or only what became of it. */
const WRAPPERS = new Set([
  "items",
  "result",
  "data",
  "hits",
  "pages",
  "added",
  "removed",
  "changed",
  "alreadyIn",
  "notIn",
])
/** Keys, and kinds, that say who did something rather than what they are. */
const PERSON = /^(by|author|owner|user|people)s?$|[a-z]By$/
/** Where pages of the guide lie: `operate/systems`. */
const SLUG = /^[a-z0-9-]+(\/[a-z0-9-]+)*$/

/** Only what can be an id is one: a key may hold whatever somebody wrote. `value` is one where words are displayed in its place. */
function idOf(entry: object): string | undefined {
  const { id, slug, value, display } = entry as Record<string, unknown>
  const own = display === undefined ? id : value
  if (typeof own === "string" && isId(own)) return own
  return typeof slug === "string" && SLUG.test(slug) ? slug : undefined
}

function nameOf(entry: object): string | undefined {
  const { name, title, display } = entry as Record<string, unknown>
  return [name, title, display].find((label) => typeof label === "string")
}

function typeOfKey(types: readonly string[], key: string): string | undefined {
  if (PERSON.test(key)) return types.find((type) => type === "platform.person")
  const noun = key.replace(/s$/, "").toLowerCase()
  return (
    types.find((type) => nounOf(type) === noun) ??
    // `checks` are those of `healthcheck.healthcheck`, and `ownerTeam` is a team.
    types.find((type) => noun.length > 3 && nounOf(type).endsWith(noun)) ??
    types.find((type) => nounOf(type).length > 3 && noun.endsWith(nounOf(type)))
  )
}

function typeOfTool(types: readonly string[], toolName: string): string | undefined {
  const [plugin = "", verb = ""] = toolName.split(".")
  const own = types.filter((type) => type.startsWith(`${plugin}.`))
  const named = own.find((type) => verb.toLowerCase().includes(nounOf(type)))
  // A verb that names nothing speaks of what its plugin is about: `maintenance.list`.
  return named ?? own.find((type) => nounOf(type) === plugin) ?? (own.length === 1 ? own[0] : undefined)
}

function nounOf(type: string): string {
  return (type.split(".").at(-1) ?? "").toLowerCase()
}
