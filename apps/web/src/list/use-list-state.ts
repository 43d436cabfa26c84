import type { PaginationProps, Sort } from "@countersign/ui"
import { useNavigate, useSearch } from "@tanstack/react-router"
import { useEffect, useRef, useState } from "react"

type SearchState = Record<string, string | undefined>

/** The state of one page that is worth a link: read from the address, changed by `patch`. */
export function useUrlState(): [SearchState, (patch: SearchState, options?: { replace?: boolean }) => void] {
  const raw = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const state = Object.fromEntries(
    Object.entries(raw).map(([name, value]) => [name, value === undefined ? undefined : String(value)]),
  )
  return [
    state,
    (patch, { replace = true } = {}) =>
      void navigate({
        to: ".",
        search: ((before: object) => ({ ...before, ...patch })) as never,
        replace,
        resetScroll: false,
      }),
  ]
}

export interface ListState<Column extends string, Filter extends string> {
  /** Sorting and cursors, as every listing verb takes them. */
  page: { sort: Column; direction: "asc" | "desc"; after?: string; before?: string }
  filters: Readonly<Record<Filter, string>>
  setFilter(name: Filter, value: string): void
  filtered: boolean
  clear(): void
  sort: Sort
  onSort(sort: Sort): void
  pagination(
    answer: { items: readonly unknown[]; nextCursor: string | null; previousCursor: string | null } | undefined,
    label: string,
  ): PaginationProps | null
}

/** Filters, sorting and place of a list, all in the address: reload, share and go back as one likes. */
export function useListState<Column extends string, Filter extends string>(options: {
  columns: readonly Column[]
  sort: Column
  direction?: "asc" | "desc"
  filters: readonly Filter[]
}): ListState<Column, Filter> {
  const [state, patch] = useUrlState()
  const firstDirection = options.direction ?? "asc"
  const sort = options.columns.find((column) => column === state.sort) ?? options.sort
  const direction = state.direction === "asc" || state.direction === "desc" ? state.direction : firstDirection
  const filters = Object.fromEntries(options.filters.map((name) => [name, state[name] ?? ""])) as Record<Filter, string>
  const from = Math.max(1, Number.parseInt(state.from ?? "1", 10) || 1)
  // Another question starts at its first page.
  const atStart = { after: undefined, before: undefined, from: undefined }

  return {
    page: { sort, direction, after: state.after, before: state.before },
    filters,
    setFilter: (name, value) => patch({ [name]: value || undefined, ...atStart }),
    filtered: options.filters.some((name) => filters[name] !== ""),
    clear: () => patch({ ...Object.fromEntries(options.filters.map((name) => [name, undefined])), ...atStart }),
    sort: { column: sort, direction },
    onSort: (next) => {
      const isDefault = next.column === options.sort && next.direction === firstDirection
      patch({
        ...atStart,
        sort: isDefault ? undefined : next.column,
        direction: isDefault ? undefined : next.direction,
      })
    },
    pagination(answer, label) {
      if (!answer || (!answer.nextCursor && !answer.previousCursor)) return null
      const to = from + answer.items.length - 1
      const { nextCursor, previousCursor } = answer
      return {
        label,
        from,
        to,
        onNext: nextCursor
          ? () => patch({ after: nextCursor, before: undefined, from: String(to + 1) }, { replace: false })
          : undefined,
        onPrevious: previousCursor
          ? () =>
              patch(
                { before: previousCursor, after: undefined, from: String(Math.max(1, from - PAGE_SIZE)) },
                { replace: false },
              )
          : undefined,
      }
    },
  }
}

// What listing verbs return unless told otherwise.
const PAGE_SIZE = 50
const TYPING_PAUSE_MS = 200

/** Text that is typed at once and told after a pause, for search boxes whose state lives in the address. */
export function useDelayedText(value: string, tell: (value: string) => void): [string, (value: string) => void] {
  const [text, setText] = useState(value)
  const told = useRef(value)
  const latest = useRef(tell)
  latest.current = tell

  // The address changed by other means: the back button, a cleared filter.
  useEffect(() => {
    if (value === told.current) return
    told.current = value
    setText(value)
  }, [value])
  useEffect(() => {
    if (text === told.current) return
    const timer = setTimeout(() => {
      told.current = text.trim()
      latest.current(text.trim())
    }, TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return [text, setText]
}
