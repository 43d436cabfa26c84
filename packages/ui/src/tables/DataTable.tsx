import { ArrowDown, ArrowUp } from "lucide-react"
import type { CSSProperties, ReactNode } from "react"
import { useRef } from "react"
import { BulkBar } from "../actions/BulkBar.tsx"
import { Button } from "../actions/Button.tsx"
import type { RenderLink } from "../actions/Link.tsx"
import { useRenderLink } from "../actions/Link.tsx"
import { useShortcuts } from "../actions/shortcuts.ts"
import { useSteady } from "../actions/use-steady.ts"
import { cx } from "../class-names.ts"
import { Checkbox } from "../fields/Checkbox.tsx"
import { Select } from "../fields/Select.tsx"
import { LookalikeMark } from "../marks/LookalikeMark.tsx"
import { TimeFocusContext } from "../marks/Time.tsx"
import { Notice } from "../states/Notice.tsx"
import { SkeletonBar } from "../states/Skeleton.tsx"
import { plainly } from "../text/PlainText.tsx"

export type Column<Row> = {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  sortable?: boolean
  /** A grid track: "120px", "2fr", "max-content". Default "1fr". */
  width?: string
  align?: "start" | "end"
  mono?: boolean
  /** Below 640 px: the first line, the second, or the corner; columns without one are left out. */
  priority?: "title" | "meta" | "actions"
  /** The header is read aloud but not drawn, for columns of marks or buttons. */
  headerHidden?: boolean
}

export type Sort = { column: string; direction: "asc" | "desc" }

export type DataTableProps<Row> = {
  /** Names the table. */
  label: string
  columns: readonly Column<Row>[]
  /** Undefined while the first page loads: rows of a skeleton are shown. */
  rows: readonly Row[] | undefined
  rowId: (row: Row) => string
  /** Names a row for its checkbox; the first column's text is not known here. */
  rowLabel?: (row: Row) => string
  sort?: Sort | null
  onSort?: (sort: Sort) => void
  /** The row's address: its first cell becomes an anchor that covers the row. */
  rowHref?: (row: Row) => string
  renderLink?: RenderLink
  /** For rows without an address, such as those that open a drawer. */
  onOpen?: (row: Row) => void
  selected?: ReadonlySet<string>
  onSelect?: (selected: Set<string>) => void
  /** Buttons of the bar that appears once something is selected. */
  bulkActions?: (selected: ReadonlySet<string>) => ReactNode
  /** What the rows are, for the bulk bar: "system", "systems". */
  noun?: [one: string, many: string]
  /** Ids of rows whose name looks like another's: they are marked beside it. */
  lookalikes?: ReadonlySet<string>
  /** The rows shown answer an earlier question: they stay, under a line in the accent colour. */
  stale?: boolean
  error?: { message: string; onRetry?: () => void } | null
  /** Shown when there are no rows; usually an EmptyState. */
  empty?: ReactNode
  /** j, k, x and Enter. Default true. */
  keyboard?: boolean
  className?: string
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rowId, sort, onSort, selected, onSelect, bulkActions, stale, error, empty, className } = props
  const rows = useSteady(props.rows)
  const root = useRef<HTMLDivElement>(null)
  const selectable = selected !== undefined && onSelect !== undefined
  useRowKeys(root, props)

  if (error && !rows?.length) return <TableError {...error} />
  if (rows && rows.length === 0) return <>{empty ?? <p className="px-2 py-6 text-muted">Nothing here yet.</p>}</>

  const style = { "--columns": tracks(columns, selectable) } as CSSProperties
  return (
    <div ref={root} data-table className={cx("data-table relative text-table", className)}>
      {error && <TableError {...error} />}
      <NarrowSort columns={columns} sort={sort} onSort={onSort} />
      <table
        {...ROLE.table}
        aria-label={label}
        aria-busy={!rows || stale || undefined}
        data-selectable={selectable || undefined}
        data-stale={stale ? "" : undefined}
        className="data-table-grid"
        style={style}
      >
        <thead {...ROLE.rowgroup}>
          <tr {...ROLE.row}>
            {selectable && <SelectAll rows={rows ?? []} rowId={rowId} selected={selected} onSelect={onSelect} />}
            {columns.map((column) => (
              <HeaderCell key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody {...ROLE.rowgroup}>
          <TimeFocusContext value={false}>
            {rows
              ? rows.map((row) => <BodyRow key={rowId(row)} row={row} table={props} selectable={selectable} />)
              : SKELETON_ROWS.map((index) => (
                  <SkeletonRow key={index} index={index} columns={columns} selectable={selectable} />
                ))}
          </TimeFocusContext>
        </tbody>
      </table>
      {!rows && (
        <p role="status" className="sr-only">
          Loading {label}
        </p>
      )}
      {selectable && selected.size > 0 && bulkActions && (
        <BulkBar count={selected.size} noun={props.noun} onClear={() => onSelect(new Set())}>
          {bulkActions(selected)}
        </BulkBar>
      )}
    </div>
  )
}

function HeaderCell<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>
  sort: Sort | null | undefined
  onSort?: (sort: Sort) => void
}) {
  const direction = sort?.column === column.id ? sort.direction : undefined
  const text = <span className={column.headerHidden ? "sr-only" : "truncate"}>{column.header}</span>
  return (
    <th
      {...ROLE.columnheader}
      scope="col"
      data-align={column.align}
      aria-sort={direction === "asc" ? "ascending" : direction === "desc" ? "descending" : undefined}
    >
      {column.sortable && onSort ? (
        <button
          type="button"
          className={cx(
            "-mx-1 inline-flex h-6 min-w-0 items-center gap-1 rounded-sm px-1 hover:text-ink focus-visible:-outline-offset-1",
            direction && "text-ink",
          )}
          onClick={() => onSort({ column: column.id, direction: direction === "asc" ? "desc" : "asc" })}
        >
          {text}
          {direction === "asc" && <ArrowUp aria-hidden className="size-3.5 shrink-0" />}
          {direction === "desc" && <ArrowDown aria-hidden className="size-3.5 shrink-0" />}
        </button>
      ) : (
        text
      )}
    </th>
  )
}

