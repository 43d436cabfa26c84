import { applicationsContract } from "@countersign/core/contract"
import { useChange } from "@countersign/core/web"
import {
  Button,
  type Column,
  ConfirmDialog,
  DataTable,
  EmptyState,
  rowMenuColumn,
  Time,
  useToast,
} from "@countersign/ui"
import { useState } from "react"
import type { ApplicationDetails } from "./ApplicationPage.tsx"
import { KeyDialog } from "./NewApplicationDialog.tsx"

type Key = ApplicationDetails["keys"][number]

export function ApplicationKeys({ application, mayManage }: { application: ApplicationDetails; mayManage: boolean }) {
  const toast = useToast()
  const [shown, setShown] = useState<string | null>(null)
  const [asking, setAsking] = useState<{ what: "rotate" | "revoke"; key: Key } | null>(null)
  const add = useChange(applicationsContract.addKey, { onDone: ({ key }) => setShown(key) })
  const rotate = useChange(applicationsContract.rotateKey, { onDone: ({ key }) => setShown(key) })
  const revoke = useChange(applicationsContract.revokeKey)
  const addKey = mayManage && (
    <Button
      busy={add.isPending}
      onClick={() => add.mutate({ id: application.id }, { onError: (cause) => toast.error(cause) })}
    >
      Add a key
    </Button>
  )

  const columns: readonly Column<Key>[] = [
    { id: "start", header: "Key", mono: true, width: "2fr", priority: "title", cell: (key) => `${key.start}…` },
    {
      id: "createdAt",
      header: "Made",
      width: "1fr",
      priority: "meta",
      cell: (key) => <Time instant={key.createdAt} />,
    },
    {
      id: "lastUsedAt",
      header: "Last used",
      width: "1fr",
      priority: "meta",
      cell: (key) => (key.lastUsedAt ? <Time instant={key.lastUsedAt} /> : <span className="text-faint">never</span>),
    },
    ...(mayManage
      ? [
          rowMenuColumn(
            (key: Key) => `${key.start}…`,
            (key) => [
              { id: "rotate", label: "Rotate", onSelect: () => setAsking({ what: "rotate", key }) },
              { id: "revoke", label: "Revoke", danger: true, onSelect: () => setAsking({ what: "revoke", key }) },
            ],
          ),
        ]
      : []),
  ]
  const close = (open: boolean) => !open && setAsking(null)
  const ids = asking && { id: application.id, keyId: asking.key.id }
  return (
    <>
      <DataTable
        label="API keys"
        columns={columns}
        rows={application.keys}
        rowId={(key) => key.id}
        empty={
          <EmptyState title="No key" action={addKey}>
            Without a key the application cannot call anything.
          </EmptyState>
        }
      />
      {application.keys.length > 0 && <div className="mt-4">{addKey}</div>}
      <ConfirmDialog
        open={asking?.what === "rotate"}
        onOpenChange={close}
        title={`Rotate the key ${asking?.key.start}…?`}
        description="You get a new key, and this one stops working at once. To change over without a gap, add a key first and revoke this one later."
        confirmLabel="Rotate key"
        onConfirm={() => ids && rotate.mutateAsync(ids)}
      />
      <ConfirmDialog
        open={asking?.what === "revoke"}
        onOpenChange={close}
        title={`Revoke the key ${asking?.key.start}…?`}
        description="Whatever uses it is refused from now on. This cannot be undone."
        confirmLabel="Revoke key"
        onConfirm={() => ids && revoke.mutateAsync(ids)}
      />
      {shown && <KeyDialog name={application.name} apiKey={shown} onClose={() => setShown(null)} />}
    </>
  )
}
