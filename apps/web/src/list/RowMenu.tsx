import { IconButton, Menu, type MenuEntry } from "@countersign/ui"
import { Ellipsis } from "lucide-react"

/** What can be done with one row, behind three dots: a table full of buttons is a table nobody reads. */
export function RowMenu({ name, entries }: { name: string; entries: readonly MenuEntry[] }) {
  return (
    <Menu
      trigger={<IconButton label={`Actions for ${name}`} size="sm" icon={<Ellipsis />} tooltip={false} />}
      entries={entries}
    />
  )
}
