type PathOf = (id: string) => string

const pages = new Map<string, PathOf>()

export function registerThingPages(things: Readonly<Record<string, PathOf>>): void {
  for (const [resource, pathOf] of Object.entries(things)) pages.set(resource, pathOf)
}

/** The page of a thing that some plugin owns; undefined where it has none of its own. */
export function thingPath(thing: { type: string; id: string }): string | undefined {
  return pages.get(thing.type)?.(encodeURIComponent(thing.id))
}
