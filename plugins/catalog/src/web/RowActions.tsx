import { IconButton, Menu } from "@countersign/ui"

export function RowActions(props: { name: string; onEdit: () => void; onDelete: () => void }) {
  return (
    <Menu
      trigger={<IconButton label={`Actions for ${props.name}`} size="sm" icon={<Dots />} />}
      entries={[
        { id: "edit", label: "Edit", onSelect: props.onEdit },
        { id: "delete", label: "Delete", danger: true, onSelect: props.onDelete },
      ]}
    />
  )
}

function Dots() {
  return (
    <svg aria-hidden="true" viewBox="0 0 16 16" fill="currentColor">
      <circle cx="3" cy="8" r="1.4" />
      <circle cx="8" cy="8" r="1.4" />
      <circle cx="13" cy="8" r="1.4" />
    </svg>
  )
}
