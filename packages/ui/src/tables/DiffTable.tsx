import type { ReactNode } from "react"
import { useState } from "react"
import { LinkButton } from "../actions/Button.tsx"
import { cx } from "../class-names.ts"
import { formatCount, formatNumber } from "../marks/format.ts"
import { Time } from "../marks/Time.tsx"
import { PlainText } from "../text/PlainText.tsx"
import { type ListPart, listDiff } from "./list-diff.ts"
import { isLong, shortenParts } from "./shorten-parts.ts"
import type { DiffPart } from "./word-diff.ts"
import { wordDiff } from "./word-diff.ts"

/** A moment is told in the reader's zone, and compared as one. */
export type DiffInstant = { instant: string }
export type DiffValue = string | number | boolean | readonly string[] | DiffInstant | null | undefined

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
  /** Rows that are empty before and after stand behind one line that counts them. */
  emptyFolded?: boolean
  /** Told the row whose folded part somebody has opened. */
  onUnfold?: (rowId: string) => void
  className?: string
}

/** What changes, field by field, with the changed words marked. Long texts and lists are folded, and say what is. */
export function DiffTable({
  rows,
  label = "Changes",
  sides = "both",
  columns = { before: "Before", after: "After" },
  emptyFolded = false,
  onUnfold,
  className,
}: DiffTableProps) {
  const [emptyShown, setEmptyShown] = useState(false)
  if (rows.length === 0) return <p className="text-muted text-table">Nothing changes.</p>

  const filled = emptyFolded ? rows.filter((row) => !isEmpty(row.before) || !isEmpty(row.after)) : rows
  const shown = emptyShown || filled.length === 0 ? rows : filled
  const emptyCount = filled.length === 0 ? 0 : rows.length - filled.length
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
          {shown.map((row) => (
            <Row key={idOf(row)} row={row} sides={sides} onUnfold={() => onUnfold?.(idOf(row))} />
          ))}
        </tbody>
      </table>
      {emptyCount > 0 && (
        <FoldButton open={emptyShown} onToggle={setEmptyShown}>
          {emptyCount === 1 ? "1 other stays empty" : `${formatNumber(emptyCount)} others stay empty`}
        </FoldButton>
      )}
    </div>
  )
}

type Sides = NonNullable<DiffTableProps["sides"]>

/** The rows of which a table shows only a part until somebody asks. */
export function foldedRows(rows: readonly DiffRow[]): string[] {
  return rows.filter((row) => (isList(row) ? entriesOf(row).hidden.length > 0 : isLongText(row))).map(idOf)
}

function idOf(row: DiffRow): string {
  return row.id ?? row.label
}

function isList({ before, after }: DiffRow): boolean {
  return Array.isArray(before) || Array.isArray(after)
}

function isLongText(row: DiffRow): boolean {
  const { before, after } = row
  if (![before, after].some((value) => !isInstant(value) && isLong(toText(value)))) return false
  const sides = sidesOfText(row)
  return [...sides.before.hidden, ...sides.after.hidden].some(({ amount }) => amount > 0)
}

function Row({ row, sides, onUnfold }: { row: DiffRow; sides: Sides; onUnfold: () => void }) {
  const [open, setOpen] = useState(false)
  const toggle = (next: boolean) => {
    setOpen(next)
    if (next) onUnfold()
  }
  return (
    <tr className="border-hairline border-b last:border-b-0 @max-md:block @max-md:py-2">
      <th
        scope="row"
        className="break-words py-1.5 pr-4 align-top font-medium text-muted @max-md:block @max-md:py-0 @max-md:pr-0"
      >
        <PlainText>{row.label}</PlainText>
      </th>
      {isList(row) ? (
        <td colSpan={sides === "both" ? 2 : 1} className={cellClass(row)}>
          <Entries row={row} sides={sides} open={open} onToggle={toggle} />
        </td>
      ) : (
        <TextCells row={row} sides={sides} open={open} onToggle={toggle} />
      )}
    </tr>
  )
}

