import { type Sort, useSteady } from "@countersign/ui"
import { useRef, useState } from "react"
import type { AnyProcedure, InputOf, OutputOf } from "../../contract/procedure.ts"
import { useLookalikes } from "../lookalikes.ts"
import { useCall } from "../use-call.ts"
import { type UrlState, useUrlState } from "../use-url-state.ts"
import { type FilterKind, type FilterValues, readFilters, type ValueOf } from "./filters.ts"
import { type PageAnswer, type PagingProps, pagingProps } from "./paging.ts"

/** A verb whose answer is made by `pageOf`. */
export type RowOf<P> = OutputOf<P> extends { items: readonly (infer Row)[] } ? Row : never

export type ListOptions<P extends AnyProcedure, Filters extends Readonly<Record<string, FilterKind>>> = {
  /** What the rows are: `["incident", "incidents"]`. */
  noun: readonly [one: string, many: string]
  /** Sort orders the verb takes; the first is the default. Those that are columns can be chosen in the table. */
  sort?: readonly [SortOf<P>, ...SortOf<P>[]]
  direction?: "asc" | "desc"
  /** Kept in the address under these names. */
  filters?: Filters
  /** What else the answer shows, so that it is read again when that changes. */
  alsoShows?: readonly string[]
  /** The kind of thing listed, where names that look alike are marked. */
  lookalikes?: string
  /** Where a row's id is not its `id`. */
  rowId?: (row: RowOf<P>) => string
  enabled?: boolean
} & (FilterValues<Filters> extends Partial<InputOf<P>>
  ? {
      /** What the verb is asked besides sorting and place. Left out: the filters, as they are. */
      input?: (filters: FilterValues<Filters>) => Omit<InputOf<P>, PageInput>
    }
  : { input: (filters: FilterValues<Filters>) => Omit<InputOf<P>, PageInput> })

type PageInput = "sort" | "direction" | "after" | "before"
type SortOf<P> = InputOf<P> extends { sort?: infer Sort | undefined } ? Extract<Sort, string> : never

export interface List<Row, Filters extends Readonly<Record<string, FilterKind>>> {
  noun: readonly [one: string, many: string]
  filters: FilterValues<Filters>
  /** Value and change handler of a filter's control: `<Select {...list.control("status")} />`. */
  control<Name extends keyof Filters>(
    name: Name,
  ): { value: ValueOf<Filters[Name]> | ""; onChange(value: string | undefined): void }
  /** Whether any filter is set: what is shown is then not all there is. */
  filtered: boolean
  clear(): void
  /** The address, and a change of it that starts at the first page. */
  state: UrlState
  ask(patch: UrlState): void
  /** Reads it again now. */
  reload(): void
  /** Undefined until the first answer is there. */
  rows: readonly Row[] | undefined
  /** For DataTable: rows, sorting, marks, and how the asking went. */
  table: {
    rows: readonly Row[] | undefined
    rowId(row: Row): string
    noun: [one: string, many: string]
    sort: Sort
    onSort(next: Sort): void
    stale: boolean
    error: { message: string; onRetry(): void } | null
    lookalikes: ReadonlySet<string>
  }
  /** For Pagination; null where all rows stand on one page. */
  paging: PagingProps | null
  selection: Selection<Row>
}

export interface Selection<Row> {
  ids: ReadonlySet<string>
  /** The rows selected, on whichever page they were. */
  rows: readonly Row[]
  select(ids: Iterable<string>): void
}

const FIRST_PAGE = { after: undefined, before: undefined, from: undefined }
const NO_FILTERS = {}

/**
 * A list that the server filters, sorts and pages. All of it is in the address: reload, share and go back as one likes.
 * `ListPage` kinds of pages draw it with `ListView`, parts of others with `ListTable`.
 */
export function useList<
  P extends AnyProcedure,
  const Filters extends Readonly<Record<string, FilterKind>> = Record<never, never>,
>(procedure: P, options: ListOptions<P, Filters>): List<RowOf<P>, Filters> {
  type Row = RowOf<P>
  const [state, change] = useUrlState()
  const kinds: Readonly<Record<string, FilterKind>> = options.filters ?? NO_FILTERS
  const filters = readFilters(kinds, state) as FilterValues<Filters>
  const sorting = useSorting(options.sort ?? [], options.direction ?? "asc")
  const asked = { ...(options.input?.(filters) ?? filters), ...sorting.input, after: state.after, before: state.before }
  const { data, error, isPlaceholderData, refetch } = useCall(procedure, asked as unknown as InputOf<P>, {
    keepPrevious: true,
    enabled: options.enabled,
    alsoShows: options.alsoShows,
  })
  const answer = useSteady(data as PageAnswer<Row> | undefined)
  const rowId = options.rowId ?? ((row: Row) => (row as { id: string }).id)
  const rows = answer?.items
  const lookalikes = useLookalikes(
    options.lookalikes ?? "",
    options.lookalikes === undefined ? undefined : rows?.map((row) => ({ id: rowId(row) })),
  )
  const ask = (patch: UrlState) => change({ ...patch, ...FIRST_PAGE })
  return {
    noun: options.noun,
    filters,
    control: (name) => ({
      value: filters[name] ?? "",
      onChange: (value) => ask({ [name]: value || undefined }),
    }),
    filtered: Object.keys(filters).length > 0,
    clear: () => ask(Object.fromEntries(Object.keys(kinds).map((name) => [name, undefined]))),
    state,
    ask,
    reload: () => void refetch(),
    rows,
    table: {
      rows,
      rowId,
      noun: [...options.noun],
      sort: sorting.shown,
      onSort: sorting.choose,
      stale: isPlaceholderData,
      error: error && { message: error.message, onRetry: () => void refetch() },
      lookalikes,
    },
    paging: pagingProps(answer, options.noun[1], state, change),
    selection: useSelection(rows, rowId),
  }
}

function useSorting(orders: readonly string[], firstDirection: "asc" | "desc") {
  const [state, change] = useUrlState()
  const column = orders.find((order) => order === state.sort) ?? orders[0] ?? ""
  const direction = state.direction === "asc" || state.direction === "desc" ? state.direction : firstDirection
  return {
    input: column === "" ? {} : { sort: column, direction },
    shown: { column, direction },
    choose(next: Sort) {
      const isDefault = next.column === orders[0] && next.direction === firstDirection
      const named = isDefault
        ? { sort: undefined, direction: undefined }
        : { sort: next.column, direction: next.direction }
      change({ ...named, ...FIRST_PAGE })
    },
  }
}

function useSelection<Row>(rows: readonly Row[] | undefined, rowId: (row: Row) => string): Selection<Row> {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const seen = useRef(new Map<string, Row>())
  for (const row of rows ?? []) seen.current.set(rowId(row), row)
  return {
    ids,
    rows: [...ids].flatMap((id) => seen.current.get(id) ?? []),
    select: (chosen) => setIds(new Set(chosen)),
  }
}
