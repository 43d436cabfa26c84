import type { Connection } from "@countersign/core/contract"
import { useCall, useChange, useLookalikes } from "@countersign/core/web"
import {
  Badge,
  Button,
  ButtonLink,
  type Column,
  DataTable,
  EmptyState,
  formatDuration,
  ListPage,
  Notice,
  rowMenuColumn,
  TextLink,
  useToast,
} from "@countersign/ui"
import { useNavigate } from "@tanstack/react-router"
import { type ReactNode, useState } from "react"
import { aiContract, type DriverEntry } from "../../../contract.ts"
import { ConnectionDeleteDialog } from "./ConnectionDeleteDialog.tsx"
import { useRoles } from "./ConnectionRolesField.tsx"
import type { TestOutcome } from "./ConnectionTestResult.tsx"
import { credentialFields } from "./credential-fields.ts"
import { capWords } from "./spend-cap.ts"

const NEW = "/settings/ai/connections/new"

export default function ConnectionsPage() {
  const navigate = useNavigate()
  const toast = useToast()
  const list = useCall(aiContract.listConnections, {})
  const lookalikes = useLookalikes("ai.connection", list.data?.connections)
  const drivers = useCall(aiContract.listDrivers, {})
  const roles = useRoles() ?? []
  const [deleting, setDeleting] = useState<Connection | null>(null)
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, TestOutcome | "testing">>>({})
  const test = useChange(aiContract.testConnection, { alsoChanges: ["ai.audit"] })

  async function runTest({ id, label }: Connection) {
    setOutcomes((before) => ({ ...before, [id]: "testing" }))
    try {
      const outcome = await test.mutateAsync({ id })
      setOutcomes((before) => ({ ...before, [id]: outcome }))
      if (outcome.ok) toast.success(`${label} works.`, outcome.sentence)
      else toast.show({ tone: "error", title: `The test of ${label} failed.`, detail: outcome.sentence })
    } catch (error) {
      setOutcomes(({ [id]: _, ...others }) => others)
      toast.error(error, `${label} could not be tested.`)
    }
  }
  const driverOf = (connection: Connection) => drivers.data?.drivers.find(({ id }) => id === connection.driver)
  const columns: readonly Column<Connection>[] = [
    { id: "label", header: "Name", width: "1.5fr", priority: "title", cell: ({ label }) => label },
    {
      id: "provider",
      header: "Provider",
      width: "2fr",
      priority: "meta",
      cell: (connection) => (
        <>
          {connection.driverLabel}
          {driverOf(connection)?.rehearsal && (
            <Badge tone="degraded" className="ml-1.5">
              No AI
            </Badge>
          )}
        </>
      ),
    },
    {
      id: "model",
      header: "Default model",
      width: "1.5fr",
      mono: true,
      priority: "meta",
      cell: ({ defaultModel }) => defaultModel || <span className="font-sans text-faint">none</span>,
    },
    {
      id: "roles",
      header: "Who",
      width: "1fr",
      cell: (connection) =>
        connection.roles.length === 0
          ? "everyone"
          : connection.roles.map((id) => roles.find((role) => role.id === id)?.label ?? id).join(", "),
    },
    {
      id: "cap",
      header: "Spend cap",
      width: "2fr",
      cell: ({ spendCap }) => (spendCap ? capWords(spendCap) : <span className="text-faint">none</span>),
    },
    {
      id: "state",
      header: "State",
      width: "1.5fr",
      priority: "meta",
      cell: (connection) => (
        <State connection={connection} driver={driverOf(connection)} outcome={outcomes[connection.id]} />
      ),
    },
    rowMenuColumn(
      ({ label }: Connection) => label,
      (connection) => [
        {
          id: "edit",
          label: "Edit",
          onSelect: () => void navigate({ to: `/settings/ai/connections/${connection.id}` }),
        },
        { id: "test", label: "Test", onSelect: () => void runTest(connection) },
        { id: "delete", label: "Delete", danger: true, onSelect: () => setDeleting(connection) },
      ],
    ),
  ]
  const connect = (
    <ButtonLink href={NEW} variant="primary">
      Connect a provider
    </ButtonLink>
  )
  return (
    <ListPage
      title="AI connections"
      description={
        <>
          Providers of the models that answer in the assistant, each with its key, who may use it, and how much may be
          spent. See <TextLink href="/help/settings/ai-connections">the guide</TextLink>.
        </>
      }
      action={list.data && list.data.connections.length > 0 && connect}
    >
      <DataTable
        label="AI connections"
        columns={columns}
        rows={list.data?.connections}
        lookalikes={lookalikes}
        rowId={({ id }) => id}
        rowLabel={({ label }) => label}
        rowHref={({ id }) => `/settings/ai/connections/${id}`}
        error={list.error && { message: list.error.message, onRetry: () => void list.refetch() }}
        empty={<NoConnection connect={connect} />}
      />
      <ConnectionDeleteDialog connection={deleting} onClose={() => setDeleting(null)} />
    </ListPage>
  )
}

function NoConnection({ connect }: { connect: ReactNode }) {
  const navigate = useNavigate()
  const toast = useToast()
  const rehearse = useChange(aiContract.createConnection, {
    alsoChanges: ["ai.chat", "ai.conversation"],
    onDone: () =>
      void toast.show({
        tone: "success",
        title: "The Rehearsal model is ready.",
        detail: "It is no AI: it plays a few requests through the real tools.",
        action: { label: "Open the assistant", onSelect: () => void navigate({ to: "/assistant" }) },
      }),
  })
  return (
    <>
      <EmptyState
        title="No AI provider is connected"
        action={connect}
        secondary={
          <Button
            busy={rehearse.isPending}
            onClick={() => rehearse.mutate({ driver: "rehearsal", label: "Rehearsal" })}
          >
            Try the Rehearsal model
          </Button>
        }
      >
        The assistant speaks with a provider of your choice, with a key of your own, and nothing is sent anywhere before
        you connect one. Without a key, the Rehearsal model shows how it all works: no AI, it recognises a few requests
        and plays them through the real tools.
      </EmptyState>
      {rehearse.error && <Notice tone="error">{rehearse.error.message}</Notice>}
    </>
  )
}

/** What can be told without a call, or what the last one told. */
function State(props: {
  connection: Connection
  driver: DriverEntry | undefined
  outcome: TestOutcome | "testing" | undefined
}) {
  const { connection, driver, outcome } = props
  if (outcome === "testing") return <span className="text-muted">Testing</span>
  if (outcome)
    return outcome.ok ? (
      <Badge tone="healthy">Answered in {formatDuration(outcome.latencyMs)}</Badge>
    ) : (
      <Badge tone="unhealthy">Test failed</Badge>
    )
  const needsKey =
    driver && credentialFields(driver.credential).some(({ kind, required }) => kind === "key" && required)
  if (needsKey && !connection.hasKey) return <Badge tone="unhealthy">No key</Badge>
  if (connection.defaultModel === "") return <Badge tone="degraded">No model</Badge>
  return <span className="text-muted">Set up</span>
}