type CellsProps = { row: DiffRow; sides: Sides; open: boolean; onToggle: (open: boolean) => void }

function TextCells({ row, sides, open, onToggle }: CellsProps) {
  const { before, after } = sidesOfText(row)
  const long = isLongText(row)
  const folded = long && !open
  const toggle = long && (
    <FoldButton open={open} onToggle={onToggle}>
      {foldWords([...before.hidden.filter(({ kind }) => kind !== "same"), ...after.hidden], "character", "characters")}
    </FoldButton>
  )
  return (
    <>
      {sides !== "after" && (
        <td className={cx(cellClass(row), "pr-4")}>
          {sides === "both" && <Sign>−</Sign>}
          {isNothing(row.before) ? (
            <Absent>not set</Absent>
          ) : (
            <Words
              value={row.before}
              parts={folded ? before.short : before.parts}
              changed={before.changed}
              plain={sides === "before"}
            />
          )}
          {sides === "before" && toggle}
        </td>
      )}
      {sides !== "before" && (
        <td className={cellClass(row)}>
          {sides === "both" && <Sign>+</Sign>}
          {isNothing(row.after) ? (
            <Absent>{isNothing(row.before) ? "not set" : "removed"}</Absent>
          ) : (
            <Words
              value={row.after}
              parts={folded ? after.short : after.parts}
              changed={after.changed}
              plain={sides === "after"}
            />
          )}
          {toggle}
        </td>
      )}
    </>
  )
}

type TextSide = {
  /** What is there, what is shown of it while it is folded, and what is not. */
  parts: readonly DiffPart[]
  short: readonly DiffPart[]
  hidden: readonly Amount[]
  /** Of a moment, which has no words to compare. */
  changed: "added" | "removed" | null
}

type Amount = { kind: DiffPart["kind"]; amount: number }

function sidesOfText(row: DiffRow): { before: TextSide; after: TextSide } {
  const moved = !isSameMoment(row.before, row.after)
  const [before, after] =
    isInstant(row.before) || isInstant(row.after) ? [null, null] : [toText(row.before), toText(row.after)]
  const parts = before !== null && after !== null ? wordDiff(before, after) : null
  const side = (kind: "added" | "removed", text: string | null): TextSide => {
    const own = parts?.filter((part) => part.kind === "same" || part.kind === kind) ?? (text ? [{ kind, text }] : [])
    const short = shortenParts(own)
    return { parts: own, short, hidden: lostBetween(own, short), changed: moved ? kind : null }
  }
  return { before: side("removed", before), after: side("added", after) }
}

function lostBetween(whole: readonly DiffPart[], short: readonly DiffPart[]): Amount[] {
  const length = (parts: readonly DiffPart[], kind: DiffPart["kind"]) =>
    parts.reduce((sum, part) => sum + (part.kind === kind ? part.text.replaceAll("…", "").length : 0), 0)
  return KINDS.map((kind) => ({ kind, amount: length(whole, kind) - length(short, kind) }))
}

const KINDS = ["added", "removed", "same"] as const

/** "Show 12 more entries: 2 added, 10 unchanged". What is folded may be what matters. */
function foldWords(hidden: readonly Amount[], one: string, several: string): string {
  const amountOf = (kind: DiffPart["kind"]) =>
    hidden.reduce((sum, part) => sum + (part.kind === kind ? part.amount : 0), 0)
  const kinds = KINDS.map((kind) => ({ word: kind === "same" ? "unchanged" : kind, amount: amountOf(kind) }))
  const present = kinds.filter(({ amount }) => amount > 0)
  const total = present.reduce((sum, { amount }) => sum + amount, 0)
  const told =
    present.length === 1
      ? `, ${present[0]?.word}`
      : `: ${present.map(({ word, amount }) => `${formatNumber(amount)} ${word}`).join(", ")}`
  return `Show ${formatCount(total, `more ${one}`, `more ${several}`)}${told}`
}

function cellClass(row: DiffRow): string {
  return cx(
    "relative whitespace-pre-wrap break-words py-1.5 align-top @max-md:block @max-md:py-0.5",
    "@max-md:[&:has(>[data-sign])]:pl-5",
    row.mono && "font-mono",
  )
}

