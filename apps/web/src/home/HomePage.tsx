import { useMe } from "@countersign/core/web"
import { PageHeader, Skeleton } from "@countersign/ui"
import { lazy, Suspense } from "react"
import { PluginParts } from "./PluginParts.tsx"

// Once it is hidden nobody loads it any more.
const Tour = lazy(() => import("./Tour.tsx"))

export default function HomePage() {
  const me = useMe()
  return (
    <div className="mx-auto w-full max-w-5xl px-4 pt-4 pb-10 sm:px-6 sm:pt-5">
      <PageHeader title="Start" description={`Signed in as ${me.name}.`} />
      <div className="mt-6 flex flex-col gap-10">
        {!me.preferences.tourDismissed && (
          <Suspense fallback={<Skeleton lines={5} label="Loading the first steps" />}>
            <Tour />
          </Suspense>
        )}
        <PluginParts />
      </div>
    </div>
  )
}
