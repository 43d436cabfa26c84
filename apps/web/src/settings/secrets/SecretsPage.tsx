import { type OutputOf, secretAccess, secretsContract } from "@countersign/core/contract"
import { ListView, useCan, useChange, useList } from "@countersign/core/web"
import { Button, type Column, ConfirmDialog, EmptyState, rowMenuColumn, Time } from "@countersign/ui"
import { Lock } from "lucide-react"
import { useState } from "react"
import { ReplaceSecretDialog, SecretHostsDialog, StoreSecretDialog } from "./secret-dialogs.tsx"

type Secret = OutputOf<typeof secretsContract.listSecrets>["items"][number]

export default function SecretsPage() {
  const mayManage = useCan()(secretAccess.manage)
  const [storing, setStoring] = useState(false)
  const [replacing, setReplacing] = useState<Secret | null>(null)
  const [directing, setDirecting] = useState<Secret | null>(null)
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
    <Button variant="primary" onClick={() => setStoring(true)}>
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
    {
      id: "hosts",
      header: "May go to",
      width: "2fr",
      priority: "meta",
      cell: (secret) => <Destinations hosts={secret.hosts} />,
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
              { id: "replace", label: "Replace", onSelect: () => setReplacing(secret) },
              { id: "hosts", label: "Change where it may go", onSelect: () => setDirecting(secret) },
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
      description="Passwords and tokens that are used by name, and sent only to the hosts that each of them says. Once stored, a value has no way out again."
      action={store}
      search="Find a secret"
      columns={columns}
      noMatch="No secret has this in its name."
      empty={
        <EmptyState title="No secret is stored" icon={<Lock />} action={store}>
          Store a token here once, say where it may go, and refer to it by its name wherever one is asked for.
        </EmptyState>
      }
    >
      {storing && <StoreSecretDialog onClose={() => setStoring(false)} />}
      {replacing && <ReplaceSecretDialog secret={replacing} onClose={() => setReplacing(null)} />}
      {directing && <SecretHostsDialog secret={directing} onClose={() => setDirecting(null)} />}
      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={(open) => !open && setDeleting(null)}
        title={`Delete the secret ${deleting?.name ?? ""}?`}
        description="Whatever names it fails from now on. The value cannot be recovered."
        confirmLabel="Delete secret"
        typeToConfirm={deleting?.name ?? ""}
        onConfirm={() => deleting && remove.mutateAsync({ name: deleting.name })}
      />
    </ListView>
  )
}

/** The whole list stands in the dialog that changes it. */
function Destinations({ hosts }: { hosts: readonly string[] }) {
  if (hosts.length === 0) return <span className="text-muted">Nowhere yet</span>
  return hosts.length > 2 ? `${hosts[0]} and ${hosts.length - 1} more` : hosts.join(", ")
}
