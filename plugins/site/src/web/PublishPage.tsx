import type { OutputOf } from "@countersign/core/contract"
import { useCall, useCan, useChange } from "@countersign/core/web"
import {
  Badge,
  Button,
  ButtonLink,
  ConfirmDialog,
  EmptyState,
  Notice,
  Panel,
  Skeleton,
  ThingPage,
  Timeline,
  useToast,
} from "@countersign/ui"
import { Check, FileText, RotateCcw, Send } from "lucide-react"
import { useState } from "react"
import { publicationAccess, siteContract } from "../contract.ts"
import { useSiteChanges } from "./follow-site.ts"
import { PreviewLinks } from "./PreviewLinks.tsx"
import { PublicLink, useSiteUrl } from "./PublicLink.tsx"
import { countOf, type Unpublished, UnpublishedChanges } from "./UnpublishedChanges.tsx"
import { LIST } from "./words.ts"

type Publication = OutputOf<typeof siteContract.listPublications>["publications"][number]

export default function PublishPage() {
  const mayPublish = useCan()(publicationAccess.manage)
  const unpublished = useCall(siteContract.listUnpublished, {}, { alsoShows: ["site.document", "site.code"] })
  const url = useSiteUrl()
  useSiteChanges("", () => void unpublished.refetch())
  const [asking, setAsking] = useState(false)
  const [problems, setProblems] = useState<readonly string[]>([])
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
        {problems.length > 0 && (
          <Notice tone="warning" title="Published, with something to mend">
            <ul>
              {problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          </Notice>
        )}
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
        <PublishDialog unpublished={unpublished.data} onDone={setProblems} onClose={() => setAsking(false)} />
      )}
    </ThingPage>
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
  onDone: (problems: readonly string[]) => void
  onClose: () => void
}) {
  const toast = useToast()
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
        onDone(problems)
        toast.success(`Version ${number} is published`, "Everybody sees it now.")
      }}
    >
      <UnpublishedChanges unpublished={unpublished} />
    </ConfirmDialog>
  )
}

function Publications({ mayPublish }: { mayPublish: boolean }) {
  const [limit, setLimit] = useState(FIRST)
  const { data, error } = useCall(siteContract.listPublications, { limit }, { keepPrevious: true })
  const [restoring, setRestoring] = useState<Publication | null>(null)
  return (
    <Panel title="Published versions">
      {error && <Notice tone="error">{error.message}</Notice>}
      {!data && !error && <Skeleton lines={4} label="Reading the versions" />}
      {data?.publications.length === 0 && (
        <p className="text-muted text-table">
          Nothing was published yet. Visitors see a page with the status of the systems that have a public name.
        </p>
      )}
      {data && data.publications.length > 0 && (
        <Timeline
          label="Published versions"
          className="pt-2"
          entries={data.publications.map((one) => ({
            id: String(one.number),
            time: one.at,
            author: { name: one.by },
            title: one.restores === null ? `published version ${one.number}` : `brought version ${one.restores} back`,
            mark: one.number === data.current && <Badge tone="healthy">What visitors see</Badge>,
            body: one.changed.length > 0 && <span className="text-muted text-table">{namesOf(one.changed)}</span>,
            actions: mayPublish && one.number !== data.current && (
              <Button size="sm" icon={<RotateCcw />} onClick={() => setRestoring(one)}>
                Bring back
              </Button>
            ),
          }))}
        >
          {data.next !== null && limit < MOST && <Button onClick={() => setLimit(MOST)}>Show earlier versions</Button>}
        </Timeline>
      )}
      {restoring && <RollbackDialog version={restoring} onClose={() => setRestoring(null)} />}
    </Panel>
  )
}

const FIRST = 20
const MOST = 100
const NAMED = 6

function namesOf(titles: readonly string[]): string {
  const shown = titles.slice(0, NAMED).join(", ")
  return titles.length > NAMED ? `${shown} and ${titles.length - NAMED} more` : shown
}

function RollbackDialog({ version, onClose }: { version: Publication; onClose: () => void }) {
  const toast = useToast()
  const change = useChange(siteContract.rollback, { alsoChanges: ["site.document"] })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      danger={false}
      title={`Bring version ${version.number} back?`}
      description="Everybody will see its pages as they were then, with the systems and incidents of today. Your draft stays as it is."
      confirmLabel="Bring it back"
      onConfirm={async () => {
        await change.mutateAsync({ number: version.number })
        toast.success(`Version ${version.number} is what visitors see`)
      }}
    />
  )
}
