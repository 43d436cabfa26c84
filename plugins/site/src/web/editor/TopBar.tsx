import { useCall } from "@countersign/core/web"
import { Button, ButtonLink, IconButton, Menu, type MenuEntry, SegmentedControl, Select } from "@countersign/ui"
import { useNavigate } from "@tanstack/react-router"
import { Ellipsis, Eye, Redo2, Send, Undo2 } from "lucide-react"
import { useSyncExternalStore } from "react"
import { siteContract } from "../../contract.ts"
import { keyOf } from "../../document.ts"
import { capital, NOUNS } from "../words.ts"
import { ZOOMS, type Zoom } from "./canvas/zoom.ts"
import type { Question } from "./gestures/gesture.ts"
import { doGesture, gesturesFor } from "./gestures/gestures.ts"
import type { Connection } from "./store/editor-store.ts"
import { RECENT_MS } from "./store/others.ts"
import { useEditor, useStore } from "./store/use-editor.ts"

interface TopBarProps {
  breakpoint: string
  onBreakpoint: (id: string) => void
  zoom: Zoom
  onZoom: (zoom: Zoom) => void
  onAsk: (question: Question) => void
  wide: boolean
}

export function TopBar({ breakpoint, onBreakpoint, zoom, onZoom, onAsk, wide }: TopBarProps) {
  const store = useStore()
  const breakpoints = useEditor((state) => state.site.facts.breakpoints)
  const undoes = useEditor((state) => state.undoes)
  const redoes = useEditor((state) => state.redoes)
  const key = keyOf(store.ref)
  return (
    <>
      <DocumentSwitcher current={key} />
      {wide && (
        <>
          <SegmentedControl
            label="Width of the window"
            options={breakpoints.map(({ id, name }) => ({ value: id, label: name }))}
            value={breakpoint}
            onChange={onBreakpoint}
          />
          <Select
            aria-label="Zoom"
            className="w-24"
            value={String(zoom)}
            options={[FIT, ...ZOOMS.map((one) => ({ value: String(one), label: `${one * 100} %` }))]}
            onChange={(value) => onZoom(value === FIT.value ? "fit" : Number(value))}
          />
        </>
      )}
      {store.mayEdit && (
        <span className="inline-flex">
          <IconButton
            label={undoes ? `Undo: ${undoes}` : "Undo"}
            shortcut="Mod-z"
            icon={<Undo2 />}
            disabled={undoes === null}
            onClick={() => store.undo()}
          />
          <IconButton
            label={redoes ? `Redo: ${redoes}` : "Redo"}
            shortcut="Mod-Shift-z"
            icon={<Redo2 />}
            disabled={redoes === null}
            onClick={() => store.redo()}
          />
          {wide && <Actions onAsk={onAsk} />}
        </span>
      )}
      {!wide && <Actions onAsk={onAsk} waysOnFrom={key} />}
      {wide ? (
        <span className="ml-auto inline-flex flex-wrap items-center gap-2">
          <SavedState />
          {WAYS_ON.map(({ id, label, icon, href }) => (
            <ButtonLink key={id} size="sm" icon={icon} href={href(key)}>
              {label}
            </ButtonLink>
          ))}
        </span>
      ) : (
        <SavedState />
      )}
    </>
  )
}

const FIT = { value: "fit", label: "Fit" }

/** Where one goes from here. */
const WAYS_ON = [
  { id: "preview", label: "Preview", icon: <Eye />, href: (key: string) => `/site/documents/${key}` },
  { id: "publish", label: "Publish", icon: <Send />, href: () => "/site/publications" },
]

/** What is edited, and everything else that can be. */
function DocumentSwitcher({ current }: { current: string }) {
  const navigate = useNavigate()
  const title = useEditor((state) => state.document?.title ?? "")
  const { data } = useCall(siteContract.listDocuments, { limit: 500 })
  const documents = data?.documents ?? []
  if (documents.length < 2)
    return (
      <span aria-hidden className="min-w-0 truncate font-semibold text-prose max-md:flex-1">
        {title}
      </span>
    )
  return (
    <Select
      aria-label="Document"
      className="w-48 max-md:min-w-0 max-md:flex-1"
      value={current}
      options={documents.map(({ type, id, title }) => ({
        value: `${type}:${id}`,
        label: type === "page" ? title : `${title} (${capital(NOUNS[type])})`,
      }))}
      onChange={(key) => void navigate({ to: `/site/edit/${key}` })}
    />
  )
}