function BodyRow<Row>({ row, table, selectable }: { row: Row; table: DataTableProps<Row>; selectable: boolean }) {
  const renderLink = useRenderLink(table.renderLink)
  const id = table.rowId(row)
  const href = table.rowHref?.(row)
  const isSelected = selectable && table.selected?.has(id)
  // The anchor goes into the column that names the row: on phones the first column may be hidden.
  const linkColumn = table.columns.find((column) => column.priority === "title")?.id ?? table.columns[0]?.id

  return (
    <tr
      {...ROLE.row}
      data-row={id}
      data-openable={href !== undefined || table.onOpen ? "" : undefined}
      data-selected={isSelected ? "" : undefined}
    >
      {selectable && (
        <td {...ROLE.cell} data-select>
          <Checkbox
            aria-label={`Select ${table.rowLabel?.(row) ?? id}`}
            checked={Boolean(isSelected)}
            onChange={() => toggle(table, id)}
          />
        </td>
      )}
      {table.columns.map((column) => {
        const opens = column.id === linkColumn
        const own = plainly(column.cell(row))
        const content =
          opens && table.lookalikes?.has(id) ? (
            <span className="flex min-w-0 items-center gap-2">
              <span className="min-w-0 truncate">{own}</span>
              <LookalikeMark compact id={id} />
            </span>
          ) : (
            own
          )
        return (
          <td
            key={column.id}
            {...ROLE.cell}
            data-align={column.align}
            data-mono={column.mono ? "" : undefined}
            data-priority={column.priority}
          >
            {opens && href !== undefined ? (
              renderLink({ href, className: "data-table-link", children: content })
            ) : opens && table.onOpen ? (
              <button type="button" className="data-table-link" onClick={() => table.onOpen?.(row)}>
                {content}
              </button>
            ) : (
              content
            )}
          </td>
        )
      })}
    </tr>
  )
}

function SelectAll<Row>(props: {
  rows: readonly Row[]
  rowId: (row: Row) => string
  selected: ReadonlySet<string>
  onSelect: (selected: Set<string>) => void
}) {
  const ids = props.rows.map(props.rowId)
  const chosen = ids.filter((id) => props.selected.has(id)).length
  return (
    <th {...ROLE.columnheader} scope="col" data-select>
      <Checkbox
        aria-label="Select all rows on this page"
        checked={ids.length > 0 && chosen === ids.length}
        indeterminate={chosen > 0 && chosen < ids.length}
        onChange={(checked) => {
          const next = new Set(props.selected)
          for (const id of ids) checked ? next.add(id) : next.delete(id)
          props.onSelect(next)
        }}
      />
    </th>
  )
}

