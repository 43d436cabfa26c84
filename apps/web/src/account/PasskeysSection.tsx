import { type OutputOf, sessionContract } from "@countersign/core/contract"
import { CallError, call, refresh, useCall, useChange, useMe } from "@countersign/core/web"
import {
  Button,
  ConfirmDialog,
  Dialog,
  Field,
  type FormFailure,
  PasswordInput,
  SettingsSection,
  TextInput,
  Time,
  useToast,
} from "@countersign/ui"
import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { createPasskey, passkeysWork, wasCancelled } from "../sign-in/passkey.ts"
import { describeBrowser } from "./describe-browser.ts"

type Passkey = OutputOf<typeof sessionContract.listPasskeys>["passkeys"][number]

const SHOWN_BY = ["platform.passkey", "platform.person"]

export function PasskeysSection() {
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<Passkey | null>(null)
  const { data } = useCall(sessionContract.listPasskeys, {}, { alsoShows: SHOWN_BY })
  const remove = useChange(sessionContract.removePasskey, { alsoChanges: SHOWN_BY })
  const me = useMe()
  const works = passkeysWork()
  return (
    <SettingsSection
      title="Passkeys"
      description="Sign in with your device's fingerprint, face or PIN. A passkey takes the place of both password and code."
    >
      {data && data.passkeys.length > 0 && (
        <ul className="divide-y divide-hairline border-hairline border-y">
          {data.passkeys.map((passkey) => (
            <li key={passkey.id} className="flex items-center justify-between gap-4 py-2">
              <div className="min-w-0">
                <p className="font-medium">{passkey.name}</p>
                <p className="text-muted">
                  Added <Time instant={passkey.createdAt} as="date" />
                  {passkey.syncedByProvider ? ", synchronised by its provider" : ", on one device only"}
                </p>
              </div>
              <Button size="sm" aria-label={`Remove ${passkey.name}`} onClick={() => setRemoving(passkey)}>
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {works && !me.hasPassword ? (
        <p className="text-muted">
          Adding one asks for your password, and you have none here. Choose a password first.
        </p>
      ) : works ? (
        <Button className="self-start" onClick={() => setAdding(true)}>
          Add a passkey
        </Button>
      ) : (
        <p className="text-muted">This browser offers passkeys only over TLS, or not at all.</p>
      )}
      {adding && <AddDialog onClose={() => setAdding(false)} />}
      <ConfirmDialog
        open={removing !== null}
        onOpenChange={(open) => !open && setRemoving(null)}
        title={`Remove the passkey ${removing?.name ?? ""}?`}
        description="It no longer lets you in. Delete it on the device too, or it keeps offering it."
        confirmLabel="Remove passkey"
        onConfirm={() => removing && remove.mutateAsync({ id: removing.id })}
      />
    </SettingsSection>
  )
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const toast = useToast()
  const [name, setName] = useState(() => describeBrowser(navigator.userAgent))
  const [password, setPassword] = useState("")
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<FormFailure | null>(null)

  async function add() {
    setBusy(true)
    setFailure(null)
    try {
      const { options } = await call(sessionContract.startPasskeyRegistration, { password })
      const response = await createPasskey(options)
      await call(sessionContract.finishPasskeyRegistration, { name, response })
      await refresh(client, SHOWN_BY)
      toast.success(`The passkey ${name} is added.`)
      onClose()
    } catch (error) {
      if (!wasCancelled(error)) setFailure(explain(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Add a passkey"
      description="Your browser asks next where to keep it."
      size="sm"
      onSubmit={() => void add()}
      formName="passkey-new"
      failure={failure}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy}>
            Add passkey
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Name" path="name" hint="So that you can tell it from others later.">
          <TextInput value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
        <Field label="Your password" path="password">
          <PasswordInput
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
      </div>
    </Dialog>
  )
}

function explain(error: unknown): FormFailure {
  if (error instanceof CallError) return error
  return { message: "The browser made no passkey. It may be there already, or this device cannot keep one." }
}
