import { type OutputOf, oauthContract } from "@countersign/core/contract"
import { FormDialog, useForm } from "@countersign/core/web"
import { Button, Checkbox, CopyField, Dialog, Field, TextArea, TextInput } from "@countersign/ui"
import { useState } from "react"

/** For an app that neither publishes a document about itself nor may register itself. */
export function AddClientDialog({ onClose }: { onClose: () => void }) {
  const [added, setAdded] = useState<OutputOf<typeof oauthContract.addOauthClient> | null>(null)
  const form = useForm(oauthContract.addOauthClient, {
    values: () => ({ name: "", addresses: "", withSecret: false }),
    input: ({ addresses, ...values }) => ({ ...values, redirectUris: addresses.split(/\s+/).filter(Boolean) }),
    onDone: setAdded,
  })
  if (added)
    return (
      <Dialog
        open
        onOpenChange={(open) => !open && onClose()}
        title={`${added.client.name} can be connected`}
        footer={
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <div className="flex flex-col gap-4">
          <CopyField label="Client id" value={added.client.clientId} />
          {added.secret && <CopyField label="Client secret" value={added.secret} once />}
        </div>
      </Dialog>
    )
  return (
    <FormDialog
      name="mcp-app-new"
      form={form}
      onClose={onClose}
      title="Add an app by hand"
      description="Its documentation names the addresses it comes back to after signing in."
      submitLabel="Add app"
    >
      <Field label="Name" path="name" hint="People read it when they connect the app.">
        <TextInput autoComplete="off" {...form.text("name")} />
      </Field>
      <Field label="Redirect addresses" path="redirectUris" hint="One a line.">
        <TextArea mono rows={2} placeholder="http://127.0.0.1/callback" {...form.text("addresses")} />
      </Field>
      <Checkbox
        label="Give it a secret"
        hint="For apps that run on a server. One on people's computers cannot keep a secret."
        {...form.checked("withSecret")}
      />
    </FormDialog>
  )
}
