import { type Crumb, Notice, Skeleton, ThingPage } from "@countersign/ui"

/** In place of a thing's page for as long as there is nothing to show: it is being read, or cannot be. */
export function UnreadThingPage({ breadcrumbs, kind, error }: UnreadThingPageProps) {
  return (
    <ThingPage breadcrumbs={breadcrumbs} title={kind}>
      {error ? (
        <Notice tone="error">{error.message}</Notice>
      ) : (
        <Skeleton lines={6} label={`Reading the ${kind.toLowerCase()}`} />
      )}
    </ThingPage>
  )
}

interface UnreadThingPageProps {
  breadcrumbs: readonly Crumb[]
  /** `Team`. */
  kind: string
  error: Error | null
}
