import { mayOpen, useMe, useRegistry } from "@countersign/core/web"
import { Skeleton } from "@countersign/ui"
import { Suspense } from "react"

/** What plugins add to the page, for those who may see it. */
export function PluginParts() {
  const me = useMe()
  const { home } = useRegistry()
  return home
    .filter(({ access }) => mayOpen(me, access))
    .map(({ id, Content }) => (
      <Suspense key={id} fallback={<Skeleton lines={3} label="Loading" />}>
        <Content />
      </Suspense>
    ))
}
