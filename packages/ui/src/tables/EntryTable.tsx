import { cx } from "../class-names.ts"
import { formatCount } from "../marks/format.ts"
import { PlainText } from "../text/PlainText.tsx"
import { type ListPart, listDiff } from "./list-diff.ts"

export type EntryTableProps = {
  /** Names the table: "Links". */
  label: string
  columns: readonly string[]
  /** Each entry with a text for each column. Null: it did not exist. */
  before: readonly (readonly string[])[] | null
  /** Null: it will no longer exist. */
  after: readonly (readonly string[])[] | null
}

type Entry = { kind: ListPart["kind"]; cells: readonly string[] }

/** Entries of a list, all of them: those that come and go are marked, those that stay stand between them. */
export function EntryTable({ label, columns, before, after }: EntryTableProps) {
  const entries = entriesOf(before ?? [], after ?? [])
  const compared = before !== null && after !== null
  const changed = entries.filter(({ kind }) => kind !== "same").length
  return (
    <div className="min-w-0 text-table">
      <h4 className="flex flex-wrap items-baseline gap-x-2 border-line border-b py-1.5 font-medium text-muted">
        {label}
        <span className="font-normal text-faint">
          {compared
            ? `${formatCount(entries.length, "entry", "entries")}, ${changed === 0 ? "none" : changed} changed`
            : formatCount(entries.length, "entry", "entries")}
        </span>
      </h4>
      {/* Long ones scroll in here, whole: nothing of them is folded away. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard. */}
      <section tabIndex={0} aria-label={label} className="max-h-80 overflow-auto">
        <table className="w-full border-collapse text-left">
          <caption className="sr-only">{label}</caption>
          <thead className="sr-only">
            <tr>
              {compared && <th scope="col">Change</th>}
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {entries.map((entry, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: entries may repeat; the place is what they have.
              <tr key={index} className={cx("border-hairline border-b last:border-b-0", compared && ROWS[entry.kind])}>
                {compared && (
                  <td className="w-5 py-1 pl-1 align-top font-mono">
                    <span aria-hidden>{SIGNS[entry.kind]}</span>
                    <span className="sr-only">{entry.kind === "same" ? "stays" : entry.kind}</span>
                  </td>
                )}
                {entry.cells.map((cell, at) => (
                  <td
                    // biome-ignore lint/suspicious/noArrayIndexKey: columns have no identity but their place.
                    key={at}
                    className={cx(
                      "whitespace-pre-wrap py-1 pr-4 align-top [overflow-wrap:anywhere]",
                      at === 0 && "w-1/5 min-w-20 text-muted @max-md:w-2/5",
                    )}
                  >
                    {cell === "" ? <span className="text-faint italic">empty</span> : <PlainText>{cell}</PlainText>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}

const SIGNS = { added: "+", removed: "−", same: "" }
const ROWS = { added: "bg-added text-added-ink", removed: "bg-removed text-removed-ink line-through", same: "" }

function entriesOf(before: readonly (readonly string[])[], after: readonly (readonly string[])[]): Entry[] {
  return listDiff(before.map(keyOf), after.map(keyOf)).map(({ kind, text }) => ({ kind, cells: JSON.parse(text) }))
}

function keyOf(cells: readonly string[]): string {
  return JSON.stringify(cells)
}