/** On narrow screens the header, and with it the sort buttons, is not drawn. */
function NarrowSort<Row>({
  columns,
  sort,
  onSort,
}: {
  columns: readonly Column<Row>[]
  sort: Sort | null | undefined
  onSort?: (sort: Sort) => void
}) {
  const sortable = columns.filter((column) => column.sortable)
  if (!onSort || sortable.length === 0) return null
  return (
    <div className="data-table-sort justify-end border-line border-b">
      <Select
        quiet
        prefixLabel="Sort by"
        value={sort ? `${sort.column} ${sort.direction}` : ""}
        placeholder={sort ? undefined : "default"}
        options={sortable.flatMap((column) => [
          { value: `${column.id} asc`, label: `${column.header} ↑` },
          { value: `${column.id} desc`, label: `${column.header} ↓` },
        ])}
        onChange={(value) => {
          const [column, direction] = value.split(" ")
          if (column) onSort({ column, direction: direction === "desc" ? "desc" : "asc" })
        }}
      />
    </div>
  )
}

function SkeletonRow<Row>({
  index,
  columns,
  selectable,
}: {
  index: number
  columns: readonly Column<Row>[]
  selectable: boolean
}) {
  return (
    <tr {...ROLE.row} className="animate-appear">
      {selectable && <td {...ROLE.cell} data-select />}
      {columns.map((column, place) => (
        <td key={column.id} {...ROLE.cell} data-priority={column.priority} data-align={column.align}>
          <SkeletonBar
            className={cx(
              "h-3",
              column.align === "end" && "ml-auto",
              SKELETON_WIDTHS[(index + place * 2) % SKELETON_WIDTHS.length],
            )}
          />
        </td>
      ))}
    </tr>
  )
}

function TableError({ message, onRetry }: { message: string; onRetry?: () => void }) {
  return (
    <Notice
      tone="error"
      className="my-2"
      action={
        onRetry && (
          <Button size="sm" onClick={onRetry}>
            Try again
          </Button>
        )
      }
    >
      {message}
    </Notice>
  )
}

// The display of these elements is changed, which drops their own roles in some browsers.
const ROLE = {
  table: { role: "table" },
  rowgroup: { role: "rowgroup" },
  row: { role: "row" },
  columnheader: { role: "columnheader" },
  cell: { role: "cell" },
}

const SKELETON_ROWS = [0, 1, 2, 3, 4, 5, 6, 7]
const SKELETON_WIDTHS = ["w-3/4", "w-1/2", "w-2/3", "w-5/6", "w-2/5"]

function tracks<Row>(columns: readonly Column<Row>[], selectable: boolean): string {
  const widths = columns.map(({ width = "1fr" }) => (width.endsWith("fr") ? `minmax(0, ${width})` : width))
  return (selectable ? ["32px", ...widths] : widths).join(" ")
}

function toggle<Row>(table: DataTableProps<Row>, id: string) {
  const next = new Set(table.selected)
  if (!next.delete(id)) next.add(id)
  table.onSelect?.(next)
}

/** j and k move the focus over the rows' links, so Enter opens natively; x selects. */
function useRowKeys<Row>(root: React.RefObject<HTMLDivElement | null>, table: DataTableProps<Row>) {
  function isOurs(): boolean {
    const focused = document.activeElement?.closest("[data-table]")
    return (focused ?? document.querySelector("[data-table]")) === root.current
  }
  function rows(): HTMLElement[] {
    return [...(root.current?.querySelectorAll<HTMLElement>("tr[data-row]") ?? [])]
  }
  function move(step: number) {
    if (!isOurs()) return
    const all = rows()
    const index = all.findIndex((row) => row.contains(document.activeElement))
    const next =
      all[index === -1 ? (step > 0 ? 0 : all.length - 1) : Math.min(Math.max(index + step, 0), all.length - 1)]
    const target =
      next?.querySelector<HTMLElement>(".data-table-link") ?? next?.querySelector<HTMLElement>("a, button, input")
    target?.focus({ preventScroll: true })
    next?.scrollIntoView({ block: "nearest" })
  }
  function select() {
    const id = rows().find((row) => row.contains(document.activeElement))?.dataset.row
    if (id !== undefined && table.onSelect && isOurs()) toggle(table, id)
  }
  useShortcuts({ j: () => move(1), k: () => move(-1), x: select }, { enabled: table.keyboard ?? true })
}
