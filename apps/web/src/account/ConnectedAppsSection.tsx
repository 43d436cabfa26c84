import { type OutputOf, oauthContract } from "@countersign/core/contract"
import { useCall, useChange } from "@countersign/core/web"
import { Button, ConfirmDialog, Notice, SettingsSection, Skeleton, Time } from "@countersign/ui"
import { useState } from "react"

type App = OutputOf<typeof oauthContract.listConnectedApps>["apps"][number]

export function ConnectedAppsSection() {
  const { data, error } = useCall(oauthContract.listConnectedApps, {}, { alsoShows: ["platform.oauth"] })
  return (
    <SettingsSection
      title="Connected apps"
      description="Apps that act for you, within what you let them have. Disconnect what you no longer use."
    >
      {error && <Notice tone="error">{error.message}</Notice>}
      {!data && !error && <Skeleton lines={2} label="Reading your connected apps" />}
      {data?.apps.length === 0 && <p className="text-muted">No app is connected to your account.</p>}
      {data && data.apps.length > 0 && (
        <ul className="divide-y divide-hairline border-hairline border-y">
          {data.apps.map((app) => (
            <AppRow key={app.id} app={app} />
          ))}
        </ul>
      )}
    </SettingsSection>
  )
}

function AppRow({ app }: { app: App }) {
  const [asking, setAsking] = useState(false)
  const disconnect = useChange(oauthContract.disconnectApp, { alsoChanges: ["platform.oauth"] })
  const { name } = app.client
  return (
    <li className="flex items-start justify-between gap-4 py-2">
      <div className="min-w-0">
        <p className="font-medium">
          {name} {app.host && <span className="font-normal text-muted">{app.host}</span>}
        </p>
        <p className="text-muted">{app.sentences.join(". ")}.</p>
        <p className="text-muted">
          {app.lastUsedAt && (
            <>
              Used <Time instant={app.lastUsedAt} />,{" "}
            </>
          )}
          connected <Time instant={app.createdAt} as="date" />
        </p>
      </div>
      <Button size="sm" aria-label={`Disconnect ${name}`} onClick={() => setAsking(true)}>
        Disconnect
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Disconnect ${name}?`}
        description="It can do nothing more for you from now on. To use it again, connect it again."
        confirmLabel="Disconnect"
        onConfirm={() => disconnect.mutateAsync({ id: app.id })}
      />
    </li>
  )
}
