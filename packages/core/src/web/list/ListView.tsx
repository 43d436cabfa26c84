import { Button, FilterBar, ListPage, ListSearch } from "@countersign/ui"
import type { ReactNode } from "react"
import type { FilterKind } from "./filters.ts"
import { ListTable, type ListTableProps } from "./ListTable.tsx"
import type { List } from "./use-list.ts"

export interface ListViewProps<Row, Filters extends Readonly<Record<string, FilterKind>>>
  extends Omit<ListTableProps<Row, Filters>, "label" | "className"> {
  title: string
  /** One sentence about what is listed. */
  description?: ReactNode
  /** The primary action, and at most one quieter one before it. */
  action?: ReactNode
  /** Names the box that asks for the filter `text`: "Search incidents". */
  search?: string
  /** Controls of the other filters: `<Select {...list.control("status")} />`. */
  filters?: ReactNode
  /** Dialogs and drawers. */
  children?: ReactNode
}

/** A page that is one list. j, k and Enter walk its rows, x selects, / goes to the search box. */
export function ListView<Row, Filters extends Readonly<Record<string, FilterKind>>>(
  props: ListViewProps<Row, Filters>,
) {
  const { title, description, action, search, filters, children, ...table } = props
  return (
    <ListPage
      title={title}
      description={description}
      action={action}
      filters={
        (search || filters) && (
          <ListFilters list={table.list} search={search}>
            {filters}
          </ListFilters>
        )
      }
    >
      <ListTable label={title} {...table} />
      {children}
    </ListPage>
  )
}

/** The controls of a list's filters in one line, and the way to be rid of them. */
export function ListFilters<Row, Filters extends Readonly<Record<string, FilterKind>>>({
  list,
  search,
  children,
}: {
  list: List<Row, Filters>
  search?: string
  children?: ReactNode
}) {
  return (
    <FilterBar>
      {search && (
        <ListSearch
          label={search}
          value={list.state.text ?? ""}
          onChange={(text) => list.ask({ text: text || undefined })}
        />
      )}
      {children}
      {list.filtered && (
        <Button variant="quiet" onClick={list.clear}>
          Clear the filters
        </Button>
      )}
    </FilterBar>
  )
}