type WordsProps = {
  value: DiffValue
  parts: readonly DiffPart[]
  changed: "added" | "removed" | null
  /** Where everything is new or everything goes, marking all of it says nothing. */
  plain?: boolean
}

function Words({ value, parts, changed, plain }: WordsProps) {
  if (isInstant(value)) {
    const time = <Time instant={value.instant} as="exact" />
    return changed === null || plain ? time : <Changed side={changed}>{time}</Changed>
  }
  if (value === "") return <Absent>empty</Absent>
  return parts.map((part, index) =>
    part.kind === "same" || plain ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place.
      <PlainText key={index}>{part.text}</PlainText>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place.
      <Changed key={index} side={part.kind}>
        <PlainText>{part.text}</PlainText>
      </Changed>
    ),
  )
}

// A list of more entries is folded to those that change.
const MANY_ENTRIES = 8

function entriesOf(row: DiffRow): { parts: ListPart[]; shown: ListPart[]; hidden: ListPart[] } {
  const parts = listDiff(toList(row.before), toList(row.after))
  if (parts.length <= MANY_ENTRIES) return { parts, shown: parts, hidden: [] }
  const changed = parts.filter((part) => part.kind !== "same")
  const shown = new Set((changed.length > 0 ? changed : parts).slice(0, MANY_ENTRIES))
  return { parts, shown: [...shown], hidden: parts.filter((part) => !shown.has(part)) }
}

function Entries({ row, sides, open, onToggle }: CellsProps) {
  const { parts, shown, hidden } = entriesOf(row)
  if (parts.length === 0) return <Absent>empty</Absent>
  return (
    <>
      <ul className={cx("flex flex-col", row.mono ? "gap-1" : "gap-0.5")}>
        {(open ? parts : shown).map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries may repeat; the place is what they have.
          <li key={index} className="flex gap-2">
            {sides === "both" && (
              <span aria-hidden className="w-3 shrink-0 font-mono text-faint">
                {part.kind === "added" ? "+" : part.kind === "removed" ? "−" : ""}
              </span>
            )}
            <span className="min-w-0">
              {part.kind === "same" || sides !== "both" ? (
                <Entry>{part.text}</Entry>
              ) : (
                <Changed side={part.kind}>
                  <span className="sr-only">{part.kind === "added" ? "added: " : "removed: "}</span>
                  <Entry>{part.text}</Entry>
                </Changed>
              )}
            </span>
          </li>
        ))}
      </ul>
      {hidden.length > 0 && (
        <FoldButton open={open} onToggle={onToggle}>
          {foldWords(
            hidden.map(({ kind }) => ({ kind, amount: 1 })),
            "entry",
            "entries",
          )}
        </FoldButton>
      )}
    </>
  )
}

function Entry({ children }: { children: string }) {
  return children === "" ? <Absent>empty</Absent> : <PlainText>{children}</PlainText>
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

function isInstant(value: DiffValue): value is DiffInstant {
  return typeof value === "object" && value !== null && "instant" in value
}

/** However it is written. */
function isSameMoment(before: DiffValue, after: DiffValue): boolean {
  return isInstant(before) && isInstant(after) && Date.parse(before.instant) === Date.parse(after.instant)
}

function isNothing(value: DiffValue): value is null | undefined {
  return value === null || value === undefined
}

function isEmpty(value: DiffValue): boolean {
  return isNothing(value) || value === "" || (Array.isArray(value) && value.length === 0)
}

function toText(value: Exclude<DiffValue, DiffInstant>): string | null {
  if (isNothing(value)) return null
  if (typeof value === "boolean") return value ? "yes" : "no"
  return String(value)
}

function toList(value: DiffValue): readonly string[] {
  if (Array.isArray(value)) return value
  const text = isInstant(value) ? value.instant : toText(value as Exclude<DiffValue, DiffInstant | readonly string[]>)
  return text === null || text === "" ? [] : [text]
}
