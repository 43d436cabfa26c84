import { useCall } from "@countersign/core/web"
import { Button, ButtonLink, IconButton, Menu, SegmentedControl, Select } from "@countersign/ui"
import { useNavigate } from "@tanstack/react-router"
import { Ellipsis, Eye, Redo2, Send, Undo2 } from "lucide-react"
import { useSyncExternalStore } from "react"
import { siteContract } from "../../contract.ts"
import { keyOf } from "../../document.ts"
import { capital, NOUNS } from "../words.ts"
import { doGesture, gesturesFor } from "./gestures/gestures.ts"
import type { Connection } from "./store/editor-store.ts"
import { useEditor, useStore } from "./store/use-editor.ts"

interface TopBarProps {
  breakpoint: string
  onBreakpoint: (id: string) => void
  onRename: (id: string) => void
  wide: boolean
}

export function TopBar({ breakpoint, onBreakpoint, onRename, wide }: TopBarProps) {
  const store = useStore()
  const breakpoints = useEditor((state) => state.site.facts.breakpoints)
  const undoes = useEditor((state) => state.undoes)
  const redoes = useEditor((state) => state.redoes)
  const key = keyOf(store.ref)
  return (
    <>
      <DocumentSwitcher current={key} />
      {wide && (
        <SegmentedControl
          label="Width of the window"
          options={breakpoints.map(({ id, name }) => ({ value: id, label: name }))}
          value={breakpoint}
          onChange={onBreakpoint}
        />
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
          <Actions onRename={onRename} />
        </span>
      )}
      <span className="ml-auto inline-flex flex-wrap items-center gap-2">
        <SavedState />
        <ButtonLink size="sm" icon={<Eye />} href={`/site/documents/${key}`}>
          Preview
        </ButtonLink>
        <ButtonLink size="sm" icon={<Send />} href="/site/publications">
          Publish
        </ButtonLink>
      </span>
    </>
  )
}

function DocumentSwitcher({ current }: { current: string }) {
  const navigate = useNavigate()
  const { data } = useCall(siteContract.listDocuments, { limit: 500 })
  const documents = data?.documents ?? []
  if (documents.length < 2) return null
  return (
    <Select
      aria-label="Document"
      className="w-48"
      value={current}
      options={documents.map(({ type, id, title }) => ({
        value: `${type}:${id}`,
        label: type === "page" ? title : `${title} (${capital(NOUNS[type])})`,
      }))}
      onChange={(key) => void navigate({ to: `/site/edit/${key}` })}
    />
  )
}

/** All that can be done to what is selected, with its keys. */
function Actions({ onRename }: { onRename: (id: string) => void }) {
  const store = useStore()
  const selection = useEditor((state) => state.selection)
  useEditor((state) => state.document)
  const gestures = gesturesFor(store)
  const [only] = selection
  if (gestures.length === 0 || !only) return null
  return (
    <Menu
      trigger={<IconButton label="Actions for what is selected" icon={<Ellipsis />} />}
      entries={[
        { id: "rename", label: "Rename", shortcut: "F2", onSelect: () => onRename(only) },
        ...gestures.map((gesture) => ({
          id: gesture.id,
          label: gesture.label,
          ...(gesture.keys && { shortcut: gesture.keys }),
          ...(gesture.danger && { danger: true }),
          onSelect: () => doGesture(store, gesture),
        })),
      ]}
    />
  )
}

function SavedState() {
  const store = useStore()
  const connection = useEditor((state) => state.connection)
  const other = useEditor((state) => state.lastOther)
  const now = useNow()
  const isRecent = other !== null && now - other.at < RECENT_MS
  return (
    <span className="inline-flex items-center gap-2 text-muted text-table">
      {isRecent && <span>{other.by} is editing too</span>}
      <span role="status" data-connection={connection.state}>
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

const RECENT_MS = 60_000

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
