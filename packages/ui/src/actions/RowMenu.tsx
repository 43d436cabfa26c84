import { Ellipsis } from "lucide-react"
import type { Column } from "../tables/DataTable.tsx"
import { IconButton } from "./IconButton.tsx"
import { Menu, type MenuEntry } from "./Menu.tsx"

/** What can be done with each row, behind three dots: a table full of buttons is a table nobody reads. */
export function rowMenuColumn<Row>(
  nameOf: (row: Row) => string,
  entriesOf: (row: Row) => readonly MenuEntry[],
): Column<Row> {
  return {
    id: "actions",
    header: "Actions",
    headerHidden: true,
    width: "max-content",
    align: "end",
    priority: "actions",
    cell: (row) => <RowMenu name={nameOf(row)} entries={entriesOf(row)} />,
  }
}

function RowMenu({ name, entries }: { name: string; entries: readonly MenuEntry[] }) {
  return (
    <Menu
      trigger={<IconButton label={`Actions for ${name}`} size="sm" icon={<Ellipsis />} tooltip={false} />}
      entries={entries}
    />
  )
}
