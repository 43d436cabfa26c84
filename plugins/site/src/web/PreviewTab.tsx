import { useCall, useUrlState } from "@countersign/core/web"
import { Button, Notice, Skeleton } from "@countersign/ui"
import { type DocumentSummary, siteContract } from "../contract.ts"
import { useSiteChanges } from "./follow-site.ts"
import { PageFrame, ScreenControl, useScreen } from "./PageFrame.tsx"

/** How the document looks now, or looked at the sequence in the address. */
export function PreviewTab({ about }: { about: DocumentSummary }) {
  const [url, change] = useUrlState()
  const at = /^\d{1,15}$/.test(url.at ?? "") ? Number(url.at) : undefined
  const screen = useScreen(url.screen)
  const { data, error, refetch } = useCall(
    siteContract.previewDocument,
    { document: about.document, ...(at !== undefined && { sequence: at }) },
    { keepPrevious: true },
  )
  useSiteChanges(about.id, () => void refetch())
  return (
    <div className="flex flex-col gap-3">
      <ScreenControl value={screen} onChange={(next) => change({ screen: next })} />
      {at !== undefined && (
        <Notice action={<Button onClick={() => change({ at: undefined })}>Show it as it is now</Button>}>
          This is an earlier version.
        </Notice>
      )}
      {error && <Notice tone="error">{error.message}</Notice>}
      {data && data.problems.length > 0 && (
        <Notice tone="warning" title="This page has something to mend">
          <ul>
            {data.problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Notice>
      )}
      {!data && !error && <Skeleton lines={12} label="Rendering the preview" />}
      {data && <PageFrame page={data} title={`Preview of ${about.title}`} screen={screen} />}
    </div>
  )
}
