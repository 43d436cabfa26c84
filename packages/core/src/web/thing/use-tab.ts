import { useUrlState } from "../use-url-state.ts"

/** Which tab of a page is open, in the address; the first one unless it says another. A list on another tab begins at its first page. */
export function useTab<const Id extends string>(
  tabs: Readonly<Record<Id, string>>,
): {
  tabs: { id: Id; label: string }[]
  tab: Id
  onTab(id: Id): void
} {
  const [url, patch] = useUrlState()
  const ids = Object.keys(tabs) as Id[]
  const first = ids[0]!
  return {
    tabs: ids.map((id) => ({ id, label: tabs[id] })),
    tab: ids.find((id) => id === url.tab) ?? first,
    onTab: (id) => patch({ tab: id === first ? undefined : id, after: undefined, before: undefined, from: undefined }),
  }
}
