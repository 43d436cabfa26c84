import { useCall, useUrlState } from "@countersign/core/web"
import { Notice, Skeleton, ThingPage, useToast } from "@countersign/ui"
import { useNavigate } from "@tanstack/react-router"
import { aiContract } from "../../../contract.ts"
import { ConnectionDriverCards } from "./ConnectionDriverCards.tsx"
import { ConnectionForm } from "./ConnectionForm.tsx"
import { CONNECTION_CRUMBS } from "./connection-crumbs.ts"

export default function ConnectionNewPage() {
  const navigate = useNavigate()
  const toast = useToast()
  const [url, patch] = useUrlState()
  const { data, error } = useCall(aiContract.listDrivers, {})
  const driver = data?.drivers.find(({ id }) => id === url.driver)
  return (
    <ThingPage
      breadcrumbs={CONNECTION_CRUMBS}
      title="Connect a provider"
      meta="Choose who answers, and with which key. What the assistant is told, tool results included, is sent there."
    >
      {!data &&
        (error ? <Notice tone="error">{error.message}</Notice> : <Skeleton lines={6} label="Reading the list" />)}
      {data && (
        <ConnectionDriverCards drivers={data.drivers} value={driver?.id} onChange={(id) => patch({ driver: id })} />
      )}
      {driver && (
        <div className="mt-6 border-hairline border-t">
          <ConnectionForm
            key={driver.id}
            driver={driver}
            connection={null}
            onSaved={(connection) => {
              toast.success(`${connection.label} is saved.`, "Test it to see whether it answers.")
              void navigate({ to: `/settings/ai/connections/${connection.id}` })
            }}
          />
        </div>
      )}
    </ThingPage>
  )
}
