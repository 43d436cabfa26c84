import { useCallback } from "react"
import type { Me } from "../../contract/platform/session.ts"
import { mayOpen, useMe } from "../me.ts"
import { pageAt } from "../page-at.ts"
import { type Registry, useRegistry } from "../registry.ts"

/** Where somebody may look at a thing; undefined where no page shows it, or none that opens for them. */
export function thingHref(registry: Registry, me: Me, thing: { type: string; id: string }): string | undefined {
  const path = registry.thingPath(thing)
  const page = path === undefined ? undefined : pageAt(registry.pages, path)
  return page && mayOpen(me, page.access) ? path : undefined
}

/** `thingHref` for whoever is signed in: a name is a link only where the link leads somewhere. */
export function useThingHref(): (thing: { type: string; id: string }) => string | undefined {
  const me = useMe()
  const registry = useRegistry()
  return useCallback((thing) => thingHref(registry, me, thing), [registry, me])
}