interface ActionsProps {
  onAsk: (question: Question) => void
  /** The document from which the menu leads on; without it, it leads nowhere. */
  waysOnFrom?: string
}

/** All that can be done to what is selected, with its keys. Where there is little room, also where one goes from here. */
function Actions({ onAsk, waysOnFrom }: ActionsProps) {
  const store = useStore()
  const selection = useEditor((state) => state.selection)
  useEditor((state) => state.document)
  const gestures = gesturesFor(store)
  const [only] = selection
  const ways = waysOnFrom ? WAYS_ON.map((way) => ({ ...way, href: way.href(waysOnFrom) })) : []
  const actions =
    only && gestures.length > 0
      ? [
          { id: "rename", label: "Rename", shortcut: "F2", onSelect: () => onAsk({ kind: "rename", nodes: [only] }) },
          ...gestures.map((gesture) => ({
            id: gesture.id,
            label: gesture.label,
            ...(gesture.keys && { shortcut: gesture.keys }),
            ...(gesture.danger && { danger: true }),
            onSelect: () => doGesture(store, gesture, onAsk),
          })),
        ]
      : []
  const entries: MenuEntry[] = [
    ...ways,
    ...(ways.length > 0 && actions.length > 0 ? [{ type: "separator" as const, id: "selected" }] : []),
    ...actions,
  ]
  if (entries.length === 0) return null
  const label = ways.length > 0 ? "Preview, publish and actions" : "Actions for what is selected"
  return <Menu trigger={<IconButton label={label} icon={<Ellipsis />} />} entries={entries} />
}

function SavedState() {
  const store = useStore()
  const connection = useEditor((state) => state.connection)
  const isQuiet = connection.state === "saved" || connection.state === "saving"
  return (
    <span className="inline-flex items-center gap-2 text-muted text-table">
      <Others />
      {/* On a phone only what is not as it should be takes room. */}
      <span role="status" data-connection={connection.state} className={isQuiet ? "max-md:sr-only" : undefined}>
        {store.mayEdit ? wordsOf(connection) : "You may look, and not change"}
      </span>
      {(connection.state === "stopped" || connection.state === "offline") && (
        <Button size="sm" onClick={() => store.wake()}>
          Try again
        </Button>
      )}
    </span>
  )
}

/** Who else is at work here; a name leads to where. */
function Others() {
  const store = useStore()
  const others = useEditor((state) => state.others)
  const document = useEditor((state) => state.document)
  const now = useNow()
  return others
    .filter(({ at }) => now - at < RECENT_MS)
    .map(({ by, node: id }) => {
      const node = id === null ? undefined : document?.nodes.get(id)
      // Words that stand alone are selected with what they stand in.
      const place = node?.kind === "text" ? node.parent : node?.id
      return place ? (
        <button
          key={by}
          type="button"
          className="rounded-sm underline decoration-dotted underline-offset-2 hover:text-ink"
          title={`Select what ${by} changed last`}
          onClick={() => store.select([place])}
        >
          {capital(by)} is editing too
        </button>
      ) : (
        <span key={by}>{capital(by)} is editing too</span>
      )
    })
}

/** Every ten seconds: often enough to see that somebody has gone. */
function useNow(): number {
  return useSyncExternalStore(
    (changed) => {
      const timer = setInterval(changed, 10_000)
      return () => clearInterval(timer)
    },
    () => Math.floor(Date.now() / 10_000) * 10_000,
  )
}

function wordsOf(connection: Connection): string {
  if (!("unsent" in connection)) return connection.state === "saved" ? "Saved" : "Saving"
  const unsent = `${connection.unsent} ${connection.unsent === 1 ? "change" : "changes"} not sent`
  if (connection.state === "offline") return connection.unsent > 0 ? `Offline, ${unsent}` : "Offline"
  return `${unsent}: ${connection.reason}`
}
