import { useCall, useUrlState } from "@countersign/core/web"
import { Button, Notice, SegmentedControl, Skeleton } from "@countersign/ui"
import { Monitor, Smartphone } from "lucide-react"
import { useEffect, useRef, useState } from "react"
import { type DocumentSummary, siteContract } from "../contract.ts"
import { fillFrame, type PreviewedPage } from "./fill-frame.ts"
import { useSiteChanges } from "./follow-site.ts"

const WIDTHS = { desk: 1280, phone: 390 } as const

/** How the document looks now, or looked at the sequence in the address. */
export function PreviewTab({ about }: { about: DocumentSummary }) {
  const [url, change] = useUrlState()
  const at = /^\d{1,15}$/.test(url.at ?? "") ? Number(url.at) : undefined
  const screen = url.screen === "phone" ? "phone" : "desk"
  const { data, error, refetch } = useCall(
    siteContract.previewDocument,
    { document: about.document, ...(at !== undefined && { sequence: at }) },
    { keepPrevious: true },
  )
  useSiteChanges(about.id, () => void refetch())
  return (
    <div className="flex flex-col gap-3">
      <SegmentedControl
        label="Screen"
        options={[
          { value: "desk", label: "Desk", icon: <Monitor /> },
          { value: "phone", label: "Phone", icon: <Smartphone /> },
        ]}
        value={screen}
        onChange={(next) => change({ screen: next === "desk" ? undefined : next })}
      />
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
      {data && <Frame page={data} title={`Preview of ${about.title}`} width={WIDTHS[screen]} />}
    </div>
  )
}

/** Runs nothing: its sandbox lets this page write into it, and nothing else. A screen that is too wide is shown smaller. */
function Frame({ page, title, width }: { page: PreviewedPage; title: string; width: number }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [loaded, setLoaded] = useState(false)
  const [room, setRoom] = useState(width)
  const around = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const watching = new ResizeObserver(([entry]) => entry && setRoom(entry.contentRect.width))
    if (around.current) watching.observe(around.current)
    return () => watching.disconnect()
  }, [])
  useEffect(() => {
    if (loaded && frame.current) fillFrame(frame.current, page)
  }, [loaded, page])
  const scale = Math.min(1, room / width)
  return (
    <div ref={around} className="w-full overflow-hidden" style={{ height: HEIGHT * scale }}>
      <iframe
        ref={frame}
        title={title}
        sandbox="allow-same-origin"
        srcDoc={page.html.startsWith("<!DOCTYPE html>") ? BLANK : BLANK_QUIRKS}
        onLoad={() => setLoaded(true)}
        className="block origin-top-left rounded-md border border-line bg-white"
        style={{ width, height: HEIGHT, transform: `scale(${scale})` }}
      />
    </div>
  )
}

const HEIGHT = 800
const BLANK_QUIRKS = "<html><head></head><body></body></html>"
const BLANK = `<!doctype html>${BLANK_QUIRKS}`
