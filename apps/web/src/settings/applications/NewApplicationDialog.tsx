import { applicationsContract, type OutputOf } from "@countersign/core/contract"
import { FormDialog, useForm } from "@countersign/core/web"
import { Button, CopyField, Dialog, Field, MultiSelect, type Option, TextInput } from "@countersign/ui"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { useRoleOptions } from "../options.ts"

type Made = OutputOf<typeof applicationsContract.createApplication>

export function NewApplicationDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const navigate = useNavigate()
  const [made, setMade] = useState<Made | null>(null)
  if (made)
    return (
      <KeyDialog
        name={made.application.name}
        apiKey={made.key}
        onClose={() => void navigate({ to: `/settings/applications/${made.application.id}` })}
      />
    )
  return <NewApplicationForm open={open} onClose={onClose} onMade={setMade} />
}

/** The only moment a key is ever shown. */
export function KeyDialog({ name, apiKey, onClose }: { name: string; apiKey: string; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`The key of ${name}`}
      description={
        <>
          Send it with every request as <code>Authorization: Bearer</code>. It is stored only as a hash and cannot be
          shown again.
        </>
      }
      footer={
        <Button variant="primary" onClick={onClose}>
          I have stored it
        </Button>
      }
    >
      <CopyField label="API key" value={apiKey} once />
    </Dialog>
  )
}

function NewApplicationForm(props: { open: boolean; onClose: () => void; onMade: (made: Made) => void }) {
  const roles = useRoleOptions()
  const form = useForm(applicationsContract.createApplication, {
    values: () => ({ name: "", description: "", roles: [] as Option[] }),
    input: (values) => ({ ...values, roles: values.roles.map((role) => role.id) }),
    onDone: props.onMade,
  })
  return (
    <FormDialog
      name="application-new"
      form={form}
      open={props.open}
      onClose={props.onClose}
      title="New application"
      description="It gets its first key at once. Single permissions can be added on its page."
      submitLabel="Create application"
    >
      <Field label="Name" path="name">
        <TextInput autoComplete="off" placeholder="Deploy script" {...form.text("name")} />
      </Field>
      <Field label="Description" optional path="description">
        <TextInput autoComplete="off" {...form.text("description")} />
      </Field>
      <Field label="Roles" optional path="roles">
        <MultiSelect
          label="Roles"
          options={roles}
          value={form.values.roles}
          onChange={(value) => form.set("roles", [...value])}
        />
      </Field>
    </FormDialog>
  )
}
