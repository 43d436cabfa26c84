import { isId } from "@countersign/core/web"

/**
 * Where somebody is, by the page that matched and the ids in its address. Whoever wrote a link chose everything else in it, and
 * the assistant must not read their words as the place.
 */
export function placeOf(route: string, params: Readonly<Record<string, string | undefined>>): string {
  const place: string[] = []
  for (const segment of route.split("/").filter(Boolean)) {
    const param = /^\{?-?\$(\w*)\}?$/.exec(segment)
    const value = param ? params[param[1]!] : segment
    if (value === undefined || (param && !isId(value))) break
    place.push(value)
  }
  return `/${place.join("/")}`
}
