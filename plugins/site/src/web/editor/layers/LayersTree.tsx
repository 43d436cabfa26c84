import { cx } from "@countersign/ui"
import { ChevronDown, ChevronRight, EyeOff, Lock } from "lucide-react"
import { type KeyboardEvent, type PointerEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react"
import type { NodeId, SiteDocument } from "../../../document.ts"
import { addDropZone, watchPointer } from "../drag/drag.ts"
import type { Question } from "../gestures/gesture.ts"
import { doGesture, gestureOf } from "../gestures/gestures.ts"
import { kindOf, nameOfNode } from "../store/node-words.ts"
import { isFixed, topmost } from "../store/tree.ts"
import { useEditor, useStore } from "../store/use-editor.ts"
import { layerStep } from "./layer-keys.ts"
import { layerTargetAt } from "./layer-target.ts"
import { onlyWordsDiffer, type Row, rowsOf } from "./rows.ts"

const ROW_PX = 28
/** Above and below what is in sight. */
const SPARE_ROWS = 8

interface LayersTreeProps {
  onAsk: (question: Question) => void
  onEditText: (id: NodeId) => void
}

/** The twin of the canvas: what is selected here is selected there. */
export function LayersTree({ onAsk, onEditText }: LayersTreeProps) {
  const store = useStore()
  const document = useEditor((state) => state.document)
  const selection = useEditor((state) => state.selection)
  const [closed, setClosed] = useState<ReadonlySet<NodeId>>(new Set())
  const [scroll, setScroll] = useState({ top: 0, height: 600 })
  const [line, setLine] = useState<{ top: number; level: number; inside: boolean; refused: boolean } | null>(null)
  const tree = useRef<HTMLDivElement>(null)
  const typed = useRef({ text: "", at: 0 })
  const hasFocus = useRef(false)
  const rows = useRows(document, closed)
  const shown = useRef({ rows, document })
  shown.current = { rows, document }
  const current = selection.at(-1)
  const at = Math.max(
    0,
    rows.findIndex(({ id }) => id === current),
  )

  // What is selected elsewhere is opened and brought into sight here.
  useEffect(() => {
    if (!document || !current) return
    const around: NodeId[] = []
    for (let id = document.nodes.get(current)?.parent; id; id = document.nodes.get(id)?.parent) around.push(id)
    setClosed((before) =>
      around.some((id) => before.has(id)) ? new Set([...before].filter((id) => !around.includes(id))) : before,
    )
  }, [document, current])
  useLayoutEffect(() => {
    const box = tree.current
    if (!box || !current) return
    const top = at * ROW_PX
    if (top < box.scrollTop) box.scrollTop = top
    else if (top + ROW_PX > box.scrollTop + box.clientHeight) box.scrollTop = top + ROW_PX - box.clientHeight
    // What had the keyboard may be gone, or out of sight and so no longer drawn.
    if (hasFocus.current) focusRow(box, current)
  }, [at, current])
  useEffect(() => {
    const box = tree.current
    if (!box) return
    const watching = new ResizeObserver(() => setScroll({ top: box.scrollTop, height: box.clientHeight }))
    watching.observe(box)
    const remove = addDropZone({
      element: box,
      targetAt(_x, y) {
        const { rows: list, document: now } = shown.current
        return now && layerTargetAt(now, list, (y - box.getBoundingClientRect().top + box.scrollTop) / ROW_PX)
      },
      show(target, reason) {
        const found = target as ReturnType<typeof layerTargetAt>
        setLine(found && { ...found.line, top: found.line.top * ROW_PX, refused: reason !== null })
      },
    })
    return () => {
      watching.disconnect()
      remove()
    }
  }, [])

  if (!document) return null
  const first = Math.max(0, Math.floor(scroll.top / ROW_PX) - SPARE_ROWS)
  const last = Math.min(rows.length, Math.ceil((scroll.top + scroll.height) / ROW_PX) + SPARE_ROWS)
  const inSight = rows.slice(first, last)
  // The row that has the keyboard stays, however far one scrolls.
  const focused = rows[at]
  const drawn = focused && !inSight.includes(focused) ? [...inSight, focused] : inSight

  function choose(id: NodeId, { isMore, isRange }: { isMore: boolean; isRange: boolean }): void {
    if (isMore) store.select(selection.includes(id) ? selection.filter((one) => one !== id) : [...selection, id])
    else if (isRange) {
      const to = rows.findIndex((row) => row.id === id)
      store.select(rows.slice(Math.min(at, to), Math.max(at, to) + 1).map((row) => row.id))
    } else store.select([id])
  }

  function go(to: number, isRange = false): void {
    const row = rows[Math.max(0, Math.min(rows.length - 1, to))]
    if (!row) return
    if (isRange) store.select([...selection.filter((id) => id !== row.id), row.id])
    else store.select([row.id])
  }

  function toggle(id: NodeId, isOpen: boolean): void {
    setClosed((before) => new Set(isOpen ? [...before].filter((one) => one !== id) : [...before, id]))
  }

  function keyDown(event: KeyboardEvent): void {
    if (!document) return
    const gesture = gestureOf(event)
    if (gesture) {
      event.preventDefault()
      doGesture(store, gesture, onAsk)
      return
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const step = layerStep(document, rows, at, event.key)
    if (step && "go" in step) go(step.go, event.shiftKey)
    else if (step && "open" in step) toggle(step.open, true)
    else if (step && "close" in step) toggle(step.close, false)
    else if (step && "rename" in step) onAsk({ kind: "rename", nodes: [step.rename] })
    else if (step && "enter" in step) onEditText(step.enter)
    else if (step) store.select([])
    // The map of all keys is for the whole page.
    else if (event.key.length === 1 && event.key !== " " && event.key !== "?") search(event.key)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  /** The next row whose name begins with what was typed. */
  function search(letter: string): void {
    const now = Date.now()
    typed.current = { text: now - typed.current.at > 700 ? letter : typed.current.text + letter, at: now }
    const wanted = typed.current.text.toLowerCase()
    const order = [...rows.keys()].map((offset) => (at + offset + (wanted.length > 1 ? 0 : 1)) % rows.length)
    const found = order.find((index) => {
      const node = document!.nodes.get(rows[index]!.id)!
      return nameOfNode(document, node).toLowerCase().startsWith(wanted)
    })
    if (found !== undefined) go(found)
  }

  function pointerDown(event: PointerEvent, row: Row): void {
    if (event.button !== 0 || !document) return
    const how = { isMore: event.ctrlKey || event.metaKey, isRange: event.shiftKey }
    const name = nameOfNode(document, document.nodes.get(row.id)!)
    watchPointer(event.nativeEvent, store, {
      dragged() {
        const nodes = topmost(document, selection.includes(row.id) ? selection : [row.id])
        return nodes.length > 0 && !isFixed(document, row.id) ? { kind: "nodes", nodes, name } : null
      },
      onClick: () => choose(row.id, how),
    })
  }

  return (
    <div
      ref={tree}
      role="tree"
      aria-label="Layers"
      aria-multiselectable
      data-own-keys
      className="relative min-h-0 flex-1 select-none overflow-auto"
      onScroll={(event) => setScroll({ top: event.currentTarget.scrollTop, height: event.currentTarget.clientHeight })}
      onKeyDown={keyDown}
      onFocus={() => {
        hasFocus.current = true
      }}
      // Without a next one it was taken away, and not left.
      onBlur={({ relatedTarget }) => {
        if (relatedTarget && !tree.current?.contains(relatedTarget)) hasFocus.current = false
      }}
    >
      <div role="presentation" style={{ height: rows.length * ROW_PX }}>
        {drawn.map((row) => {
          const node = document.nodes.get(row.id)!
          const isSelected = selection.includes(row.id)
          const flags = `${node.hidden ? ", hidden" : ""}${node.locked ? ", locked" : ""}`
          const name = nameOfNode(document, node)
          return (
            <div
              key={row.id}
              role="treeitem"
              data-row={row.id}
              aria-level={row.level}
              aria-setsize={row.size}
              aria-posinset={row.position}
              aria-selected={isSelected}
              aria-expanded={row.hasChildren ? row.isOpen : undefined}
              aria-label={`${name}${node.label ? `, ${kindOf(node)}` : ""}${flags}`}
              tabIndex={row === (focused ?? rows[0]) ? 0 : -1}
              onPointerDown={(event) => pointerDown(event, row)}
              onDoubleClick={() => onEditText(row.id)}
              className={cx(
                "absolute right-0 left-0 flex cursor-default items-center gap-1 truncate rounded-sm pr-1 text-table focus-visible:-outline-offset-2",
                isSelected ? "bg-selected text-accent-ink" : "hover:bg-hover",
                node.hidden && "text-faint",
              )}
              style={{ top: rows.indexOf(row) * ROW_PX, height: ROW_PX, paddingLeft: (row.level - 1) * 12 + 2 }}
            >
              <span
                aria-hidden
                className="inline-flex size-5 shrink-0 items-center justify-center text-muted"
                onPointerDown={(event) => {
                  if (!row.hasChildren) return
                  event.stopPropagation()
                  toggle(row.id, !row.isOpen)
                }}
              >
                {row.hasChildren &&
                  (row.isOpen ? <ChevronDown className="size-3.5" /> : <ChevronRight className="size-3.5" />)}
              </span>
              <span aria-hidden className={cx("min-w-0 flex-1 truncate", node.kind === "text" && "italic")}>
                {name}
              </span>
              {node.locked && <Lock aria-hidden className="size-3.5 shrink-0 text-muted" />}
              {node.hidden && <EyeOff aria-hidden className="size-3.5 shrink-0 text-muted" />}
            </div>
          )
        })}
        {line && (
          <div
            aria-hidden
            data-drop-line={line.refused ? "refused" : "allowed"}
            className={cx(
              "pointer-events-none absolute right-1 border-2",
              line.refused ? "border-danger" : "border-accent",
              line.inside ? "rounded-sm bg-transparent" : "",
            )}
            style={{
              top: line.inside ? line.top : line.top - 1,
              left: line.level * 12,
              height: line.inside ? ROW_PX : 0,
            }}
          />
        )}
      </div>
    </div>
  )
}

/** Words change often and rows seldom: then they stay the very same. */
function useRows(document: SiteDocument | null, closed: ReadonlySet<NodeId>): readonly Row[] {
  const last = useRef<{ document: SiteDocument; closed: ReadonlySet<NodeId>; rows: readonly Row[] } | null>(null)
  return useMemo(() => {
    if (!document) return []
    const known = last.current
    const isSame = known !== null && known.closed === closed && onlyWordsDiffer(known.document, document)
    const rows = isSame ? known.rows : rowsOf(document, closed)
    last.current = { document, closed, rows }
    return rows
  }, [document, closed])
}

function focusRow(box: HTMLElement, id: NodeId): void {
  const row = box.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)
  if (row && row !== window.document.activeElement) row.focus({ preventScroll: true })
}
