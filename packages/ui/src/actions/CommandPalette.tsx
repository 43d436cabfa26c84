import { Search } from "lucide-react"
import type { KeyboardEvent, ReactNode } from "react"
import { useEffect, useId, useRef, useState } from "react"
import { cx } from "../class-names.ts"
import { closeness, closest } from "../fields/closeness.ts"
import { ModalFrame, ModalTitle } from "../floating/Dialog.tsx"
import { LookalikeMark } from "../marks/LookalikeMark.tsx"
import { plainly } from "../text/PlainText.tsx"
import { Kbd } from "./Kbd.tsx"

export type PaletteItem = {
  id: string
  /** Heading it stands under: "Pages", "Systems", "Actions". */
  group: string
  title: string
  hint?: string
  icon?: ReactNode
  shortcut?: string
  /** The id of a thing whose name looks like another's of its kind. */
  lookalike?: string
  /** Other words it is found by. */
  keywords?: string
  run: () => void
}

/** Finds things for what was typed, e.g. on the server. An abort means nobody waits any more. */
export type PaletteSource = (query: string, signal: AbortSignal) => Promise<readonly PaletteItem[]>

export type CommandPaletteProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Known at once: pages and actions, filtered here. */
  items: readonly PaletteItem[]
  /** Asked in parallel after a short pause; one that fails says so and does not hide the others. */
  sources?: readonly PaletteSource[]
  /** Shown while nothing is typed. */
  recent?: readonly PaletteItem[]
  /** Stands below whatever was found: a way on for what has no name here. */
  last?: (query: string) => readonly PaletteItem[]
  placeholder?: string
}

export function CommandPalette(props: CommandPaletteProps) {
  const { open, onOpenChange } = props
  const input = useRef<HTMLInputElement>(null)
  return (
    <ModalFrame
      open={open}
      onOpenChange={onOpenChange}
      initialFocus={input}
      className="inset-x-0 top-0 mx-auto max-h-dvh w-full sm:top-[12vh] sm:max-h-[min(440px,76vh)] sm:max-w-xl sm:rounded-lg"
    >
      <ModalTitle className="sr-only">Find pages, things and actions</ModalTitle>
      {/* Mounted per opening, so each starts empty. */}
      <PaletteBody {...props} inputRef={input} />
    </ModalFrame>
  )
}

function PaletteBody(props: CommandPaletteProps & { inputRef: React.RefObject<HTMLInputElement | null> }) {
  const {
    items,
    sources = NO_SOURCES,
    recent = NO_ITEMS,
    last,
    placeholder = "Find a page, a thing or an action",
    onOpenChange,
  } = props
  const id = useId()
  const [query, setQuery] = useState("")
  const [active, setActive] = useState(0)
  const found = useFound(query, sources)
  const asked = query.trim()
  // Not before everything answered: Enter must not take the way on while what was meant is still being found.
  const end = found.loading ? NO_ITEMS : (last?.(asked) ?? NO_ITEMS)
  const shown = asked
    ? [...closestGroupFirst([...matching(items, query), ...found.items], query), ...end]
    : inGroups([...recent, ...without(items, recent)])
  const bounded = Math.min(active, shown.length - 1)

  useEffect(() => {
    document.getElementById(`${id}-${bounded}`)?.scrollIntoView({ block: "nearest" })
  }, [id, bounded])

  function run(item: PaletteItem) {
    onOpenChange(false)
    item.run()
  }
  function handleKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || shown.length === 0) return
    const down = event.key === "ArrowDown" || (event.ctrlKey && event.key === "n")
    const up = event.key === "ArrowUp" || (event.ctrlKey && event.key === "p")
    if (down) setActive((bounded + 1) % shown.length)
    else if (up) setActive((bounded - 1 + shown.length) % shown.length)
    else if (event.key === "Enter") {
      const item = shown[bounded]
      if (item) run(item)
    } else return
    event.preventDefault()
  }

  const nothing = shown.length === end.length && !found.loading && asked !== ""
  return (
    <>
      <div className="flex shrink-0 items-center gap-2.5 border-hairline border-b px-4">
        <Search aria-hidden className="size-4 shrink-0 text-faint" />
        <input
          ref={props.inputRef}
          role="combobox"
          aria-label={placeholder}
          aria-expanded={shown.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={bounded >= 0 ? `${id}-${bounded}` : undefined}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            setActive(0)
          }}
          onKeyDown={handleKeyDown}
          className="h-12 w-full min-w-0 bg-transparent text-ink text-prose outline-none pointer-coarse:text-[16px]"
        />
        <button type="button" className="rounded-sm text-muted hover:text-ink" onClick={() => onOpenChange(false)}>
          <Kbd keys="Escape" />
          <span className="sr-only"> closes</span>
        </button>
      </div>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Results"
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-1.5"
      >
        {groupNames(shown).map((group, place) => (
          // biome-ignore lint/a11y/useSemanticElements: groups of a listbox have no element of their own.
          <div key={group} role="group" aria-labelledby={`${id}-group-${place}`} className="mb-1.5 last:mb-0">
            <div id={`${id}-group-${place}`} className="px-2.5 py-1 text-faint">
              {group}
            </div>
            {shown.map((item, index) =>
              item.group === group ? (
                <PaletteRow
                  key={item.id}
                  id={`${id}-${index}`}
                  item={item}
                  active={index === bounded}
                  onPoint={() => setActive(index)}
                  onRun={() => run(item)}
                />
              ) : null,
            )}
          </div>
        ))}
      </div>
      <p
        role="status"
        className={nothing || found.failure ? "shrink-0 border-hairline border-t px-4 py-2.5 text-muted" : "sr-only"}
      >
        {found.failure ??
          (nothing
            ? `Nothing is called "${query}".`
            : found.loading
              ? "Searching"
              : shown.length === 1
                ? "1 result"
                : `${shown.length} results`)}
      </p>
    </>
  )
}

