import { Button, type Column, DataTable, EmptyState, Pagination } from "@countersign/ui"
import type { ReactNode } from "react"
import type { FilterKind } from "./filters.ts"
import type { List } from "./use-list.ts"

export interface ListTableProps<Row, Filters extends Readonly<Record<string, FilterKind>>> {
  list: List<Row, Filters>
  /** Names the table: "Incidents". */
  label: string
  columns: readonly Column<Row>[]
  rowHref?: (row: Row) => string
  /** For rows without a page of their own. */
  onOpen?: (row: Row) => void
  /** Names a row where rows can be selected. */
  rowLabel?: (row: Row) => string
  /** Buttons for the selected rows. Given, rows can be selected. */
  bulkActions?: ReactNode
  /** What there is to say, and to do, when there is nothing at all: an EmptyState. */
  empty?: ReactNode
  /** A sentence for when the filters leave nothing. */
  noMatch?: string
  className?: string
}

/** The rows of a list, what is shown instead of them while there are none, and the way to its other pages. */
export function ListTable<Row, Filters extends Readonly<Record<string, FilterKind>>>(
  props: ListTableProps<Row, Filters>,
) {
  const { list, label, columns, rowHref, onOpen, rowLabel, bulkActions, empty, noMatch, className } = props
  const { selection, paging } = list
  // An order that is no column, such as what is open before the rest, is none that the table could show.
  const isShown = columns.some(({ id, sortable }) => sortable && id === list.table.sort.column)
  return (
    <>
      <DataTable
        label={label}
        columns={columns}
        {...list.table}
        sort={isShown ? list.table.sort : null}
        rowHref={rowHref}
        onOpen={onOpen}
        rowLabel={rowLabel}
        className={className}
        empty={list.filtered ? <NoMatch list={list} sentence={noMatch} /> : empty}
        {...(bulkActions
          ? { selected: selection.ids, onSelect: selection.select, bulkActions: () => bulkActions }
          : {})}
      />
      {paging && (
        <div className="mt-2">
          <Pagination {...paging} />
        </div>
      )}
    </>
  )
}

function NoMatch<Row, Filters extends Readonly<Record<string, FilterKind>>>({
  list,
  sentence = "Try another word, or clear the filters.",
}: {
  list: List<Row, Filters>
  sentence?: string
}) {
  return (
    <EmptyState title={`No ${list.noun[0]} matches`} action={<Button onClick={list.clear}>Clear the filters</Button>}>
      {sentence}
    </EmptyState>
  )
}
