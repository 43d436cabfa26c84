import { useCall, useCan } from "@countersign/core/web"
import { Notice } from "@countersign/ui"
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from "react"
import { mediaAccess, siteContract } from "../../../contract.ts"
import type { NodeId } from "../../../document.ts"
import { useSiteUrl } from "../../PublicLink.tsx"
import type { Question } from "../gestures/gesture.ts"
import { doGesture, gestureOf } from "../gestures/gestures.ts"
import { insertFiles } from "../insert/insert-files.ts"
import { useEditor, useStore } from "../store/use-editor.ts"
import { type Canvas, openCanvas } from "./canvas.ts"
import { canvasStep } from "./canvas-keys.ts"
import { openFrame, SANDBOX } from "./open-frame.ts"
import { useParts } from "./use-parts.ts"
import { useRows } from "./use-rows.ts"
import { scaleFor, type Zoom, zoomOf } from "./zoom.ts"

interface CanvasViewProps {
  /** Of the window that is shown; what does not fit is shown smaller. */
  width: number
  zoom: Zoom
  onZoom: (zoom: Zoom) => void
  canvas: RefObject<Canvas | null>
  onAsk: (question: Question) => void
  onNoText: (id: NodeId) => void
}

export function CanvasView({ width, zoom, onZoom, canvas, onAsk, onNoText }: CanvasViewProps) {
  const store = useStore()
  const title = useEditor((state) => state.document?.title ?? "")
  const mode = useEditor((state) => state.document?.mode ?? "standards")
  const helpId = useId()
  const room = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const overlay = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  const [failure, setFailure] = useState<string | null>(null)
  const [isReady, setReady] = useState(false)
  const scale = scaleFor(zoom, size.width, width)
  const scaled = useRef(scale)
  scaled.current = scale
  const noText = useRef(onNoText)
  noText.current = onNoText
  const may = useCan()
  const takesFiles = useRef(false)
  takesFiles.current = may(mediaAccess.manage)
  const [isSending, setSending] = useState(false)
  const zooming = useRef(onZoom)
  zooming.current = onZoom

  useEffect(() => {
    if (!room.current) return
    const watching = new ResizeObserver(([entry]) => entry && setSize(entry.contentRect))
    watching.observe(room.current)
    return () => watching.disconnect()
  }, [])

  useEffect(() => {
    const [element, over, around] = [frame.current, overlay.current, room.current]
    if (!element || !over || !around) return
    let isGone = false
    void openFrame(element, mode).then((opened) => {
      if (isGone) return
      if (!opened.ok) {
        setFailure(opened.reason)
        return
      }
      canvas.current = openCanvas({
        store,
        view: opened.view,
        listens: opened.listens,
        overlay: over,
        room: around,
        onZoom: (next) => zooming.current(next),
        scale: () => scaled.current,
        takesFiles: () => takesFiles.current,
        onFiles(files, place) {
          setSending(true)
          void insertFiles(store, files, place).then(() => setSending(false))
        },
        onNoText: (id) => noText.current(id),
      })
      setReady(true)
    })
    return () => {
      isGone = true
      canvas.current?.close()
      canvas.current = null
      setReady(false)
    }
  }, [store, mode, canvas])

  const mayMedia = may(mediaAccess.read)
  const fonts = useCall(siteContract.listMedia, { kind: "font", limit: 200 }, { enabled: mayMedia })
  useEffect(() => {
    if (isReady && fonts.data)
      canvas.current?.setFonts(new Map(fonts.data.media.map(({ id, address }) => [id, address])))
  }, [isReady, fonts.data, canvas])

  useParts(canvas, isReady)
  useRows(canvas, isReady)
  const siteUrl = useSiteUrl()
  useEffect(() => {
    if (isReady && siteUrl) canvas.current?.setSiteUrl(siteUrl)
  }, [isReady, siteUrl, canvas])

  function keyDown(event: KeyboardEvent): void {
    const { document, selection } = store.get()
    if (!document || event.target !== event.currentTarget) return
    const gesture = gestureOf(event)
    if (gesture) {
      event.preventDefault()
      doGesture(store, gesture, onAsk)
      return
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const next = zoomOf(event.key, scale)
    if (next !== null) {
      event.preventDefault()
      onZoom(next)
      return
    }
    const step = canvasStep(document, selection.at(-1), event.key)
    if (!step) return
    event.preventDefault()
    event.stopPropagation()
    if ("rename" in step) onAsk({ kind: "rename", nodes: [step.rename] })
    else if ("to" in step) store.select(step.to === null ? [] : [step.to])
    else if (!canvas.current?.editText(step.enter) && step.first) store.select([step.first])
  }

  return (
    <div
      ref={room}
      className="relative h-full min-h-0 w-full overflow-x-auto overflow-y-hidden bg-sunken"
      aria-busy={!isReady && !failure}
    >
      {failure && (
        <Notice tone="error" className="m-4">
          {failure}
        </Notice>
      )}
      <div
        className="relative mx-auto overflow-hidden"
        style={{ width: width * scale, height: size.height }}
        hidden={failure !== null}
      >
        <iframe
          ref={frame}
          title={`How ${title} looks`}
          tabIndex={-1}
          sandbox={SANDBOX}
          className="block origin-top-left border-0"
          // The paper of every page that says nothing else, whatever the theme around it.
          style={{
            width,
            height: size.height / scale,
            transform: `scale(${scale})`,
            backgroundColor: "Canvas",
            colorScheme: "light",
          }}
        />
        {/* biome-ignore lint/a11y/useSemanticElements: no element is a group that takes the keyboard. */}
        <div
          ref={overlay}
          role="group"
          aria-label={`Canvas of ${title}`}
          aria-describedby={helpId}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys move over the page, as a pointer does.
          tabIndex={0}
          data-own-keys
          onKeyDown={keyDown}
          className="absolute inset-0 touch-none select-none overflow-hidden focus-visible:-outline-offset-2 data-editing:pointer-events-none"
        />
      </div>
      {isSending && (
        <p role="status" className="absolute top-2 left-2 rounded-md bg-raised px-2 py-1 text-table shadow-float">
          Sending the file
        </p>
      )}
      <p id={helpId} className="sr-only">
        Arrow keys move over the page: left to what is around, right into it, up and down among what is beside it.{" "}
        {store.mayEdit && "Enter edits words, Escape leaves them."} Plus and minus show it larger and smaller, 0 all of
        it.
      </p>
    </div>
  )
}
