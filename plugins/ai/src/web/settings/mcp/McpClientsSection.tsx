import { type OauthClient, oauthAccess, oauthContract } from "@countersign/core/contract"
import { useCall, useCan, useChange, useLookalikes } from "@countersign/core/web"
import {
  Badge,
  Button,
  type Column,
  ConfirmDialog,
  DataTable,
  EmptyState,
  formatCount,
  Notice,
  rowMenuColumn,
  SettingsSection,
  Time,
} from "@countersign/ui"
import { useState } from "react"
import { ConfirmPolicyDialog } from "../tools/ConfirmPolicyDialog.tsx"
import { AddClientDialog } from "./AddClientDialog.tsx"

/** The apps, whoever connected them. */
export function McpClientsSection() {
  const can = useCan()
  const mayManage = can(oauthAccess.manage)
  const answer = useCall(oauthContract.listOauthClients, { sort: "name", limit: 200 })
  const lookalikes = useLookalikes("platform.oauth", answer.data?.items)
  const [asking, setAsking] = useState<{ about: "confirm" | "remove"; client: OauthClient } | null>(null)
  const [adding, setAdding] = useState(false)
  const update = useChange(oauthContract.updateOauthClient)
  const remove = useChange(oauthContract.removeOauthClient)
  const close = () => setAsking(null)
  const menu = rowMenuColumn<OauthClient>(
    ({ name }) => name,
    (client) => [
      {
        id: "confirm",
        label: "Who confirms its changes",
        onSelect: () => setAsking({ about: "confirm", client }),
      },
      {
        id: "enabled",
        label: client.enabled ? "Switch off" : "Switch on",
        onSelect: () => update.mutate({ id: client.id, version: client.version, enabled: !client.enabled }),
      },
      { id: "remove", label: "Remove", danger: true, onSelect: () => setAsking({ about: "remove", client }) },
    ],
  )
  return (
    <SettingsSection title="Apps" description="Every app that somebody has connected, or that was added by hand.">
      {update.error && <Notice tone="error">{update.error.message}</Notice>}
      <DataTable
        label="Apps"
        columns={mayManage ? [...COLUMNS, menu] : COLUMNS}
        rows={answer.data?.items}
        lookalikes={lookalikes}
        rowId={({ id }) => id}
        error={answer.error && { message: answer.error.message, onRetry: () => void answer.refetch() }}
        empty={
          <EmptyState title="No app yet" className="py-4! sm:items-start! sm:px-0! sm:text-left!">
            An app appears here once somebody has connected it.
          </EmptyState>
        }
      />
      {mayManage && (
        <Button className="self-start" onClick={() => setAdding(true)}>
          Add an app by hand
        </Button>
      )}
      {adding && <AddClientDialog onClose={() => setAdding(false)} />}
      {asking?.about === "confirm" && <ConfirmPolicyDialog client={asking.client} onClose={close} />}
      <ConfirmDialog
        open={asking?.about === "remove"}
        onOpenChange={(open) => !open && close()}
        title={`Remove ${asking?.client.name}?`}
        description="Everybody's connections to it end at once. People may connect it again, unless it was added by hand."
        confirmLabel="Remove app"
        onConfirm={() => asking && remove.mutateAsync({ id: asking.client.id })}
      />
    </SettingsSection>
  )
}

function lastUsed(at: string | null) {
  if (at === null) return "never used"
  return (
    <>
      used <Time instant={at} />
    </>
  )
}

const COLUMNS: readonly Column<OauthClient>[] = [
  {
    id: "name",
    header: "App",
    width: "2fr",
    priority: "title",
    cell: ({ name, enabled }) => (
      <>
        {name} {!enabled && <Badge>off</Badge>}
      </>
    ),
  },
  {
    id: "confirm",
    header: "Confirms",
    width: "128px",
    priority: "meta",
    cell: ({ confirm }) =>
      confirm === "client" ? <Badge tone="degraded">confirms itself</Badge> : <Badge>a person signs</Badge>,
  },
  {
    id: "grants",
    header: "Connections",
    width: "120px",
    priority: "meta",
    cell: ({ grants }) => formatCount(grants, "connection"),
  },
  {
    id: "lastUsedAt",
    header: "Last use",
    width: "104px",
    priority: "meta",
    cell: ({ lastUsedAt }) => lastUsed(lastUsedAt),
  },
]
