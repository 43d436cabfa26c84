import type { OutputOf } from "@countersign/core/contract"
import { call, useCall, useChange, useUrlState } from "@countersign/core/web"
import {
  Badge,
  Button,
  ConfirmDialog,
  IconButton,
  Menu,
  Notice,
  Skeleton,
  Time,
  Timeline,
  useToast,
} from "@countersign/ui"
import { Ellipsis, Eye, GitCompareArrows, History, RotateCcw } from "lucide-react"
import { useState } from "react"
import { type DocumentSummary, siteContract } from "../contract.ts"
import { Comparison } from "./Comparison.tsx"
import { useSiteChanges } from "./follow-site.ts"
import { NOUNS } from "./words.ts"

export type PastChange = OutputOf<typeof siteContract.listHistory>["changes"][number]

/** What happened to a document, the latest first, while one looks. */
export function HistoryTab({ about, mayManage }: { about: DocumentSummary; mayManage: boolean }) {
  const [url, change] = useUrlState()
  const { changes, error, next, more, reload } = useHistory(about)
  useSiteChanges(about.id, reload)
  const [restoring, setRestoring] = useState<PastChange | null>(null)
  if (error) return <Notice tone="error">{error}</Notice>
  if (!changes) return <Skeleton lines={8} label="Reading the history" />
  const from = changes.find(({ sequence }) => String(sequence) === url.from)
  const to = changes.find(({ sequence }) => String(sequence) === url.to) ?? changes[0]
  return (
    <div className="flex max-w-4xl flex-col gap-6">
      {from && to && (
        <Comparison
          about={about}
          changes={changes}
          from={from}
          to={to}
          onChoose={(choice) => change({ from: choice.from, to: choice.to })}
          onClose={() => change({ from: undefined, to: undefined })}
        />
      )}
      <Timeline
        label="History"
        entries={changes.map((one, at) => ({
          id: String(one.sequence),
          time: one.at,
          author: { name: one.by },
          title: lowered(one.what),
          mark: at === 0 && !about.deleted && <Badge>As it is now</Badge>,
          actions: (at > 0 || about.deleted) && (
            <Menu
              trigger={<IconButton size="sm" label={`Actions for the version by ${one.by}`} icon={<Ellipsis />} />}
              entries={[
                ...(about.deleted
                  ? []
                  : [
                      {
                        id: "look",
                        label: "Look at this version",
                        icon: <Eye />,
                        onSelect: () => change({ tab: undefined, at: String(one.sequence) }, { push: true }),
                      },
                    ]),
                {
                  id: "compare",
                  label: "Compare with the latest",
                  icon: <GitCompareArrows />,
                  onSelect: () => change({ from: String(one.sequence), to: undefined }),
                },
                ...(mayManage && !wasRemoval(one)
                  ? [
                      {
                        id: "restore",
                        label: "Restore this version",
                        icon: <RotateCcw />,
                        onSelect: () => setRestoring(one),
                      },
                    ]
                  : []),
              ]}
            />
          ),
        }))}
      >
        {next !== null && (
          <Button icon={<History />} onClick={more}>
            Show earlier changes
          </Button>
        )}
      </Timeline>
      {restoring && <RestoreDialog about={about} version={restoring} onClose={() => setRestoring(null)} />}
    </div>
  )
}

/** There was nothing after it that could be brought back. */
function wasRemoval({ what }: PastChange): boolean {
  return what.toLowerCase() === "deleted the document"
}

/** The first page is read live; earlier ones do not change any more. */
function useHistory({ document }: DocumentSummary) {
  const { data, error, refetch } = useCall(siteContract.listHistory, { document })
  const [earlier, setEarlier] = useState<{ changes: readonly PastChange[]; next: number | null } | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const next = earlier ? earlier.next : (data?.next ?? null)
  async function more() {
    if (next === null) return
    try {
      const answer = await call(siteContract.listHistory, { document, before: next })
      setEarlier({ changes: [...(earlier?.changes ?? []), ...answer.changes], next: answer.next })
    } catch (cause) {
      setFailed(cause instanceof Error ? cause.message : String(cause))
    }
  }
  const latest = data?.changes
  const oldest = latest?.at(-1)?.sequence ?? 0
  return {
    changes: latest && [...latest, ...(earlier?.changes.filter(({ sequence }) => sequence < oldest) ?? [])],
    error: error?.message ?? failed,
    next,
    more,
    reload: () => void refetch(),
  }
}

function RestoreDialog({
  about,
  version,
  onClose,
}: {
  about: DocumentSummary
  version: PastChange
  onClose: () => void
}) {
  const toast = useToast()
  const change = useChange(siteContract.restoreVersion)
  const noun = NOUNS[about.document.type]
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      danger={false}
      title="Restore this version?"
      description={
        <>
          The {noun} becomes what it was after {version.by} changed it, <Time instant={version.at} as="exact" />. What
          is there now stays in the history, so this can be taken back the same way.
        </>
      }
      confirmLabel="Restore version"
      onConfirm={async () => {
        await change.mutateAsync({ document: about.document, sequence: version.sequence })
        toast.success("Version restored", about.title)
      }}
    />
  )
}

function lowered(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1)
}
