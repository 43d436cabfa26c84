import { CONVERSATIONS, call, FormDialog, useCall, useChange, useForm } from "@countersign/core/web"
import {
  Button,
  ButtonLink,
  ConfirmDialog,
  type ConversationEntry,
  ConversationList,
  EmptyState,
  Field,
  LinkButton,
  ListSearch,
  Notice,
  Skeleton,
  TextInput,
  useToast,
} from "@countersign/ui"
import { SquarePen } from "lucide-react"
import { useState } from "react"
import { aiContract } from "../../contract.ts"

/** A person's conversations: to find one, to begin one, to put one away. */
export function ConversationBrowser(props: { activeId: string | undefined; onGone: (id: string) => void }) {
  const { activeId, onGone } = props
  const [query, setQuery] = useState("")
  const [archived, setArchived] = useState(false)
  const [limit, setLimit] = useState(PAGE)
  const [asked, setAsked] = useState<Asked | null>(null)
  const answer = useCall(
    aiContract.listConversations,
    { archived, limit, ...(query ? { query } : {}) },
    { alsoShows: CONVERSATIONS, keepPrevious: true },
  )
  const { data, error } = answer
  const archive = useArchive(onGone)
  const entries = data?.items.map((each) => ({ ...each, archived: each.archivedAt !== null })) ?? []
  const ask = (kind: Asked["kind"]) => (conversation: ConversationEntry) => setAsked({ kind, conversation })
  return (
    <div className="flex flex-col gap-3">
      <ButtonLink href="/assistant/new" icon={<SquarePen />} block>
        New conversation
      </ButtonLink>
      <ListSearch label="Search conversations" value={query} onChange={setQuery} />
      {error && !data && <Notice tone="error">{error.message}</Notice>}
      {!data && !error && <Skeleton lines={6} label="Reading your conversations" />}
      {data && entries.length === 0 && <NoneFound query={query} archived={archived} />}
      <ConversationList
        label={archived ? "Archived conversations" : "Conversations"}
        conversations={entries}
        activeId={activeId}
        href={(id) => `/assistant/${id}`}
        onRename={ask("rename")}
        onArchive={archive}
        onDelete={data?.mayDelete ? ask("delete") : undefined}
      />
      {data?.nextCursor && limit < MOST && (
        <Button size="sm" onClick={() => setLimit(Math.min(MOST, limit + PAGE))}>
          Show more
        </Button>
      )}
      <LinkButton className="self-start text-table" onClick={() => setArchived(!archived)}>
        {archived ? "Back to the current ones" : "Show archived ones"}
      </LinkButton>
      {asked && <AskedDialog asked={asked} onClose={() => setAsked(null)} onGone={onGone} />}
    </div>
  )
}

const PAGE = 40
const MOST = 200

interface Asked {
  kind: "rename" | "delete"
  conversation: ConversationEntry
}

function NoneFound({ query, archived }: { query: string; archived: boolean }) {
  if (query)
    return (
      <EmptyState title="Nothing matches" className="py-4">
        No conversation has these words in its title or in what was said.
      </EmptyState>
    )
  return (
    <p className="px-2 text-muted text-table">
      {archived ? "Nothing was put away." : "Your conversations will be listed here. Only you see them."}
    </p>
  )
}

/** At once and without a question: it can be taken back by a press. */
function useArchive(onGone: (id: string) => void) {
  const toast = useToast()
  const change = useChange(aiContract.archiveConversation, { alsoChanges: CONVERSATIONS })
  return function archive({ id, title, archived }: ConversationEntry) {
    const name = title ?? "New conversation"
    const put = (away: boolean) => change.mutateAsync({ id, archived: away })
    put(!archived).then(
      () => {
        if (archived) return void toast.success(`“${name}” stands among your current conversations again.`)
        onGone(id)
        const undo = () => void put(false).catch((error) => toast.error(error, `“${name}” was not taken back.`))
        toast.show({ title: `“${name}” was moved to the archive.`, action: { label: "Undo", onSelect: undo } })
      },
      (error) => toast.error(error, archived ? `“${name}” was not taken back.` : `“${name}” was not deleted.`),
    )
  }
}

function AskedDialog(props: { asked: Asked; onClose: () => void; onGone: (id: string) => void }) {
  const { asked, onClose, onGone } = props
  const { conversation } = asked
  const remove = useChange(aiContract.deleteConversation, { alsoChanges: CONVERSATIONS })
  const name = conversation.title ?? "New conversation"
  if (asked.kind === "rename") return <RenameDialog conversation={conversation} onClose={onClose} />
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete “${name}” for good?`}
      description="Everything that was said in it is gone for good. The audit log keeps what its tools did."
      confirmLabel="Delete for good"
      onConfirm={async () => {
        onGone(conversation.id)
        await remove.mutateAsync({ id: conversation.id })
      }}
    />
  )
}

function RenameDialog({ conversation, onClose }: { conversation: ConversationEntry; onClose: () => void }) {
  const read = useCall(aiContract.getConversation, { id: conversation.id }, { alsoShows: CONVERSATIONS })
  const form = useForm(aiContract.updateConversation, {
    base: read.data?.conversation,
    values: (base) => ({ title: (base ?? conversation).title ?? "" }),
    input: ({ title }, base) => ({ id: conversation.id, version: base?.version ?? 1, title: title.trim() }),
    mergesFields: true,
    read: async () => (await call(aiContract.getConversation, { id: conversation.id })).conversation,
    labels: { title: "Title" },
    alsoChanges: CONVERSATIONS,
    onDone: onClose,
  })
  return (
    <FormDialog
      name="conversation-title"
      form={form}
      onClose={onClose}
      size="sm"
      title="Rename the conversation"
      submitLabel="Rename"
    >
      <Field label="Title" path="title">
        <TextInput maxLength={200} {...form.text("title")} />
      </Field>
    </FormDialog>
  )
}
