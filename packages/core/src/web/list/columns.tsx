import { type Column, Time } from "@countersign/ui"
import { namesLine } from "../thing/names-line.ts"

/** What a thing is called. */
export function titleColumn<Row extends { title: string }>(): Column<Row> {
  return { id: "title", header: "Title", sortable: true, width: "3fr", priority: "title", cell: ({ title }) => title }
}

/** The systems that a row is about, as far as the reader sees them. */
export function systemsColumn<
  Row extends { systems: readonly { name: string }[]; hiddenSystemCount: number },
>(): Column<Row> {
  return {
    id: "systems",
    header: "Systems",
    width: "2fr",
    cell: ({ systems, hiddenSystemCount }) => namesLine(systems, hiddenSystemCount, "system"),
  }
}

/** An instant, under the name of its field. */
export function timeColumn<Id extends string, Row extends Readonly<Record<Id, string>>>(
  id: Id,
  header: string,
  more: Partial<Column<Row>> & { as?: "short" | "exact" } = {},
): Column<Row> {
  const { as, ...column } = more
  return { id, header, width: as ? "136px" : "112px", cell: (row) => <Time instant={row[id]} as={as} />, ...column }
}
