import { useNavigate, useSearch } from "@tanstack/react-router"

export type UrlState = Readonly<Record<string, string | undefined>>
/** Undefined takes a name out of the address. `push` makes a step that the back button undoes. */
export type ChangeUrlState = (patch: UrlState, options?: { push?: boolean }) => void

/** What of a page is worth a link: read from the address, changed by a patch. */
export function useUrlState(): [UrlState, ChangeUrlState] {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const named = Object.entries(search).filter(([, value]) => typeof value === "string" || typeof value === "number")
  return [
    Object.fromEntries(named.map(([name, value]) => [name, String(value)])),
    (patch, { push = false } = {}) =>
      void navigate({
        to: ".",
        search: ((before: object) => ({ ...before, ...patch })) as never,
        replace: !push,
        resetScroll: false,
      }),
  ]
}
