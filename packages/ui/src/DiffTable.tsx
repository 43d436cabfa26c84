import type { ReactNode } from "react"
import { useState } from "react"
import { LinkButton } from "./Button.tsx"
import { cx } from "./class-names.ts"
import { formatCount, formatNumber } from "./format.ts"
import { listDiff } from "./list-diff.ts"
import { isLong, shortenParts } from "./shorten-parts.ts"
import type { DiffPart } from "./word-diff.ts"
import { wordDiff } from "./word-diff.ts"

export type DiffValue = string | number | boolean | readonly string[] | null | undefined

export type DiffRow = {
  label: string
  /** Null or absent: it did not exist. A list is compared entry by entry. */
  before: DiffValue
  /** Null or absent: it will no longer exist. */
  after: DiffValue
  mono?: boolean
  /** Where two rows have one label. */
  id?: string
}

export type DiffTableProps = {
  rows: readonly DiffRow[]
  /** Names the table: "What will change". */
  label?: string
  /** One side alone, where nothing was before or nothing will be after. */
  sides?: "both" | "before" | "after"
  /** What the two sides are called. */
  columns?: { before: string; after: string }
  className?: string
}

/** What changes, field by field, with the changed words marked. Long texts are folded. */
export function DiffTable({
  rows,
  label = "Changes",
  sides = "both",
  columns = { before: "Before", after: "After" },
  className,
}: DiffTableProps) {
  if (rows.length === 0) return <p className="text-muted text-table">Nothing changes.</p>

  const heading = cx("py-1.5 pr-4 font-medium", sides === "both" && "w-2/5")
  return (
    <div className={cx("@container", className)}>
      <table className="w-full table-fixed border-collapse text-left text-table @max-md:block">
        <caption className="sr-only">{label}</caption>
        <thead className="@max-md:sr-only">
          <tr className="border-line border-b text-muted">
            <th scope="col" className="w-1/5 py-1.5 pr-4 font-medium">
              Field
            </th>
            {sides !== "after" && (
              <th scope="col" className={heading}>
                {columns.before}
              </th>
            )}
            {sides !== "before" && (
              <th scope="col" className={heading}>
                {columns.after}
              </th>
            )}
          </tr>
        </thead>
        <tbody className="@max-md:block">
          {rows.map((row) => (
            <Row key={row.id ?? row.label} row={row} sides={sides} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type Sides = NonNullable<DiffTableProps["sides"]>

function Row({ row, sides }: { row: DiffRow; sides: Sides }) {
  const [open, setOpen] = useState(false)
  const list = Array.isArray(row.before) || Array.isArray(row.after)
  return (
    <tr className="border-hairline border-b last:border-b-0 @max-md:block @max-md:py-2">
      <th
        scope="row"
        className="break-words py-1.5 pr-4 align-top font-medium text-muted @max-md:block @max-md:py-0 @max-md:pr-0"
      >
        {row.label}
      </th>
      {list ? (
        <td colSpan={sides === "both" ? 2 : 1} className={cellClass(row)}>
          <Entries row={row} sides={sides} open={open} onToggle={setOpen} />
        </td>
      ) : (
        <TextCells row={row} sides={sides} open={open} onToggle={setOpen} />
      )}
    </tr>
  )
}

type CellsProps = { row: DiffRow; sides: Sides; open: boolean; onToggle: (open: boolean) => void }

function TextCells({ row, sides, open, onToggle }: CellsProps) {
  const before = toText(row.before)
  const after = toText(row.after)
  const parts = before !== null && after !== null ? wordDiff(before, after) : null
  const long = isLong(before) || isLong(after)
  const folded = long && !open
  const toggle = long && (
    <FoldButton open={open} onToggle={onToggle}>
      Show all {formatNumber(Math.max(before?.length ?? 0, after?.length ?? 0))} characters
    </FoldButton>
  )
  return (
    <>
      {sides !== "after" && (
        <td className={cx(cellClass(row), "pr-4")}>
          {sides === "both" && <Sign>−</Sign>}
          {before === null ? (
            <Absent>not set</Absent>
          ) : (
            <Words parts={parts} text={before} side="removed" folded={folded} />
          )}
          {sides === "before" && toggle}
        </td>
      )}
      {sides !== "before" && (
        <td className={cellClass(row)}>
          {sides === "both" && <Sign>+</Sign>}
          {after === null ? (
            <Absent>{before === null ? "not set" : "removed"}</Absent>
          ) : (
            <Words parts={parts} text={after} side="added" folded={folded} plain={sides === "after"} />
          )}
          {toggle}
        </td>
      )}
    </>
  )
}

function cellClass(row: DiffRow): string {
  return cx(
    "relative whitespace-pre-wrap break-words py-1.5 align-top @max-md:block @max-md:py-0.5",
    "@max-md:[&:has(>[data-sign])]:pl-5",
    row.mono && "font-mono",
  )
}

type WordsProps = {
  parts: readonly DiffPart[] | null
  text: string
  side: "added" | "removed"
  folded: boolean
  /** Where everything is new, marking all of it says nothing. */
  plain?: boolean
}

function Words({ parts, text, side, folded, plain }: WordsProps) {
  if (text === "") return <Absent>empty</Absent>
  const own = parts?.filter((part) => part.kind === "same" || part.kind === side) ?? [{ kind: side, text }]
  return (folded ? shortenParts(own) : own).map((part, index) =>
    part.kind === "same" || plain ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place.
      <span key={index}>{part.text}</span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place.
      <Changed key={index} side={side}>
        {part.text}
      </Changed>
    ),
  )
}

// A list of more entries is folded to those that change.
const MANY_ENTRIES = 8

function Entries({ row, sides, open, onToggle }: CellsProps) {
  const parts = listDiff(toList(row.before), toList(row.after))
  const changed = parts.filter((part) => part.kind !== "same")
  const foldable = parts.length > MANY_ENTRIES
  const shown = open || !foldable ? parts : (changed.length > 0 ? changed : parts).slice(0, MANY_ENTRIES)
  if (parts.length === 0) return <Absent>empty</Absent>
  return (
    <>
      <ul className="flex flex-col gap-0.5">
        {shown.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries may repeat; the place is what they have.
          <li key={index} className="flex gap-2">
            {sides === "both" && (
              <span aria-hidden className="w-3 shrink-0 font-mono text-faint">
                {part.kind === "added" ? "+" : part.kind === "removed" ? "−" : ""}
              </span>
            )}
            <span className="min-w-0">
              {part.kind === "same" || sides === "after" ? (
                part.text
              ) : (
                <Changed side={part.kind}>
                  <span className="sr-only">{part.kind === "added" ? "added: " : "removed: "}</span>
                  {part.text}
                </Changed>
              )}
            </span>
          </li>
        ))}
      </ul>
      {foldable && (
        <FoldButton open={open} onToggle={onToggle}>
          Show all {formatCount(parts.length, "entry", "entries")}
        </FoldButton>
      )}
    </>
  )
}

function FoldButton(props: { open: boolean; onToggle: (open: boolean) => void; children: ReactNode }) {
  return (
    <LinkButton
      className="mt-1 block font-sans pointer-coarse:py-2"
      aria-expanded={props.open}
      onClick={() => props.onToggle(!props.open)}
    >
      {props.open ? "Show less" : props.children}
    </LinkButton>
  )
}

function Changed({ side, children }: { side: "added" | "removed"; children: ReactNode }) {
  if (side === "added") return <ins className="rounded-sm bg-added px-0.5 text-added-ink no-underline">{children}</ins>
  return <del className="rounded-sm bg-removed px-0.5 text-removed-ink decoration-1">{children}</del>
}

function Absent({ children }: { children: ReactNode }) {
  return <span className="text-faint italic">{children}</span>
}

/** On narrow screens before and after stand under each other and need a sign. */
function Sign({ children }: { children: ReactNode }) {
  return (
    <span data-sign aria-hidden className="absolute left-0 hidden font-mono text-faint @max-md:inline">
      {children}
    </span>
  )
}

function toText(value: DiffValue): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === "boolean") return value ? "yes" : "no"
  return String(value)
}

function toList(value: DiffValue): readonly string[] {
  if (Array.isArray(value)) return value
  const text = toText(value as Exclude<DiffValue, readonly string[]>)
  return text === null || text === "" ? [] : [text]
}
