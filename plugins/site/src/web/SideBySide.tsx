import { useCall, useCan } from "@countersign/core/web"
import { DiffTable, Notice, Skeleton } from "@countersign/ui"
import { type ReactNode, useId, useState } from "react"
import { documentAccess, siteContract } from "../contract.ts"
import { differencesIn } from "./differences.ts"
import { PageFrame, type Screen, ScreenControl, useScreen } from "./PageFrame.tsx"
import type { ChangedDocument } from "./UnpublishedChanges.tsx"
import { refIn } from "./words.ts"

export interface SideBySideProps {
  change: ChangedDocument
  /** What visitors see now, and the draft that they would see. */
  version: number
  sequence: number
}

/** A document as visitors see it beside its draft, in two frames of this browser, and in what words they differ. */
export function SideBySide({ change, version, sequence }: SideBySideProps) {
  const mayLook = useCan()(documentAccess.read)
  const [asked, ask] = useState<Screen | undefined>()
  const screen = useScreen(asked)
  const document = refIn(change.id)
  if (!mayLook || !document) return null
  return (
    <div className="flex flex-col gap-3 pt-2 pb-4">
      <ScreenControl value={screen} onChange={ask} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Side caption="Visitors see now">
          {change.change === "added" ? (
            <Nothing>Nothing: it is new.</Nothing>
          ) : (
            <Look title={`${change.title} as visitors see it`} screen={screen} input={{ document, version }} />
          )}
        </Side>
        <Side caption="The draft">
          {change.change === "removed" ? (
            <Nothing>Nothing: it was deleted.</Nothing>
          ) : (
            <Look title={`${change.title} in the draft`} screen={screen} input={{ document, sequence }} />
          )}
        </Side>
      </div>
      {change.change === "changed" && change.shownAt !== null && (
        <Differences document={document} from={change.shownAt} to={sequence} />
      )}
    </div>
  )
}

function Side({ caption, children }: { caption: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h3 id={id} className="mb-1 font-medium text-table">
        {caption}
      </h3>
      {children}
    </section>
  )
}

function Nothing({ children }: { children: string }) {
  return <p className="rounded-md border border-line border-dashed px-4 py-8 text-muted text-table">{children}</p>
}

interface LookProps {
  title: string
  screen: Screen
  input: Parameters<typeof useCall<typeof siteContract.previewDocument>>[1]
}

function Look({ title, screen, input }: LookProps) {
  const { data, error } = useCall(siteContract.previewDocument, input, { keepPrevious: true })
  if (error) return <Notice tone="error">{error.message}</Notice>
  if (!data) return <Skeleton lines={8} label="Rendering the page" />
  return <PageFrame page={data} title={title} screen={screen} />
}

interface DifferencesProps {
  document: ReturnType<typeof refIn> & object
  from: number
  to: number
}

/** Of its content; what is known of it besides is told in the list. */
function Differences({ document, from, to }: DifferencesProps) {
  const { data } = useCall(siteContract.compareVersions, { document, from, to }, { keepPrevious: true })
  const rows = data ? differencesIn(data) : []
  if (!data || rows.length === 0) return null
  return (
    <>
      <DiffTable label="Differences" rows={rows} />
      {data.left > 0 && <p className="text-muted text-table">And {data.left} more parts differ than fit here.</p>}
    </>
  )
}
