import { sessionContract } from "@countersign/core/contract"
import { useChange, useMe } from "@countersign/core/web"
import { Button, Dialog, Notice, Switch } from "@countersign/ui"
import { useState } from "react"
import { switchNoticesOff, switchNoticesOn, useNoticeState } from "./browser-notice.ts"

/** How this person wants to hear of proposals while they look at something else. */
export function ReminderMenu() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Reminders</Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        size="sm"
        title="When something waits for you"
        footer={<Button onClick={() => setOpen(false)}>Close</Button>}
      >
        <div className="flex flex-col gap-5">
          <BrowserSwitch />
          <MailSwitch />
        </div>
      </Dialog>
    </>
  )
}

function BrowserSwitch() {
  const state = useNoticeState()
  return (
    <div className="flex flex-col gap-2">
      <Switch
        label="Tell me in this browser"
        hint="A notice when something new waits for you and no page of Countersign is in sight. One has to be open somewhere."
        checked={state === "on"}
        disabled={state === "unsupported" || state === "blocked"}
        onChange={(on) => (on ? void switchNoticesOn() : switchNoticesOff())}
      />
      {state === "blocked" && (
        <Notice tone="warning">
          This browser blocks notices from this address. Allow them in the browser's settings for the site, then reload
          the page.
        </Notice>
      )}
      {state === "unsupported" && (
        <Notice>This browser cannot show notices of an open page. Mails work everywhere.</Notice>
      )}
    </div>
  )
}

function MailSwitch() {
  const me = useMe()
  const change = useChange(sessionContract.updatePreferences, { alsoChanges: ["platform.person"] })
  const wanted = change.isPending ? change.variables.signatureMails : me.preferences.signatureMails
  return (
    <div className="flex flex-col gap-2">
      <Switch
        label="Mail me"
        hint={`To ${me.email ?? "your address"}, when something has waited for you for some minutes. Administrators decide how many.`}
        checked={wanted ?? true}
        onChange={(signatureMails) => change.mutate({ signatureMails })}
      />
      {change.error && <Notice tone="error">{change.error.message}</Notice>}
    </div>
  )
}
