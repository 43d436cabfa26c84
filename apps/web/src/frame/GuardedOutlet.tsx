import { mayOpen, useMe } from "@countersign/core/web"
import { Outlet, useMatches } from "@tanstack/react-router"
import { PageNotOpen } from "./page-states.tsx"

/** The page, if it is open to this person. A permission given or taken away acts on the page that is open right now. */
export function GuardedOutlet() {
  const me = useMe()
  const access = useMatches({ select: (matches) => matches.at(-1)?.staticData.access })
  return mayOpen(me, access) ? <Outlet /> : <PageNotOpen me={me} access={access ?? []} />
}
