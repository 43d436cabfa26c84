import { useCall, useCan, useChange } from "@countersign/core/web"
import {
  Button,
  ButtonLink,
  ConfirmDialog,
  EmptyState,
  Notice,
  Panel,
  Skeleton,
  ThingPage,
  useToast,
} from "@countersign/ui"
import { Check, FileText, RotateCcw, Send } from "lucide-react"
import { useState } from "react"
import { publicationAccess, siteContract } from "../contract.ts"
import { useSiteChanges } from "./follow-site.ts"
import { PreviewLinks } from "./PreviewLinks.tsx"
import { Publications } from "./Publications.tsx"
import { PublicLink, useSiteUrl } from "./PublicLink.tsx"
import { countOf, type Unpublished, UnpublishedChanges } from "./UnpublishedChanges.tsx"
import { LIST } from "./words.ts"

export default function PublishPage() {
  const mayPublish = useCan()(publicationAccess.manage)
  const unpublished = useCall(siteContract.listUnpublished, {}, { alsoShows: ["site.document", "site.code"] })
  const url = useSiteUrl()
  useSiteChanges("", () => void unpublished.refetch())
  const [asking, setAsking] = useState(false)
  const [done, setDone] = useState<Done | null>(null)
  const waiting = unpublished.data && countOf(unpublished.data) > 0
  return (
    <ThingPage
      breadcrumbs={[LIST]}
      title="Publish"
      meta={url && <>Visitors find your site at {url}</>}
      actions={
        <>
          <PublicLink>Open the public site</PublicLink>
          {mayPublish && (
            <Button variant="primary" icon={<Send />} disabled={!waiting} onClick={() => setAsking(true)}>
              Publish
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-8">
        {done && <JustPublished {...done} onBack={() => setDone(null)} />}
        <Panel title="What would change">
          {unpublished.error && <Notice tone="error">{unpublished.error.message}</Notice>}
          {!unpublished.data && !unpublished.error && <Skeleton lines={4} label="Comparing the draft" />}
          {unpublished.data && waiting && <UnpublishedChanges unpublished={unpublished.data} compare />}
          {unpublished.data && !waiting && <NothingToPublish version={unpublished.data.version} />}
        </Panel>
        <div className="grid gap-x-8 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <Publications mayPublish={mayPublish} />
          <PreviewLinks mayPublish={mayPublish} />
        </div>
      </div>
      {asking && unpublished.data && (
        <PublishDialog unpublished={unpublished.data} onDone={setDone} onClose={() => setAsking(false)} />
      )}
    </ThingPage>
  )
}

interface Done {
  number: number
  /** What visitors saw until then; 0 where this is the first. */
  before: number
  problems: readonly string[]
}

/** Whoever sees at once that it is wrong takes it back with one press. */
function JustPublished({ number, before, problems, onBack }: Done & { onBack: () => void }) {
  const toast = useToast()
  const back = useChange(siteContract.rollback, {
    alsoChanges: ["site.document"],
    onDone() {
      toast.success(`Version ${before} is what visitors see`)
      onBack()
    },
  })
  return (
    <>
      <Notice
        tone="success"
        title={`Version ${number} is published`}
        action={
          before > 0 && (
            <Button icon={<RotateCcw />} busy={back.isPending} onClick={() => back.mutate({ number: before })}>
              Bring version {before} back
            </Button>
          )
        }
      >
        Everybody sees it now.
      </Notice>
      {back.error && <Notice tone="error">{back.error.message}</Notice>}
      {problems.length > 0 && (
        <Notice tone="warning" title="There is something to mend">
          <ul>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  )
}

function NothingToPublish({ version }: { version: number }) {
  if (version > 0)
    return (
      <EmptyState title="Everything is published" icon={<Check />}>
        Visitors see the site as it is now. What somebody changes will be listed here.
      </EmptyState>
    )
  return (
    <EmptyState
      title="Nothing to publish yet"
      icon={<FileText />}
      action={
        <ButtonLink variant="primary" href={LIST.href}>
          Make a first page
        </ButtonLink>
      }
    >
      Your site has no pages. Begin with a starter, look at it, and publish it here.
    </EmptyState>
  )
}

function PublishDialog({
  unpublished,
  onDone,
  onClose,
}: {
  unpublished: Unpublished
  onDone: (done: Done) => void
  onClose: () => void
}) {
  const change = useChange(siteContract.publish, { alsoChanges: ["site.document"] })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      danger={false}
      title="Publish the site?"
      description="Everybody will see it at once. The version before can be brought back with one click."
      confirmLabel="Publish site"
      onConfirm={async () => {
        const { number, problems } = await change.mutateAsync({ sequence: unpublished.sequence })
        onDone({ number, before: unpublished.version, problems })
      }}
    >
      <UnpublishedChanges unpublished={unpublished} />
    </ConfirmDialog>
  )
}
