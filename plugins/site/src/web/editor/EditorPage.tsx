import { LeaveGuard, useCan, usePageFacts, usePageKeyMap } from "@countersign/core/web"
import { ButtonLink, EmptyState, Notice, Skeleton, useMediaQuery, WorkspacePage } from "@countersign/ui"
import { useParams } from "@tanstack/react-router"
import { useEffect, useRef, useState } from "react"
import { editorFacts, MOST_SELECTED } from "../../contract/editor-facts.ts"
import { documentAccess } from "../../contract.ts"
import type { NodeId } from "../../document.ts"
import { LIST, NOUNS, refIn } from "../words.ts"
import { Breadcrumbs } from "./Breadcrumbs.tsx"
import { CanvasView } from "./canvas/CanvasView.tsx"
import type { Canvas } from "./canvas/canvas.ts"
import type { Zoom } from "./canvas/zoom.ts"
import { Dialogs } from "./dialogs/Dialogs.tsx"
import type { Question } from "./gestures/gesture.ts"
import { loadReader } from "./insert/insert-html.ts"
import { Inspector } from "./inspector/Inspector.tsx"
import { keyMapOf } from "./key-map.ts"
import { LayersTree } from "./layers/LayersTree.tsx"
import { sentenceOf } from "./layers/rows.ts"
import { StartPanel } from "./StartPanel.tsx"
import { type EditorStore, openStore } from "./store/editor-store.ts"
import { serverLine } from "./store/line.ts"
import { EditorContext, useEditor, useStore } from "./store/use-editor.ts"
import { Tellings } from "./Tellings.tsx"
import { TopBar } from "./TopBar.tsx"
import { usePageKeys } from "./use-page-keys.ts"

export default function EditorPage() {
  const { documentKey = "" } = useParams({ strict: false }) as { documentKey?: string }
  const may = useCan()(documentAccess.manage)
  // Somebody whose permission ends keeps what they wrote before their eyes: the server refuses it, and the editor says so.
  const could = useRef(false)
  could.current ||= may
  const mayEdit = could.current
  const [store, setStore] = useState<EditorStore | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    const document = refIn(documentKey) ?? { type: "page" as const, id: documentKey.slice(0, 60) || "?" }
    let opened: EditorStore | null = null
    let isGone = false
    setStore(null)
    setFailure(null)
    openStore({ document, line: serverLine, clock: CLOCK, mayEdit }).then(
      (made) => {
        if (isGone) made.close()
        else {
          opened = made
          setStore(made)
        }
      },
      (error: Error) => !isGone && setFailure(error.message),
    )
    return () => {
      isGone = true
      opened?.close()
    }
  }, [documentKey, mayEdit])
  // Until it is open: a turn that has it opened goes on with it.
  usePageFacts(editorFacts, () => ({ ...NOTHING_YET, document: documentKey }))
  if (failure)
    return (
      <WorkspacePage title="Edit">
        <div className="flex flex-col items-start gap-3 p-4">
          <Notice tone="error">{failure}</Notice>
          <ButtonLink href={LIST.href}>All pages</ButtonLink>
        </div>
      </WorkspacePage>
    )
  if (!store)
    return (
      <WorkspacePage title="Edit">
        <div className="p-4">
          <Skeleton lines={12} label="Opening the editor" />
        </div>
      </WorkspacePage>
    )
  return (
    <EditorContext value={store}>
      <Editor key={documentKey} documentKey={documentKey} />
    </EditorContext>
  )
}

const NOTHING_YET = { selectedNodeIds: [], breakpointId: null, sequence: 0 }
/** A message waits so long for what is not sent. */
const SENDING_MS = 5_000

const CLOCK = {
  now: () => Date.now(),
  later(ms: number, run: () => void) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

function Editor({ documentKey }: { documentKey: string }) {
  const store = useStore()
  // Not the document: every letter makes another one, and all of the page would be drawn for it.
  const title = useEditor((state) => state.document?.title ?? null)
  const breakpoints = useEditor((state) => state.site.facts.breakpoints)
  const unsent = useEditor(({ connection }) => ("unsent" in connection ? connection.unsent > 0 : false))
  const canvas = useRef<Canvas | null>(null)
  const [chosen, setChosen] = useState("")
  const [zoom, setZoom] = useState<Zoom>("fit")
  const [question, setQuestion] = useState<Question | null>(null)
  const wide = useMediaQuery("(min-width: 48rem)")
  const breakpoint = breakpoints.find(({ id }) => id === chosen) ?? (wide ? breakpoints[0] : breakpoints.at(-1))

  usePageKeys(store)
  usePageFacts(editorFacts, async () => {
    const sequence = await store.settled(SENDING_MS)
    const selectedNodeIds = store.get().selection.slice(-MOST_SELECTED)
    return { document: documentKey, selectedNodeIds, breakpointId: breakpoint?.id ?? null, sequence }
  })
  usePageKeyMap(() => keyMapOf(store, setQuestion))
  useEffect(() => {
    // Told where something is inserted.
    if (store.mayEdit) loadReader().catch(() => {})
  }, [store])
  useEffect(() => {
    const wake = () => store.wake()
    window.addEventListener("online", wake)
    return () => window.removeEventListener("online", wake)
  }, [store])

  const editText = (id: NodeId) => {
    if (!canvas.current?.editText(id)) store.select([id])
  }

  if (title === null)
    return (
      <WorkspacePage title="Edit">
        <EmptyState
          title={`This ${NOUNS[store.ref.type]} was deleted`}
          action={<ButtonLink href={`/site/documents/${documentKey}?tab=history`}>Look at its history</ButtonLink>}
        >
          Somebody deleted it while you were here. Restore a version of it to go on.
        </EmptyState>
      </WorkspacePage>
    )
  const layers = <LayersTree onAsk={setQuestion} onEditText={editText} />
  return (
    <>
      <WorkspacePage
        title={title}
        titleInToolbar
        toolbar={
          <TopBar
            breakpoint={breakpoint?.id ?? ""}
            onBreakpoint={setChosen}
            zoom={zoom}
            onZoom={setZoom}
            onAsk={setQuestion}
            wide={wide}
          />
        }
        start={{
          label: "Layers, classes, tokens and code",
          content: <StartPanel layers={layers} />,
        }}
        end={{ label: "Inspector", content: <Inspector breakpoint={breakpoint?.id ?? ""} canvas={canvas} /> }}
      >
        <div className="relative flex h-full flex-col">
          <div className="min-h-0 flex-1">
            <CanvasView
              width={breakpoint?.width ?? 1280}
              zoom={zoom}
              onZoom={setZoom}
              canvas={canvas}
              onAsk={setQuestion}
              onNoText={(id) => {
                store.select([id])
                store.tell("This browser does not let words be edited on the canvas. Edit them in the inspector.")
              }}
            />
          </div>
          <Breadcrumbs />
          <Tellings />
        </div>
      </WorkspacePage>
      <Announcement />
      <LeaveGuard unsaved={unsent} />
      <Dialogs question={question} onClose={() => setQuestion(null)} />
    </>
  )
}

/** One sentence for those who hear the page. */
function Announcement() {
  const sentence = useEditor(({ document, selection }) => {
    if (!document || selection.length === 0) return ""
    return selection.length === 1 ? sentenceOf(document, selection[0]!) : `${selection.length} elements are selected.`
  })
  return (
    <p role="status" className="sr-only" data-announcement>
      {sentence}
    </p>
  )
}
