import { type OutputOf, sessionContract } from "@countersign/core/contract"
import { useCall, useChange } from "@countersign/core/web"
import { Badge, Button, ConfirmDialog, Notice, SettingsSection, Skeleton, Time, useToast } from "@countersign/ui"
import { useState } from "react"
import { leaveAllTabs } from "../session.ts"
import { describeBrowser } from "./describe-browser.ts"

type Session = OutputOf<typeof sessionContract.listSessions>["sessions"][number]

export function SessionsSection() {
  const [asking, setAsking] = useState(false)
  const { data, error } = useCall(sessionContract.listSessions, {}, { alsoShows: ["platform.session"] })
  const everywhere = useChange(sessionContract.signOutEverywhere)
  return (
    <SettingsSection title="Sessions" description="Where you are signed in. End what you do not recognise.">
      {error && <Notice tone="error">{error.message}</Notice>}
      {!data && !error && <Skeleton lines={3} label="Reading your sessions" />}
      {data && (
        <ul className="divide-y divide-hairline border-hairline border-y">
          {data.sessions.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
      <Button className="self-start" onClick={() => setAsking(true)}>
        Sign out everywhere
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Sign out everywhere?"
        description="Every session of yours ends within seconds, this one too, and your connected apps are disconnected."
        confirmLabel="Sign out everywhere"
        danger={false}
        onConfirm={() => everywhere.mutateAsync({}).then(leaveAllTabs)}
      />
    </SettingsSection>
  )
}

function SessionRow({ session }: { session: Session }) {
  const toast = useToast()
  const end = useChange(sessionContract.revokeSession, { alsoChanges: ["platform.session"] })
  const browser = describeBrowser(session.userAgent)
  return (
    <li className="flex items-center justify-between gap-4 py-2">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {browser} {session.current && <Badge tone="accent">This one</Badge>}
        </p>
        <p className="text-muted">
          {session.address ? `${session.address}, ` : ""}
          used <Time instant={session.lastUsedAt} />, since <Time instant={session.createdAt} as="date" />
        </p>
      </div>
      {!session.current && (
        <Button
          size="sm"
          busy={end.isPending}
          aria-label={`End the session in ${browser}`}
          onClick={() => end.mutate({ id: session.id }, { onError: (cause) => toast.error(cause) })}
        >
          End
        </Button>
      )}
    </li>
  )
}
