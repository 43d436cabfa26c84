import { mayOpen, useMe } from "@countersign/core/web"
import { Skeleton } from "@countersign/ui"
import { lazy, Suspense } from "react"
import { plugins } from "../plugins.ts"

/** What plugins add to the page, for those who may see it. */
export function PluginParts() {
  const me = useMe()
  return PARTS.filter(({ access }) => mayOpen(me, access)).map(({ id, Content }) => (
    <Suspense key={id} fallback={<Skeleton lines={3} label="Loading" />}>
      <Content />
    </Suspense>
  ))
}

// One lazy component per part: made anew on each render it would load again and lose its state.
const PARTS = plugins
  .flatMap(({ home }) => home)
  .toSorted((a, b) => a.order - b.order)
  .map(({ id, access, load }) => ({ id, access, Content: lazy(load) }))
