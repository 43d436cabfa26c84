import type { OutputOf } from "@countersign/core/contract"
import { useCall, useChange } from "@countersign/core/web"
import { Badge, Button, ConfirmDialog, Notice, Panel, Skeleton, Timeline, useToast } from "@countersign/ui"
import { RotateCcw } from "lucide-react"
import { useState } from "react"
import { siteContract } from "../contract.ts"

type Publication = OutputOf<typeof siteContract.listPublications>["publications"][number]

/** What was published, the latest first, and the way back to each. */
export function Publications({ mayPublish }: { mayPublish: boolean }) {
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
