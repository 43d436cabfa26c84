import { Check } from "lucide-react"
import { Popover } from "radix-ui"
import type { KeyboardEvent, ReactNode, RefObject } from "react"
import { useEffect, useId, useRef, useState } from "react"
import { cx } from "../class-names.ts"
import { LookalikeMark } from "../marks/LookalikeMark.tsx"
import { plainly } from "../text/PlainText.tsx"
import { closest } from "./closeness.ts"

export type Option = {
  id: string
  label: string
  /** A second, quieter line of the same row: an owner, an address. */
  hint?: string
  icon?: ReactNode
  /** Another one has a name that looks the same. */
  lookalike?: boolean
  disabled?: boolean
}

export type OptionSource = {
  /** All options, filtered here by their words. */
  options?: readonly Option[]
  /** Options for what was typed, e.g. from the server. Called after a short pause; abort is signalled. */
  loadOptions?: (query: string, signal: AbortSignal) => Promise<readonly Option[]>
}

export type OptionState = { options: readonly Option[]; loading: boolean; failure: string | null }

export function useOptions({ options, loadOptions }: OptionSource, query: string, open: boolean): OptionState {
  const [loaded, setLoaded] = useState<OptionState>({ options: [], loading: false, failure: null })
  const load = useRef(loadOptions)
  load.current = loadOptions

  useEffect(() => {
    if (!open || !load.current) return
    const abort = new AbortController()
    setLoaded((before) => ({ ...before, loading: true, failure: null }))
    const timer = setTimeout(
      () => {
        load.current?.(query, abort.signal).then(
          (found) => {
            if (!abort.signal.aborted) setLoaded({ options: found, loading: false, failure: null })
          },
          (error: unknown) => {
            if (abort.signal.aborted) return
            const failure =
              error instanceof Error ? error.message : "The options could not be loaded. Type again to retry."
            setLoaded({ options: [], loading: false, failure })
          },
        )
      },
      query ? TYPING_PAUSE_MS : 0,
    )
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [query, open])

  if (options) return { options: matching(options, query), loading: false, failure: null }
  // The answer to an earlier question, narrowed, until the new one arrives: Enter must not choose what no longer matches.
  return loaded.loading ? { ...loaded, options: matching(loaded.options, query) } : loaded
}

/** Long enough to skip most letters of a word being typed, short enough not to be felt. */
const TYPING_PAUSE_MS = 120

export type ListNavigation = {
  listId: string
  active: number
  setActive: (index: number) => void
  activeId: string | undefined
  optionId: (index: number) => string
  /** True when the key was one of the list's. */
  handleKey: (event: KeyboardEvent, onChoose: (option: Option) => void) => boolean
}

/** Arrow keys, Home, End and Enter over a list that never takes the focus itself. */
export function useListNavigation(options: readonly Option[], open: boolean, resetOn: string): ListNavigation {
  const listId = useId()
  const [active, setActive] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another query or another list starts at its first option.
  useEffect(() => setActive(0), [resetOn, open])
  const bounded = Math.min(active, options.length - 1)
  const optionId = (index: number) => `${listId}-${index}`

  useEffect(() => {
    if (open && bounded >= 0) document.getElementById(`${listId}-${bounded}`)?.scrollIntoView({ block: "nearest" })
  }, [open, bounded, listId])

  return {
    listId,
    active: bounded,
    setActive,
    activeId: open && bounded >= 0 ? optionId(bounded) : undefined,
    optionId,
    handleKey(event, onChoose) {
      const count = options.length
      if (count === 0 || event.nativeEvent.isComposing) return false
      if (event.key === "ArrowDown") setActive((bounded + 1) % count)
      else if (event.key === "ArrowUp") setActive((bounded - 1 + count) % count)
      else if (event.key === "PageDown") setActive(Math.min(bounded + 8, count - 1))
      else if (event.key === "PageUp") setActive(Math.max(bounded - 8, 0))
      else if (event.key === "Enter") {
        const option = options[bounded]
        if (option && !option.disabled) onChoose(option)
      } else return false
      event.preventDefault()
      return true
    },
  }
}

export type OptionPopupProps = {
  anchor: RefObject<HTMLElement | null>
  label: string
  state: OptionState
  navigation: ListNavigation
  chosen: ReadonlySet<string>
  multiple?: boolean
  emptyText: string
  onChoose: (option: Option) => void
  onClose: () => void
}

/** The list under a Combobox or MultiSelect. Focus stays in the input. */
export function OptionPopup({
  anchor,
  label,
  state,
  navigation,
  chosen,
  multiple,
  emptyText,
  onChoose,
  onClose,
}: OptionPopupProps) {
  return (
    <Popover.Portal>
      <Popover.Content
        role="presentation"
        align="start"
        sideOffset={4}
        collisionPadding={8}
        onOpenAutoFocus={(event) => event.preventDefault()}
        onCloseAutoFocus={(event) => event.preventDefault()}
        // Dragging the list's scrollbar must not take the focus from the input, which would close the list.
        onMouseDown={(event) => event.preventDefault()}
        onInteractOutside={(event) => {
          if (anchor.current?.contains(event.target as Node)) event.preventDefault()
          else onClose()
        }}
        className="z-50 w-(--radix-popover-trigger-width) min-w-56 overflow-hidden rounded-md border border-line bg-raised text-table shadow-float"
      >
        <div
          role="listbox"
          id={navigation.listId}
          aria-label={label}
          aria-multiselectable={multiple || undefined}
          aria-busy={state.loading || undefined}
          className="max-h-72 overflow-y-auto overscroll-contain p-1"
        >
          {state.options.map((option, index) => (
            <OptionRow
              key={option.id}
              id={navigation.optionId(index)}
              option={option}
              active={index === navigation.active}
              chosen={chosen.has(option.id)}
              onPoint={() => navigation.setActive(index)}
              onChoose={() => onChoose(option)}
            />
          ))}
        </div>
        <p role="status" className={state.options.length > 0 ? "sr-only" : "px-2.5 pb-2 text-muted"}>
          {state.failure ?? (state.loading ? "Searching" : found(state.options.length, emptyText))}
        </p>
      </Popover.Content>
    </Popover.Portal>
  )
}

function OptionRow(props: {
  id: string
  option: Option
  active: boolean
  chosen: boolean
  onPoint: () => void
  onChoose: () => void
}) {
  const { id, option, active, chosen, onPoint, onChoose } = props
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the input keeps the focus and handles the keys (ARIA combobox pattern).
    <div
      role="option"
      id={id}
      aria-selected={chosen}
      aria-disabled={option.disabled || undefined}
      className={cx(
        "flex min-h-7 items-center gap-2 rounded-sm px-2 py-1 pointer-coarse:min-h-10",
        active && "bg-highlight",
        option.disabled ? "text-faint" : "cursor-pointer",
      )}
      onMouseMove={active ? undefined : onPoint}
      onClick={option.disabled ? undefined : onChoose}
    >
      {option.icon && <span className="inline-flex shrink-0 text-muted [&>svg]:size-4">{option.icon}</span>}
      <span className="min-w-0 truncate">{plainly(option.label)}</span>
      {option.lookalike && <LookalikeMark id={option.id} />}
      {option.hint && <span className="min-w-0 flex-1 truncate text-faint">{option.hint}</span>}
      {chosen && <Check aria-hidden className="ml-auto size-4 shrink-0 text-accent-ink" />}
    </div>
  )
}

function matching(options: readonly Option[], query: string): readonly Option[] {
  return query.trim() ? closest(options, query, ({ label, hint }) => ({ name: label, rest: hint })) : options
}

function found(count: number, emptyText: string): string {
  if (count === 0) return emptyText
  return count === 1 ? "1 option" : `${count} options`
}
