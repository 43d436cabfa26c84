import type { Connection } from "@countersign/core/contract"
import { callOptions, type PageModule, useCall, useChange } from "@countersign/core/web"
import { Badge, Button, DangerAction, DangerZone, Notice, Skeleton, ThingPage } from "@countersign/ui"
import { useNavigate, useParams } from "@tanstack/react-router"
import { useEffect, useState } from "react"
import { aiContract, type DriverEntry } from "../../../contract.ts"
import { ConnectionDeleteDialog } from "./ConnectionDeleteDialog.tsx"
import { ConnectionForm } from "./ConnectionForm.tsx"
import { ConnectionTestResult } from "./ConnectionTestResult.tsx"
import { CONNECTION_CRUMBS } from "./connection-crumbs.ts"

export const prefetch: PageModule["prefetch"] = (client, { params }) =>
  void client.prefetchQuery(callOptions(aiContract.getConnection, { id: params.connectionId ?? "" }))

export default function ConnectionPage() {
  const { connectionId } = useParams({ strict: false }) as { connectionId: string }
  const connection = useCall(aiContract.getConnection, { id: connectionId })
  const drivers = useCall(aiContract.listDrivers, {})
  if (connection.data && drivers.data)
    return (
      <StoredConnection
        key={connectionId}
        connection={connection.data}
        driver={drivers.data.drivers.find(({ id }) => id === connection.data.driver)}
        problem={connection.error?.message}
      />
    )
  const error = connection.error ?? drivers.error
  return (
    <ThingPage breadcrumbs={CONNECTION_CRUMBS} title="AI connection">
      {error ? <Notice tone="error">{error.message}</Notice> : <Skeleton lines={10} label="Reading the connection" />}
    </ThingPage>
  )
}

function StoredConnection(props: {
  connection: Connection
  driver: DriverEntry | undefined
  /** Why it could not be read again. */
  problem: string | undefined
}) {
  const { connection, driver, problem } = props
  const navigate = useNavigate()
  const [dirty, setDirty] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const [gone, setGone] = useState(false)
  // After the form has left with what was typed in it: nobody is asked whether to save what no longer exists.
  useEffect(() => {
    if (gone) void navigate({ to: "/settings/ai/connections" })
  }, [gone, navigate])
  const test = useChange(aiContract.testConnection, { alsoChanges: ["ai.audit"] })
  const failure = problem ?? test.error?.message
  return (
    <ThingPage
      breadcrumbs={CONNECTION_CRUMBS}
      title={connection.label}
      status={driver?.rehearsal && <Badge tone="degraded">No AI</Badge>}
      meta={connection.driverLabel}
      actions={
        <>
          {dirty && <span className="text-muted">Save first: the test uses what is stored.</span>}
          <Button busy={test.isPending} disabled={dirty} onClick={() => test.mutate({ id: connection.id })}>
            Test connection
          </Button>
        </>
      }
      notice={
        failure ? (
          <Notice tone="error">{failure}</Notice>
        ) : (
          test.data && !test.isPending && <ConnectionTestResult outcome={test.data} />
        )
      }
    >
      {gone ? null : driver ? (
        <ConnectionForm driver={driver} connection={connection} onSaved={() => test.reset()} onDirty={setDirty} />
      ) : (
        <Notice tone="error">
          This version has no driver called {connection.driver}. Connect the provider again in another way, and delete
          this connection.
        </Notice>
      )}
      <div className="max-w-5xl">
        <DangerZone>
          <DangerAction
            title="Delete this connection"
            action={
              <Button variant="danger" onClick={() => setDeleting(true)}>
                Delete connection
              </Button>
            }
          >
            Conversations on it go on with another model. The key cannot be recovered.
          </DangerAction>
        </DangerZone>
      </div>
      <ConnectionDeleteDialog
        connection={deleting ? connection : null}
        onClose={() => setDeleting(false)}
        onDeleted={() => setGone(true)}
      />
    </ThingPage>
  )
}
