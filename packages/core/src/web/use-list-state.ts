import type { CallError } from "./call.ts"
import { type ChangeUrlState, type UrlState, useUrlState } from "./use-url-state.ts"

interface Sorting {
  column: string
  direction: "asc" | "desc"
}

interface PageAnswer {
  items: readonly unknown[]
  nextCursor: string | null
  previousCursor: string | null
}

/** A listing verb as `useCall` asks it. */
interface Asked<Row> {
  data: { items: readonly Row[] } | undefined
  error: CallError | null
  isPlaceholderData: boolean
  refetch(): unknown
}

interface TableProps<Row> {
  rows: readonly Row[] | undefined
  sort: Sorting
  onSort(next: Sorting): void
  stale: boolean
  error: { message: string; onRetry(): void } | null
}

interface PagingProps {
  label: string
  from: number
  to: number
  onNext?: () => void
  onPrevious?: () => void
}

export interface ListState<Column extends string> {
  state: UrlState
  /** Sorting and cursors, as every listing verb takes them. */
  page: { sort: Column; direction: "asc" | "desc"; after?: string; before?: string }
  /** What a table shows of the answer: rows, sorting, and how the asking went. */
  table<Row>(asked: Asked<Row>): TableProps<Row>
  /** Another question starts at its first page: change filters through this. */
  ask(patch: UrlState): void
  pagination(answer: PageAnswer | undefined, label: string): PagingProps | null
}

// What listing verbs return unless told otherwise.
const PAGE_SIZE = 50
const FIRST_PAGE = { after: undefined, before: undefined, from: undefined }

/** Sorting and place of a list, in the address: reload, share and go back as one likes. The first column is the default. */
export function useListState<Column extends string>(
  columns: readonly [Column, ...Column[]],
  firstDirection: "asc" | "desc" = "asc",
): ListState<Column> {
  const [state, change] = useUrlState()
  const sort = columns.find((column) => column === state.sort) ?? columns[0]
  const direction = state.direction === "asc" || state.direction === "desc" ? state.direction : firstDirection
  function onSort(next: Sorting) {
    const isDefault = next.column === columns[0] && next.direction === firstDirection
    const named = isDefault
      ? { sort: undefined, direction: undefined }
      : { sort: next.column, direction: next.direction }
    change({ ...named, ...FIRST_PAGE })
  }
  return {
    state,
    page: { sort, direction, after: state.after, before: state.before },
    table: ({ data, error, isPlaceholderData, refetch }) => ({
      rows: data?.items,
      sort: { column: sort, direction },
      onSort,
      stale: isPlaceholderData,
      error: error && { message: error.message, onRetry: () => void refetch() },
    }),
    ask: (patch) => change({ ...patch, ...FIRST_PAGE }),
    pagination: (answer, label) => pagingProps(answer, label, state, change),
  }
}

function pagingProps(
  answer: PageAnswer | undefined,
  label: string,
  state: UrlState,
  change: ChangeUrlState,
): PagingProps | null {
  if (!answer || (!answer.nextCursor && !answer.previousCursor)) return null
  const { nextCursor, previousCursor } = answer
  const from = Math.max(1, Number.parseInt(state.from ?? "1", 10) || 1)
  const to = from + answer.items.length - 1
  const back = String(Math.max(1, from - PAGE_SIZE))
  return {
    label,
    from,
    to,
    ...(nextCursor && {
      onNext: () => change({ after: nextCursor, before: undefined, from: String(to + 1) }, { push: true }),
    }),
    ...(previousCursor && {
      onPrevious: () => change({ before: previousCursor, after: undefined, from: back }, { push: true }),
    }),
  }
}
