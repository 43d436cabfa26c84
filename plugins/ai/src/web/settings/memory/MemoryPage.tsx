import { ListView, useCan, useChange, useList, useThingHref } from "@countersign/core/web"
import {
  Badge,
  Button,
  type Column,
  ConfirmDialog,
  cx,
  EmptyState,
  type MenuEntry,
  PlainText,
  rowMenuColumn,
  SegmentedControl,
  TextLink,
  Time,
  useToast,
} from "@countersign/ui"
import { useState } from "react"
import { aiContract, type Memory, memoryAccess } from "../../../contract.ts"
import { MemoryDialog } from "./MemoryDialog.tsx"
import { ShareMemoryDialog } from "./ShareMemoryDialog.tsx"

const BOXES = [
  { value: "", label: "All" },
  { value: "own", label: "Mine" },
  { value: "shared", label: "Shared" },
] as const

export default function MemoryPage() {
  const can = useCan()
  const [mayManage, mayKeep] = [can(memoryAccess.manage), can(memoryAccess.keep)]
  const toast = useToast()
  const list = useList(aiContract.listMemory, {
    noun: ["note", "notes"],
    sort: ["updatedAt", "createdAt"],
    direction: "desc",
    filters: { text: "text", box: ["own", "shared"] },
    input: ({ text, box }) => ({ query: text, box }),
    alsoShows: ["catalog.system", "incident.incident"],
  })
  const { state, ask } = list
  const [editing, setEditing] = useState<Memory | null>(null)
  const [sharing, setSharing] = useState<Memory | null>(null)
  const [deleting, setDeleting] = useState<Memory | null>(null)
  const change = useChange(aiContract.updateMemory)
  const remove = useChange(aiContract.deleteMemory)
  const adding = state.add !== undefined

  const add = mayKeep && (
    <Button variant="primary" onClick={() => ask({ add: "note" })}>
      Add note
    </Button>
  )
  const actionsFor = (note: Memory): MenuEntry[] => [
    ...(note.text === "" ? [] : [{ id: "edit", label: "Edit", onSelect: () => setEditing(note) }]),
    ...(note.text === ""
      ? []
      : [
          {
            id: "include",
            label: note.alwaysInject ? "Include only when asked for" : "Always include",
            onSelect: () =>
              change.mutate(
                { memoryId: note.id, version: note.version, alwaysInject: !note.alwaysInject },
                { onError: (error) => toast.error(error.message) },
              ),
          },
        ]),
    ...(mayManage && note.text !== ""
      ? [{ id: "share", label: note.shared ? "Stop sharing" : "Share with everyone", onSelect: () => setSharing(note) }]
      : []),
    { id: "delete", label: "Delete", danger: true, onSelect: () => setDeleting(note) },
  ]
  const menu = rowMenuColumn<Memory>(nameOf, actionsFor)
  return (
    <ListView
      list={list}
      title="Memory"
      description="Notes that the assistant finds again in later conversations. Yours are for you alone; shared ones are for everyone who may use memory."
      action={add}
      search="Search notes"
      filters={<SegmentedControl label="Whose" options={BOXES} {...list.control("box")} />}
      columns={[...COLUMNS, { ...menu, cell: (note) => (note.mayChange ? menu.cell(note) : null) }]}
      rowLabel={nameOf}
      onOpen={(note) => note.text !== "" && setEditing(note)}
      empty={
        <EmptyState title="Nothing to remember yet" action={add}>
          Write down what a new colleague would have to be told, such as when releases go out, or tell the assistant:
          "Remember that releases go out on Tuesdays".
        </EmptyState>
      }
    >
      {(adding || editing) && (
        <MemoryDialog
          key={editing?.id ?? "new"}
          note={editing}
          onClose={() => {
            setEditing(null)
            if (adding) ask({ add: undefined })
          }}
        />
      )}
      {sharing && <ShareMemoryDialog key={sharing.id} note={sharing} onClose={() => setSharing(null)} />}
      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={(open) => !open && setDeleting(null)}
        title="Delete this note?"
        description={deleting ? whatGoes(deleting) : ""}
        confirmLabel="Delete note"
        onConfirm={() => deleting && remove.mutateAsync({ memoryId: deleting.id })}
      />
    </ListView>
  )
}

function whatGoes({ text, shared }: Memory): string {
  const said = text === "" ? "It is about something you can no longer see." : `It says: ${text}`
  return `${said}${shared ? " Nobody will find it any more." : ""} It cannot be brought back.`
}

function nameOf({ text }: Memory): string {
  return text === "" ? "a note about something you cannot see" : text.length > 60 ? `${text.slice(0, 59)}…` : text
}

const COLUMNS: readonly Column<Memory>[] = [
  {
    id: "text",
    header: "Note",
    width: "4fr",
    priority: "title",
    cell: ({ text }) => (
      // Wrapping, because what opens a row is a button, and a button that cannot wrap is as wide as its text.
      <span
        className={cx(
          "line-clamp-1 overflow-clip! whitespace-normal text-left max-sm:line-clamp-2",
          !text && "text-muted",
        )}
      >
        <PlainText>{text || "About something you can no longer see"}</PlainText>
      </span>
    ),
  },
  {
    id: "whose",
    header: "Whose",
    width: "2fr",
    priority: "meta",
    cell: ({ own, owner, shared, source }) => (
      <>
        <PlainText>{own ? "you" : owner.name}</PlainText>
        {source === "assistant" && <span className="text-muted">, by the assistant</span>}
        {shared && <Badge className="ml-1.5">Shared</Badge>}
      </>
    ),
  },
  {
    id: "about",
    header: "About",
    width: "2fr",
    priority: "meta",
    cell: ({ thing }) => thing && <About thing={thing} />,
  },
  {
    id: "included",
    header: "Included",
    width: "104px",
    priority: "meta",
    cell: ({ alwaysInject }) => (alwaysInject ? <Badge tone="accent">Always</Badge> : null),
  },
  {
    id: "updatedAt",
    header: "Changed",
    sortable: true,
    width: "112px",
    cell: ({ updatedAt }) => <Time instant={updatedAt} />,
  },
]

function About({ thing }: { thing: NonNullable<Memory["thing"]> }) {
  const href = useThingHref()(thing)
  if (!thing.name) return null
  return href ? <TextLink href={href}>{thing.name}</TextLink> : <PlainText>{thing.name}</PlainText>
}
