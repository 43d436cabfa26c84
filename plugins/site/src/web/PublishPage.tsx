import type { OutputOf } from "@countersign/core/contract"
import { useCall, useCan, useChange } from "@countersign/core/web"
import {
  Badge,
  Button,
  ConfirmDialog,
  EmptyState,
  Notice,
  Panel,
  Skeleton,
  TextLink,
  ThingPage,
  Timeline,
  useToast,
} from "@countersign/ui"
import { ExternalLink, RotateCcw, Send } from "lucide-react"
import { useState } from "react"
import { publicationAccess, siteContract } from "../contract.ts"
import { useSiteChanges } from "./follow-site.ts"
import { PreviewLinks } from "./PreviewLinks.tsx"
import { LIST, pathOf } from "./words.ts"

type Unpublished = OutputOf<typeof siteContract.listUnpublished>
type Publication = OutputOf<typeof siteContract.listPublications>["publications"][number]

export default function PublishPage() {
  const mayPublish = useCan()(publicationAccess.manage)
  const unpublished = useCall(siteContract.listUnpublished, {}, { alsoShows: ["site.document", "site.code"] })
  const address = useCall(siteContract.getSiteAddress, {}, { builtIn: true })
  useSiteChanges("", () => void unpublished.refetch())
  const [asking, setAsking] = useState(false)
  const [problems, setProblems] = useState<readonly string[]>([])
  const waiting = unpublished.data && countOf(unpublished.data) > 0
  return (
    <ThingPage
      breadcrumbs={[LIST]}
      title="Publish"
      meta={address.data?.url && <TextLink href={address.data.url}>{address.data.url}</TextLink>}
      actions={
        <>
          {address.data?.url && (
            <Button icon={<ExternalLink />} onClick={() => window.open(address.data.url!, "_blank", "noopener")}>
              Open the public site
            </Button>
          )}
          {mayPublish && (
            <Button variant="primary" icon={<Send />} disabled={!waiting} onClick={() => setAsking(true)}>
              Publish
            </Button>
          )}
        </>
      }
      facts={<PreviewLinks url={address.data?.url ?? null} mayPublish={mayPublish} />}
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
          {unpublished.data && <Changes unpublished={unpublished.data} />}
        </Panel>
        <Publications mayPublish={mayPublish} />
      </div>
      {asking && unpublished.data && (
        <PublishDialog unpublished={unpublished.data} onDone={setProblems} onClose={() => setAsking(false)} />
      )}
    </ThingPage>
  )
}

function countOf({ changed, styles, facts }: Unpublished): number {
  return changed.length + Number(styles) + Number(facts)
}

const CHANGE_WORDS = { added: "New", changed: "Changed", removed: "Goes" } as const

function Changes({ unpublished }: { unpublished: Unpublished }) {
  const { changed, styles, facts } = unpublished
  if (countOf(unpublished) === 0)
    return (
      <EmptyState title="Everything is published">
        Visitors see the site as it is now. What somebody changes will be listed here.
      </EmptyState>
    )
  return (
    <ul className="flex flex-col">
      {changed.map(({ id, title, change }) => (
        <Line
          key={id}
          mark={<Badge tone={change === "removed" ? "unhealthy" : "accent"}>{CHANGE_WORDS[change]}</Badge>}
        >
          <TextLink href={pathOf({ id }, "history")} className="min-w-0 break-words">
            {title}
          </TextLink>
        </Line>
      ))}
      {styles && <Line mark={<Badge tone="accent">Changed</Badge>}>Styles or scripts of all pages</Line>}
      {facts && <Line mark={<Badge tone="accent">Changed</Badge>}>Addresses, settings or what templates are for</Line>}
    </ul>
  )
}

function Line({ mark, children }: { mark: React.ReactNode; children: React.ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-hairline border-b py-1.5 text-table last:border-b-0">
      <span className="w-20 shrink-0">{mark}</span>
      {children}
    </li>
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
        toast.success(`Version ${number} is published`)
      }}
    >
      <Changes unpublished={unpublished} />
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
