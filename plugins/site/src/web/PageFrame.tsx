import { SegmentedControl, useMediaQuery } from "@countersign/ui"
import { Monitor, Smartphone } from "lucide-react"
import { useEffect, useRef, useState } from "react"
import { fillFrame, type PreviewedPage } from "./fill-frame.ts"

export type Screen = "desk" | "phone"

const WIDTHS: Readonly<Record<Screen, number>> = { desk: 1280, phone: 390 }
const HEIGHT = 800

/** The screen that one asked for; else the one that is nearer to what one sits at. */
export function useScreen(asked: string | undefined): Screen {
  const isNarrow = useMediaQuery("(max-width: 639px)")
  if (asked === "desk" || asked === "phone") return asked
  return isNarrow ? "phone" : "desk"
}

export function ScreenControl({ value, onChange }: { value: Screen; onChange: (screen: Screen) => void }) {
  return (
    <SegmentedControl
      label="Screen"
      options={[
        { value: "desk", label: "Desk", icon: <Monitor /> },
        { value: "phone", label: "Phone", icon: <Smartphone /> },
      ]}
      value={value}
      onChange={onChange}
    />
  )
}

export interface PageFrameProps {
  page: PreviewedPage
  title: string
  screen: Screen
}

/** Runs nothing: its sandbox lets this page write into it, and nothing else. A screen that is too wide is shown smaller. */
export function PageFrame({ page, title, screen }: PageFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const around = useRef<HTMLDivElement>(null)
  const width = WIDTHS[screen]
  const [loaded, setLoaded] = useState(false)
  const [room, setRoom] = useState(width)
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
    <div ref={around} className="w-full">
      {/* Around the frame: a line of its own would be drawn smaller with it, and vanish. */}
      <div
        className="overflow-hidden rounded-md border border-line"
        style={{ width: width * scale, height: HEIGHT * scale }}
      >
        <iframe
          ref={frame}
          title={title}
          sandbox="allow-same-origin"
          srcDoc={page.html.startsWith("<!DOCTYPE html>") ? BLANK : BLANK_QUIRKS}
          onLoad={() => setLoaded(true)}
          className="block origin-top-left border-0 bg-white"
          style={{ width, height: HEIGHT, transform: `scale(${scale})` }}
        />
      </div>
    </div>
  )
}

const BLANK_QUIRKS = "<html><head></head><body></body></html>"
const BLANK = `<!doctype html>${BLANK_QUIRKS}`
