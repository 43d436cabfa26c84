import { oauthContract } from "@countersign/core/contract"
import { useChange } from "@countersign/core/web"
import { Button, Checkbox, CopyField, Dialog, Field, TextArea, TextInput } from "@countersign/ui"
import { useState } from "react"

/** For an app that neither publishes a document about itself nor may register itself. */
export function AddClientDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState("")
  const [addresses, setAddresses] = useState("")
  const [withSecret, setWithSecret] = useState(false)
  const add = useChange(oauthContract.addOauthClient)
  const redirectUris = addresses.split(/\s+/).filter(Boolean)
  if (add.data)
    return (
      <Dialog
        open
        onOpenChange={(open) => !open && onClose()}
        title={`${add.data.client.name} can be connected`}
        footer={
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <div className="flex flex-col gap-4">
          <CopyField label="Client id" value={add.data.client.clientId} />
          {add.data.secret && <CopyField label="Client secret" value={add.data.secret} once />}
        </div>
      </Dialog>
    )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Add an app by hand"
      description="Its documentation names the addresses it comes back to after signing in."
      onSubmit={() => add.mutate({ name, redirectUris, withSecret })}
      formName="mcp-app-new"
      failure={add.error}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={add.isPending}>
            Add app
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Name" path="name" hint="People read it when they connect the app.">
          <TextInput autoComplete="off" value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
        <Field label="Redirect addresses" path="redirectUris" hint="One a line.">
          <TextArea
            mono
            rows={2}
            placeholder="http://127.0.0.1/callback"
            value={addresses}
            onChange={(event) => setAddresses(event.target.value)}
          />
        </Field>
        <Checkbox
          label="Give it a secret"
          hint="For apps that run on a server. One on people's computers cannot keep a secret."
          checked={withSecret}
          onChange={setWithSecret}
        />
      </div>
    </Dialog>
  )
}
