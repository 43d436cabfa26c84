import { type OutputOf, secretAccess, secretsContract } from "@countersign/core/contract"
import { useCall, useCan, useChange } from "@countersign/core/web"
import {
  Button,
  type Column,
  ConfirmDialog,
  DataTable,
  Dialog,
  EmptyState,
  Field,
  FilterBar,
  ListPage,
  Pagination,
  PasswordInput,
  TextInput,
  Time,
  useToast,
} from "@countersign/ui"
import { Lock } from "lucide-react"
import { useState } from "react"
import { FormNotices } from "../form/FormNotices.tsx"
import { useVerbForm } from "../form/use-verb-form.ts"
import { ListSearch } from "../list/ListSearch.tsx"
import { RowMenu } from "../list/RowMenu.tsx"
import { useFilteredList } from "../list/use-filtered-list.ts"

type Secret = OutputOf<typeof secretsContract.listSecrets>["items"][number]

export default function SecretsPage() {
  const mayManage = useCan()(secretAccess.manage)
  const [storing, setStoring] = useState<{ name: string } | null>(null)
  const [deleting, setDeleting] = useState<Secret | null>(null)
  const remove = useChange(secretsContract.deleteSecret)
  const list = useFilteredList({ columns: ["name", "setAt"], filters: ["text"] })
  const { data, error, refetch, isPlaceholderData } = useCall(
    secretsContract.listSecrets,
    { ...list.page, text: list.filters.text || undefined },
    { keepPrevious: true },
  )
  const pagination = list.pagination(data, "secrets")
  const store = mayManage && (
    <Button variant="primary" onClick={() => setStoring({ name: "" })}>
      Store a secret
    </Button>
  )
  const columns: readonly Column<Secret>[] = [
    {
      id: "name",
      header: "Name",
      mono: true,
      sortable: true,
      width: "2fr",
      priority: "title",
      cell: (secret) => secret.name,
    },
    { id: "setBy", header: "Set by", width: "1fr", priority: "meta", cell: (secret) => secret.setBy.name },
    {
      id: "setAt",
      header: "Set",
      sortable: true,
      width: "1fr",
      priority: "meta",
      cell: (secret) => <Time instant={secret.setAt} />,
    },
    ...(mayManage
      ? [
          {
            id: "actions",
            header: "Actions",
            headerHidden: true,
            width: "max-content",
            align: "end" as const,
            priority: "actions" as const,
            cell: (secret: Secret) => (
              <RowMenu
                name={secret.name}
                entries={[
                  { id: "replace", label: "Replace", onSelect: () => setStoring({ name: secret.name }) },
                  { id: "delete", label: "Delete", danger: true, onSelect: () => setDeleting(secret) },
                ]}
              />
            ),
          },
        ]
      : []),
  ]
  return (
    <ListPage
      title="Secrets"
      description="Passwords and tokens that plugins use by name. Once stored, a value has no way out again."
      action={store}
      filters={
        <FilterBar>
          <ListSearch
            label="Find a secret"
            value={list.filters.text}
            onChange={(value) => list.setFilter("text", value)}
          />
        </FilterBar>
      }
      pagination={pagination && <Pagination {...pagination} />}
    >
      <DataTable
        label="Secrets"
        columns={columns}
        rows={data?.items}
        rowId={(secret) => secret.name}
        sort={list.sort}
        onSort={list.onSort}
        stale={isPlaceholderData}
        error={error && { message: error.message, onRetry: () => void refetch() }}
        empty={
          list.filtered ? (
            <EmptyState title="No secret matches" action={<Button onClick={list.clear}>Clear the search</Button>}>
              No secret has this in its name.
            </EmptyState>
          ) : (
            <EmptyState title="No secret is stored" icon={<Lock />} action={store}>
              Store a token here once, and let automations and checks refer to it by its name.
            </EmptyState>
          )
        }
      />
      {storing && <StoreDialog name={storing.name} onClose={() => setStoring(null)} />}
      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={(open) => !open && setDeleting(null)}
        title={`Delete the secret ${deleting?.name ?? ""}?`}
        description="Whatever refers to it stops working. The value cannot be recovered."
        confirmLabel="Delete secret"
        typeToConfirm={deleting?.name ?? ""}
        onConfirm={() => deleting && remove.mutateAsync({ name: deleting.name })}
      />
    </ListPage>
  )
}

function StoreDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const toast = useToast()
  const replacing = name !== ""
  const form = useVerbForm(secretsContract.setSecret, {
    values: () => ({ name, value: "" }),
    input: (values) => values,
    onDone(secret) {
      toast.success(`The secret ${secret.name} is ${replacing ? "replaced" : "stored"}.`)
      onClose()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={replacing ? `Replace ${name}` : "Store a secret"}
      description={
        replacing
          ? "Whatever refers to it uses the new value from now on."
          : "A name that is taken gets the new value instead of its old one."
      }
      onSubmit={form.submit}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            {replacing ? "Replace secret" : "Store secret"}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <FormNotices form={form} />
        {!replacing && (
          <Field
            label="Name"
            hint="Lower case letters, digits, dots, dashes and underscores."
            error={form.errorOf("name")}
          >
            <TextInput mono autoComplete="off" spellCheck={false} {...form.text("name")} />
          </Field>
        )}
        <Field label="Value" error={form.errorOf("value")}>
          <PasswordInput autoComplete="off" {...form.text("value")} />
        </Field>
      </div>
    </Dialog>
  )
}
