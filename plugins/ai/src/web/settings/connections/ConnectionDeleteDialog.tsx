import type { Connection } from "@countersign/core/contract"
import { useCall, useChange, useRegistry } from "@countersign/core/web"
import { Button, ConfirmDialog, Dialog, TextLink, useToast } from "@countersign/ui"
import { aiContract } from "../../../contract.ts"
import { SCOPE_WORDS, scopesHere } from "./scope-words.ts"

/** Asks before a connection is deleted, or says where it is still needed. */
export function ConnectionDeleteDialog(props: {
  connection: Connection | null
  onClose: () => void
  onDeleted?: () => void
}) {
  const { connection, onClose, onDeleted } = props
  const toast = useToast()
  const { data, error } = useCall(aiContract.listDefaults, {}, { enabled: connection !== null })
  const remove = useChange(aiContract.deleteConnection, {
    alsoChanges: ["ai.chat"],
    onDone() {
      toast.success(`${connection?.label} is deleted.`)
      onDeleted?.()
    },
  })
  const here = scopesHere(useRegistry())
  const scopes =
    data?.defaults.filter(({ scope, connectionId }) => connectionId === connection?.id && here.includes(scope)) ?? []
  if (connection && scopes.length > 0)
    return (
      <Dialog
        open
        onOpenChange={(open) => !open && onClose()}
        size="sm"
        title={`${connection.label} is still needed`}
        description="Conversations of these workspaces begin with it. Choose another default for each, then delete it."
        footer={<Button onClick={onClose}>Close</Button>}
      >
        <ul className="divide-y divide-hairline border-hairline border-y">
          {scopes.map(({ scope, model }) => (
            <li key={scope} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
              <TextLink href={`/settings/ai/defaults#${scope}`}>Default of {SCOPE_WORDS[scope].label}</TextLink>
              <span className="truncate font-mono text-muted">{model}</span>
            </li>
          ))}
        </ul>
      </Dialog>
    )
  return (
    <ConfirmDialog
      // The server refuses as well, so what could not be read does not keep the dialog away.
      open={connection !== null && (data !== undefined || error !== null)}
      onOpenChange={(open) => !open && onClose()}
      title={`Delete ${connection?.label ?? ""}?`}
      description="Its key is gone for good, and conversations on it go on with another model. What it was used for stays under AI usage."
      confirmLabel="Delete connection"
      typeToConfirm={connection?.label ?? ""}
      onConfirm={() => connection && remove.mutateAsync({ id: connection.id, version: connection.version })}
    />
  )
}
