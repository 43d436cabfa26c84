import { ArchiveRestore, Ellipsis, Pencil, Trash2 } from "lucide-react"
import { IconButton } from "../actions/IconButton.tsx"
import { useRenderLink } from "../actions/Link.tsx"
import { Menu } from "../actions/Menu.tsx"
import { useSteady } from "../actions/use-steady.ts"
import { cx } from "../class-names.ts"
import { Time } from "../marks/Time.tsx"
import { PlainText } from "../text/PlainText.tsx"

export type ConversationEntry = {
  id: string
  title: string | null
  updatedAt: string
  running: boolean
  archived: boolean
}

export type ConversationListProps = {
  label: string
  conversations: readonly ConversationEntry[]
  activeId?: string
  href: (id: string) => string
  onRename: (conversation: ConversationEntry) => void
  /** Puts it away; an archived one comes back. */
  onArchive: (conversation: ConversationEntry) => void
  /** Only where archived ones may be deleted for good. */
  onDelete?: (conversation: ConversationEntry) => void
}

/** Conversations, the latest first, with what can be done to each. */
export function ConversationList(props: ConversationListProps) {
  const { label, activeId, href } = props
  const conversations = useSteady(props.conversations)
  return (
    <ul aria-label={label} className="flex flex-col gap-px">
      {conversations.map((conversation) => (
        <li key={conversation.id} className="group/row relative min-w-0">
          <Row conversation={conversation} active={conversation.id === activeId} href={href(conversation.id)} />
          <span className="absolute top-1/2 right-1 -translate-y-1/2 opacity-0 focus-within:opacity-100 group-hover/row:opacity-100 has-[[aria-expanded=true]]:opacity-100 pointer-coarse:opacity-100">
            <RowActions {...props} conversation={conversation} />
          </span>
        </li>
      ))}
    </ul>
  )
}

function Row(props: { conversation: ConversationEntry; active: boolean; href: string }) {
  const { conversation, active, href } = props
  const renderLink = useRenderLink()
  return renderLink({
    href,
    "aria-current": active ? "page" : undefined,
    className: cx(
      "flex min-h-8 min-w-0 items-center gap-2 rounded-md px-2 py-1 text-table pointer-coarse:min-h-11 pointer-coarse:pr-11",
      active ? "bg-pressed font-medium text-ink" : "text-ink hover:bg-hover",
    ),
    children: (
      <>
        <span className={cx("min-w-0 flex-1 truncate", !conversation.title && "text-muted")}>
          <PlainText>{conversation.title ?? "New conversation"}</PlainText>
        </span>
        {conversation.running ? (
          <span className="inline-flex w-7 shrink-0 items-center justify-end group-focus-within/row:invisible group-hover/row:invisible pointer-coarse:visible">
            <span aria-hidden className="size-2 rounded-full bg-accent" />
            <span className="sr-only">is being answered</span>
          </span>
        ) : (
          <span className="shrink-0 font-normal text-faint group-focus-within/row:invisible group-hover/row:invisible pointer-coarse:visible">
            <Time instant={conversation.updatedAt} />
          </span>
        )}
      </>
    ),
  })
}

function RowActions(props: ConversationListProps & { conversation: ConversationEntry }) {
  const { conversation, onRename, onArchive, onDelete } = props
  const name = conversation.title ?? "New conversation"
  return (
    <Menu
      trigger={<IconButton size="sm" tooltip={false} label={`Actions for ${name}`} icon={<Ellipsis />} />}
      entries={[
        { id: "rename", label: "Rename", icon: <Pencil />, onSelect: () => onRename(conversation) },
        conversation.archived
          ? { id: "archive", label: "Take back", icon: <ArchiveRestore />, onSelect: () => onArchive(conversation) }
          : { id: "archive", label: "Delete", icon: <Trash2 />, onSelect: () => onArchive(conversation) },
        ...(conversation.archived && onDelete
          ? [
              { type: "separator" as const, id: "line" },
              {
                id: "delete",
                label: "Delete for good",
                icon: <Trash2 />,
                danger: true,
                onSelect: () => onDelete(conversation),
              },
            ]
          : []),
      ]}
    />
  )
}
