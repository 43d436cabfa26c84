/** The address of one call, its query included. */
export interface Address {
  origin: string
  path: string
}

/** Undefined when it is no address that can be called. */
export const addressOf = remembered((endpoint: string, path: string, query = ""): Address | undefined => {
  const url = URL.parse(endpoint)
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:")) return undefined
  const search = [url.search.slice(1), query.replace(/^\?/, "")].filter((part) => part !== "").join("&")
  return { origin: url.origin, path: `${url.pathname.replace(/(?<!\/)\/+$/, "")}${path}${search && `?${search}`}` }
})

/**
 * Where the protocol's path is appended. People leave a slash at the end, paste the whole address of a call, or only the
 * server's: that one gets the path of the standard address.
 */
export const endpointOf = remembered((baseUrl: string | undefined, standard: string): string => {
  if (!baseUrl) return standard
  const given = baseUrl.replace(/(?<!\/)\/+$/, "").replace(/\/(chat\/completions|responses|messages)$/, "")
  const path = URL.parse(standard)?.pathname.replace(/\/$/, "") ?? ""
  return URL.parse(given)?.pathname === "/" ? given + path : given
})

const MOST_REMEMBERED = 100

/** Reading addresses took 3 % of a call, and a workspace has a handful of them. */
function remembered<Given extends (string | undefined)[], Answer>(
  read: (...given: Given) => Answer,
): (...given: Given) => Answer {
  const known = new Map<string, Answer>()
  return (...given) => {
    const key = given.join("\n")
    let answer = known.get(key)
    if (answer === undefined) {
      if (known.size >= MOST_REMEMBERED) known.clear()
      answer = read(...given)
      known.set(key, answer)
    }
    return answer
  }
}
