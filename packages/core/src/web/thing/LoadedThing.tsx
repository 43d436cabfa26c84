import { Button, ButtonLink, type Crumb, Notice, Skeleton, ThingPage } from "@countersign/ui"
import { Fragment, type ReactNode } from "react"
import type { CallError } from "../call.ts"

/** An answer of `useCall`, as far as a page of one thing needs it. */
export interface ThingAnswer<Thing> {
  data: Thing | undefined
  error: CallError | null
  refetch(): unknown
}

/**
 * The page of one thing, and what stands there while it is read or cannot be. `children` gets what is to be said above it
 * when the last read failed. Another thing begins anew, with closed dialogs and a draft of its own.
 */
export function LoadedThing<Thing extends { id: string }>({
  answer,
  noun,
  list,
  children,
}: {
  answer: ThingAnswer<Thing>
  /** What it is, in a sentence: "incident". */
  noun: string
  /** The way back to all of them: `{ label: "Incidents", href: "/incidents" }`. */
  list: Crumb
  children: (thing: Thing, stale: ReactNode) => ReactNode
}) {
  const { data, error } = answer
  if (data)
    return (
      <Fragment key={data.id}>
        {children(data, error && <Notice tone="warning">What you see may be out of date. {error.message}</Notice>)}
      </Fragment>
    )
  if (!error)
    return (
      <ThingPage breadcrumbs={[list]} title={`${noun.charAt(0).toUpperCase()}${noun.slice(1)}`}>
        <Skeleton lines={8} label={`Loading the ${noun}`} />
      </ThingPage>
    )
  // An address that was cut off or mistyped is no input to complain about.
  const mistyped = error.body.code === "invalid_input"
  return (
    <ThingPage breadcrumbs={[list]} title={`This ${noun} cannot be shown`}>
      <p className="max-w-[80ch]">
        {mistyped ? `There is no ${noun} at this address. The link may be incomplete.` : error.message}
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button onClick={() => void answer.refetch()}>Try again</Button>
        <ButtonLink href={list.href}>Go to all {list.label.toLowerCase()}</ButtonLink>
      </div>
    </ThingPage>
  )
}
