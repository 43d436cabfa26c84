import { useMe } from "@countersign/core/web"
import { PageHeader } from "@countersign/ui"
import { Attention } from "./Attention.tsx"
import { PluginParts } from "./PluginParts.tsx"
import { Tour } from "./Tour.tsx"

export default function HomePage() {
  const me = useMe()
  return (
    <div className="mx-auto w-full max-w-5xl px-4 pt-4 pb-10 sm:px-6 sm:pt-5">
      <PageHeader title="Start" description={`Signed in as ${me.name}.`} />
      <div className="mt-6 flex flex-col gap-10">
        {!me.preferences.tourDismissed && <Tour />}
        <Attention />
        <PluginParts />
      </div>
    </div>
  )
}
