import type { RegisteredPlugin } from "../../access/runtime.ts"
import { isUuid } from "../../contract/access.ts"
import type { PageSnapshot } from "../../contract/chat/page-snapshot.ts"

/** The words that addresses of our own pages are made of, and the kinds of things that they show. */
export interface Places {
  words: ReadonlySet<string>
  types: ReadonlySet<string>
}

const made = new WeakMap<readonly RegisteredPlugin[], Places>()

export function placesOf(plugins: readonly RegisteredPlugin[]): Places {
  const known = made.get(plugins)
  if (known) return known
  const types = new Set(plugins.flatMap(({ access }) => access.map(({ resource }) => resource)))
  const nouns = [...types].flatMap((type) => type.split(".").slice(-1))
  const words = new Set([
    ...PAGE_WORDS,
    ...plugins.flatMap(({ id }) => [id, `${id}s`]),
    ...nouns.flatMap((noun) => [noun, `${noun}s`]),
  ])
  const places = { words, types }
  made.set(plugins, places)
  return places
}

/** Those that are neither a plugin nor a kind of thing. */
const PAGE_WORDS =
  `account assistant checks defaults edit help import installation mail mcp new people policies settings sign-in signatures
  tools usage`.split(/\s+/)

/**
 * Where the operator is, in words of ours alone: an address is text of whoever made the link, and whoever follows it has
 * not written it. It is told as far as it consists of known words and ids.
 */
export function placeOf({ path, thing }: PageSnapshot, { words, types }: Places): { place: string; shows: string } {
  const [address = ""] = path.slice(0, LONGEST).split(/[?#]/)
  const segments = address.split("/").slice(1)
  const unknown = segments.findIndex((segment) => !words.has(segment) && !isUuid(segment))
  const place = `/${(unknown === -1 ? segments : segments.slice(0, unknown)).slice(0, DEEPEST).join("/")}`
  const shows = thing && types.has(thing.type) && isUuid(thing.id) ? `${thing.type} ${thing.id}` : ""
  return { place, shows }
}

const LONGEST = 500
const DEEPEST = 6
