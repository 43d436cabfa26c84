import { type OauthGrant, oauthAccess, oauthContract } from "@countersign/core/contract"
import { ListTable, useCan, useChange, useList } from "@countersign/core/web"
import { Button, type Column, ConfirmDialog, EmptyState, SettingsSection, Time } from "@countersign/ui"
import { useState } from "react"

/** Who has connected what, and the end of it. */
export function ConnectionsSection() {
  const can = useCan()
  const list = useList(oauthContract.listOauthGrants, {
    noun: ["connection", "connections"],
    sort: ["lastUsedAt", "createdAt"],
    direction: "desc",
  })
  const [revoking, setRevoking] = useState<OauthGrant | null>(null)
  const revoke = useChange(oauthContract.revokeOauthGrant)
  const revokeColumn: Column<OauthGrant> = {
    id: "revoke",
    header: "Revoke",
    headerHidden: true,
    width: "max-content",
    align: "end",
    priority: "actions",
    cell: (grant) => (
      <Button size="sm" onClick={() => setRevoking(grant)}>
        Revoke
        <span className="sr-only">
          {" "}
          {grant.client.name} of {grant.person.name}
        </span>
      </Button>
    ),
  }
  return (
    <SettingsSection
      title="Connections"
      description="One for each person and app. A connection that is revoked stops working at once."
    >
      <ListTable
        list={list}
        label="Connections"
        columns={can(oauthAccess.manage) ? [...COLUMNS, revokeColumn] : COLUMNS}
        empty={
          <EmptyState title="Nobody has connected an app" className="py-4! sm:items-start! sm:px-0! sm:text-left!">
            Copy the configuration above into the app you use.
          </EmptyState>
        }
      />
      <ConfirmDialog
        open={revoking !== null}
        onOpenChange={(open) => !open && setRevoking(null)}
        title={`End the connection of ${revoking?.person.name} to ${revoking?.client.name}?`}
        description="What it proposed stays on the Signatures page. They can connect the app again."
        confirmLabel="Revoke connection"
        onConfirm={() => revoking && revoke.mutateAsync({ id: revoking.id })}
      />
    </SettingsSection>
  )
}

const COLUMNS: readonly Column<OauthGrant>[] = [
  { id: "person", header: "Person", width: "1fr", priority: "title", cell: ({ person }) => person.name },
  { id: "client", header: "App", width: "1fr", priority: "meta", cell: ({ client }) => client.name },
  {
    id: "scopes",
    header: "May use",
    width: "1fr",
    cell: ({ scopes }) => scopes.filter((scope) => scope !== "offline_access").join(", "),
  },
  {
    id: "lastUsedAt",
    header: "Last use",
    width: "104px",
    priority: "meta",
    cell: ({ lastUsedAt }) => (lastUsedAt ? <Time instant={lastUsedAt} /> : <span className="text-faint">never</span>),
  },
]
