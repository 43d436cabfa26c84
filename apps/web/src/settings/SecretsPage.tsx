import { type OutputOf, secretAccess, secretsContract } from "@countersign/core/contract"
import { FormDialog, ListView, useCan, useChange, useForm, useList } from "@countersign/core/web"
import {
  Button,
  type Column,
  ConfirmDialog,
  EmptyState,
  Field,
  PasswordInput,
  rowMenuColumn,
  TextInput,
  Time,
  useToast,
} from "@countersign/ui"
import { Lock } from "lucide-react"
import { useState } from "react"

type Secret = OutputOf<typeof secretsContract.listSecrets>["items"][number]

export default function SecretsPage() {
  const mayManage = useCan()(secretAccess.manage)
  const [storing, setStoring] = useState<{ name: string } | null>(null)
  const [deleting, setDeleting] = useState<Secret | null>(null)
  const remove = useChange(secretsContract.deleteSecret)
  const list = useList(secretsContract.listSecrets, {
    noun: ["secret", "secrets"],
    sort: ["name", "setAt"],
    filters: { text: "text" },
    rowId: ({ name }) => name,
    lookalikes: "platform.secret",
  })
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
          rowMenuColumn(
            (secret: Secret) => secret.name,
            (secret) => [
              { id: "replace", label: "Replace", onSelect: () => setStoring({ name: secret.name }) },
              { id: "delete", label: "Delete", danger: true, onSelect: () => setDeleting(secret) },
            ],
          ),
        ]
      : []),
  ]
  return (
    <ListView
      list={list}
      title="Secrets"
      description="Passwords and tokens that plugins use by name. Once stored, a value has no way out again."
      action={store}
      search="Find a secret"
      columns={columns}
      noMatch="No secret has this in its name."
      empty={
        <EmptyState title="No secret is stored" icon={<Lock />} action={store}>
          Store a token here once, and refer to it by its name wherever one is asked for.
        </EmptyState>
      }
    >
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
    </ListView>
  )
}

function StoreDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const toast = useToast()
  const replacing = name !== ""
  const form = useForm(secretsContract.setSecret, {
    values: () => ({ name, value: "" }),
    input: (values) => values,
    onDone(secret) {
      toast.success(`The secret ${secret.name} is ${replacing ? "replaced" : "stored"}.`)
      onClose()
    },
  })
  return (
    <FormDialog
      name="secret"
      form={form}
      open
      onClose={onClose}
      title={replacing ? `Replace ${name}` : "Store a secret"}
      description={
        replacing
          ? "Whatever refers to it uses the new value from now on."
          : "A name that is taken gets the new value instead of its old one."
      }
      submitLabel={replacing ? "Replace secret" : "Store secret"}
    >
      {!replacing && (
        <Field label="Name" hint="Lower case letters, digits, dots, dashes and underscores." path="name">
          <TextInput mono autoComplete="off" spellCheck={false} {...form.text("name")} />
        </Field>
      )}
      <Field label="Value" path="value">
        <PasswordInput autoComplete="off" {...form.text("value")} />
      </Field>
    </FormDialog>
  )
}
