import type { ReactNode } from "react"
import { cx } from "./class-names.ts"
import type { DiffPart } from "./word-diff.ts"
import { wordDiff } from "./word-diff.ts"

export type DiffValue = string | number | boolean | null | undefined

export type DiffRow = {
  label: string
  /** Null or absent: it did not exist. */
  before: DiffValue
  /** Null or absent: it will no longer exist. */
  after: DiffValue
  mono?: boolean
}

export type DiffTableProps = {
  rows: readonly DiffRow[]
  /** Names the table: "What will change". */
  label?: string
  className?: string
}

/** What changes, field by field, with the changed words marked. */
export function DiffTable({ rows, label = "Changes", className }: DiffTableProps) {
  if (rows.length === 0) return <p className="text-muted text-table">Nothing changes.</p>

  return (
    <div className={cx("@container", className)}>
      <table className="w-full table-fixed border-collapse text-left text-table @max-md:block">
        <caption className="sr-only">{label}</caption>
        <thead className="@max-md:sr-only">
          <tr className="border-line border-b text-muted">
            <th scope="col" className="w-1/5 py-1.5 pr-4 font-medium">
              Field
            </th>
            <th scope="col" className="w-2/5 py-1.5 pr-4 font-medium">
              Before
            </th>
            <th scope="col" className="w-2/5 py-1.5 font-medium">
              After
            </th>
          </tr>
        </thead>
        <tbody className="@max-md:block">
          {rows.map((row) => (
            <Row key={row.label} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ row }: { row: DiffRow }) {
  const before = toText(row.before)
  const after = toText(row.after)
  const parts = before !== null && after !== null ? wordDiff(before, after) : null
  const cell = cx(
    "whitespace-pre-wrap break-words py-1.5 align-top @max-md:block @max-md:py-0.5 @max-md:pl-5",
    row.mono && "font-mono",
  )
  return (
    <tr className="border-hairline border-b last:border-b-0 @max-md:block @max-md:py-2">
      <th scope="row" className="py-1.5 pr-4 align-top font-medium text-muted @max-md:block @max-md:py-0">
        {row.label}
      </th>
      <td className={cx(cell, "relative pr-4")}>
        <Sign>−</Sign>
        {before === null ? <Absent>not set</Absent> : <Words parts={parts} text={before} side="removed" />}
      </td>
      <td className={cx(cell, "relative")}>
        <Sign>+</Sign>
        {after === null ? <Absent>removed</Absent> : <Words parts={parts} text={after} side="added" />}
      </td>
    </tr>
  )
}

function Words({ parts, text, side }: { parts: readonly DiffPart[] | null; text: string; side: "added" | "removed" }) {
  if (!parts) return <Changed side={side}>{text}</Changed>
  if (text === "") return <Absent>empty</Absent>
  return parts
    .filter((part) => part.kind === "same" || part.kind === side)
    .map((part, index) =>
      part.kind === "same" ? (
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
    <span aria-hidden className="absolute left-0 hidden font-mono text-faint @max-md:inline">
      {children}
    </span>
  )
}

function toText(value: DiffValue): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === "boolean") return value ? "yes" : "no"
  return String(value)
}
