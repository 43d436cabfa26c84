import type { PaginationProps, Sort } from "@countersign/ui"
import { useNavigate, useSearch } from "@tanstack/react-router"
import { useEffect, useRef, useState } from "react"

export type Address = Readonly<Record<string, string | undefined>>
export type ChangeAddress = (patch: Address, options?: { push?: boolean }) => void

/** The state of a page that is worth a link: read from the address, changed by a patch. Undefined removes a key. */
export function useAddress(): [Address, ChangeAddress] {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const state = Object.fromEntries(
    Object.entries(search).map(([key, value]) => [key, value === undefined ? undefined : String(value)]),
  )
  return [
    state,
    (patch, { push = false } = {}) =>
      void navigate({
        to: ".",
        search: ((before: object) => ({ ...before, ...patch })) as never,
        replace: !push,
        resetScroll: false,
      }),
  ]
}

/** What listing verbs return unless told otherwise. */
const PAGE_SIZE = 50
const FIRST_PAGE = { after: undefined, before: undefined, from: undefined }

export interface Cursors {
  items: readonly unknown[]
  nextCursor: string | null
  previousCursor: string | null
}

/** Sorting and paging of a list in the address. Another question starts at its first page: patch through `ask`. */
export function useListAddress<Column extends string>(columns: readonly [Column, ...Column[]]) {
  const [state, change] = useAddress()
  const sort = columns.find((column) => column === state.sort) ?? columns[0]
  const direction: Sort["direction"] = state.direction === "desc" ? "desc" : "asc"
  const from = Math.max(1, Number.parseInt(state.from ?? "1", 10) || 1)

  function pagination(page: Cursors | undefined, label: string): PaginationProps | null {
    if (!page || (!page.nextCursor && !page.previousCursor)) return null
    const { nextCursor, previousCursor } = page
    const to = from + page.items.length - 1
    return {
      label,
      from,
      to,
      ...(nextCursor && {
        onNext: () => change({ after: nextCursor, before: undefined, from: String(to + 1) }, { push: true }),
      }),
      ...(previousCursor && {
        onPrevious: () =>
          change(
            { before: previousCursor, after: undefined, from: String(Math.max(1, from - PAGE_SIZE)) },
            { push: true },
          ),
      }),
    }
  }

  return {
    state,
    page: { sort, direction, after: state.after, before: state.before },
    sort: { column: sort, direction } satisfies Sort,
    onSort: (next: Sort) => change({ sort: next.column, direction: next.direction, ...FIRST_PAGE }),
    ask: (patch: Address) => change({ ...patch, ...FIRST_PAGE }),
    pagination,
  }
}

// Long enough to skip most letters of a word, short enough not to be felt.
const TYPING_PAUSE_MS = 200

/** Text that shows at once and reaches the address after a pause. */
export function useTypedText(value: string, tell: (value: string) => void): [string, (value: string) => void] {
  const [text, setText] = useState(value)
  const told = useRef(value)
  const latest = useRef(tell)
  latest.current = tell

  useEffect(() => {
    // Changed by other means: the back button, a cleared filter.
    if (value === told.current) return
    told.current = value
    setText(value)
  }, [value])
  useEffect(() => {
    if (text.trim() === told.current) return
    const timer = setTimeout(() => {
      told.current = text.trim()
      latest.current(text.trim())
    }, TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return [text, setText]
}
