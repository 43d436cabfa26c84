import type { Option } from "@countersign/ui"
import { useQuery } from "@tanstack/react-query"
import type { Shown } from "../live/shown.ts"
import { useCan } from "../me.ts"
import { useRegistry } from "../registry.ts"

/** A thing of another plugin that an address names by its id, as a picker holds it; null while it is read or out of sight. */
export function useNamedThing(type: string, id: string): Option | null {
  const mayName = useMayName(type)
  const named = useRegistry().namedBy(type)
  const { data } = useQuery({
    queryKey: ["named", type, id],
    queryFn: ({ signal }) => named!.name(id, signal),
    enabled: mayName && id !== "",
    meta: { resources: [type], only: { resource: type, ids: [id] } } satisfies Shown,
  })
  return data === undefined ? null : { id, label: data }
}

/** Whether the reader may learn what things of this type are called at all. */
export function useMayName(type: string): boolean {
  const can = useCan()
  const named = useRegistry().namedBy(type)
  return named?.access.some((rule) => can(rule)) ?? false
}