function PaletteRow(props: { id: string; item: PaletteItem; active: boolean; onPoint: () => void; onRun: () => void }) {
  const { id, item, active, onPoint, onRun } = props
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the input keeps the focus and handles the keys (ARIA combobox pattern).
    <div
      role="option"
      id={id}
      aria-selected={active}
      className={cx(
        "flex h-8 cursor-pointer items-center gap-2.5 rounded-md px-2.5 pointer-coarse:h-11",
        active && "bg-selected",
      )}
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={active ? undefined : onPoint}
      onClick={onRun}
    >
      <span
        aria-hidden
        className={cx("inline-flex size-4 shrink-0 [&>svg]:size-4", active ? "text-accent-ink" : "text-muted")}
      >
        {item.icon}
      </span>
      <span className="min-w-0 shrink truncate">{plainly(item.title)}</span>
      {item.lookalike && <LookalikeMark id={item.lookalike} />}
      {item.hint && <span className="min-w-0 flex-1 truncate text-muted">{item.hint}</span>}
      {item.shortcut && (
        <span className="ml-auto">
          <Kbd keys={item.shortcut} />
        </span>
      )}
    </div>
  )
}

type Found = { items: readonly PaletteItem[]; loading: boolean; failure: string | null }

const NOTHING: Found = { items: [], loading: false, failure: null }
const NO_SOURCES: readonly PaletteSource[] = []
const NO_ITEMS: readonly PaletteItem[] = []
const TYPING_PAUSE_MS = 100

function useFound(query: string, sources: readonly PaletteSource[]): Found {
  const [found, setFound] = useState<Found>(NOTHING)
  const latest = useRef(sources)
  latest.current = sources

  useEffect(() => {
    const asked = latest.current
    if (!query.trim() || asked.length === 0) return setFound(NOTHING)
    const abort = new AbortController()
    setFound((before) => ({ ...before, loading: true, failure: null }))
    const timer = setTimeout(async () => {
      const answers = await Promise.allSettled(asked.map((source) => source(query.trim(), abort.signal)))
      if (abort.signal.aborted) return
      const failed = answers.find((answer) => answer.status === "rejected")
      setFound({
        items: answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : [])),
        loading: false,
        failure: failed ? (failed.reason instanceof Error ? failed.reason.message : String(failed.reason)) : null,
      })
    }, TYPING_PAUSE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [query])

  // The answer to an earlier question, narrowed, until the new one arrives: Enter must not run what no longer matches.
  return found.loading ? { ...found, items: matching(found.items, query) } : found
}

function matching(items: readonly PaletteItem[], query: string): readonly PaletteItem[] {
  return closest(items, query, describeItem)
}

function describeItem({ title, keywords, group, hint = "" }: PaletteItem) {
  return { name: title, tags: keywords, rest: `${group} ${hint}` }
}

/** What Enter runs is the closest of all, so its group stands first. What a source found otherwise comes in its order. */
function closestGroupFirst(items: readonly PaletteItem[], query: string): PaletteItem[] {
  const rankOf = (item: PaletteItem) => closeness(query, describeItem(item)) ?? Number.POSITIVE_INFINITY
  const groups = groupNames(items).map((group) => {
    const members = items.filter((item) => item.group === group).sort((a, b) => rankOf(a) - rankOf(b) || 0)
    return { members, best: Math.min(...members.map(rankOf)) }
  })
  return groups.sort((a, b) => (a.best === b.best ? 0 : a.best - b.best)).flatMap(({ members }) => members)
}

function without(items: readonly PaletteItem[], others: readonly PaletteItem[]): readonly PaletteItem[] {
  return items.filter((item) => !others.some((other) => other.id === item.id))
}

/** Keeps groups together, in the order in which they first appear, so that arrow keys follow what is seen. */
function inGroups(items: readonly PaletteItem[]): PaletteItem[] {
  return groupNames(items).flatMap((group) => items.filter((item) => item.group === group))
}

function groupNames(items: readonly PaletteItem[]): string[] {
  return [...new Set(items.map((item) => item.group))]
}
