import { type FirstStep, mayOpen, useChange, useMe, useRegistry } from "@countersign/core/web"
import { Button, LinkButton, TextLink, useToast } from "@countersign/ui"
import { useQueries } from "@tanstack/react-query"
import { CircleCheck, CircleDashed } from "lucide-react"
import { useId, useState } from "react"
import { updatePreferences } from "../session-verbs.ts"
import { RemoveSampleDialog, useSample } from "../settings/SampleSection.tsx"

/** The first things to do, ticked off by themselves as they are done. */
export default function Tour() {
  const id = useId()
  const toast = useToast()
  const steps = useSteps()
  const dismiss = useChange(updatePreferences, { alsoChanges: ["platform.person"] })
  const done = steps.filter((step) => step.done).length

  function hide() {
    dismiss.mutate({ tourDismissed: true }, { onError: (cause) => toast.error(cause) })
  }
  return (
    <section aria-labelledby={id}>
      <div className="flex min-h-8 items-center justify-between gap-3 border-line border-b">
        <h2 id={id} className="font-semibold text-prose">
          First steps{" "}
          <span className="font-normal text-muted">
            {done} of {steps.length} done
          </span>
        </h2>
        <LinkButton onClick={hide}>{done === steps.length ? "Done, hide this" : "Hide this"}</LinkButton>
      </div>
      <ol className="divide-y divide-hairline">
        {steps.map((step) => (
          <li key={step.title} className="flex items-start gap-3 py-3">
            {step.done ? (
              <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-healthy-ink" />
            ) : (
              <CircleDashed aria-hidden className="mt-0.5 size-4 shrink-0 text-faint" />
            )}
            <div className="min-w-0">
              <TextLink href={step.href} className={step.done ? "text-muted" : "font-medium"}>
                {step.title}
              </TextLink>
              {step.done && <span className="sr-only"> (done)</span>}
              <p className="text-muted">{step.why}</p>
            </div>
          </li>
        ))}
      </ol>
      <Sample />
    </section>
  )
}

/** Only what this person may do. */
function useSteps(): readonly (Omit<FirstStep, "done"> & { done: boolean })[] {
  const me = useMe()
  const { firstSteps } = useRegistry()
  const steps = firstSteps.filter(({ access }) => mayOpen(me, access))
  const answers = useQueries({
    queries: steps.map((step) => ({
      queryKey: ["first-step", step.title, me],
      queryFn: async ({ signal }: { signal: AbortSignal }) => step.done({ me, signal }),
      meta: { resources: step.resources },
    })),
  })
  return steps.map((step, index) => ({ ...step, done: answers[index]?.data ?? false }))
}

function Sample() {
  const sample = useSample()
  const toast = useToast()
  const [asking, setAsking] = useState(false)
  if (!sample) return null
  const shown = { onError: (cause: unknown) => toast.error(cause) }
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-md bg-sunken px-4 py-3">
      <p className="min-w-0 max-w-xl text-muted">
        {sample.present
          ? "Sample data is there to look at. Removing it leaves alone what is yours."
          : "Rather look around first? Add sample data, and remove it when you have seen enough."}
      </p>
      {sample.present ? (
        <Button busy={sample.remove.isPending} onClick={() => setAsking(true)}>
          Remove sample data
        </Button>
      ) : (
        <Button busy={sample.add.isPending} onClick={() => sample.add.mutate({}, shown)}>
          Add sample data
        </Button>
      )}
      <RemoveSampleDialog open={asking} onOpenChange={setAsking} onConfirm={() => sample.remove.mutateAsync({})} />
    </div>
  )
}
