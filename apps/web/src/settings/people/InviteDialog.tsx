import { type OutputOf, peopleContract } from "@countersign/core/contract"
import { FormDialog, useForm } from "@countersign/core/web"
import { Button, CopyField, Dialog, Field, MultiSelect, type Option, TextInput, useToast } from "@countersign/ui"
import { useState } from "react"
import { useRoleOptions, useTeamOptions } from "../options.ts"

type Sent = OutputOf<typeof peopleContract.invitePerson>

/** Invites by mail; without a mail server the link is shown once, to hand over. */
export function InviteDialog({ open, onClose }: { open: boolean; onClose: (invited: boolean) => void }) {
  const toast = useToast()
  const [handOver, setHandOver] = useState<Sent | null>(null)

  function close() {
    const invited = handOver !== null
    setHandOver(null)
    onClose(invited)
  }
  function finish(sent: Sent) {
    if (sent.link) return setHandOver(sent)
    toast.success(`The invitation is on its way to ${sent.invitation.email}.`)
    onClose(true)
  }

  if (handOver)
    return (
      <InvitationLinkDialog open={open} email={handOver.invitation.email} link={handOver.link ?? ""} onClose={close} />
    )
  return <InviteForm open={open} onClose={close} onSent={finish} />
}

export function InvitationLinkDialog(props: { open: boolean; email: string; link: string; onClose: () => void }) {
  return (
    <Dialog
      open={props.open}
      onOpenChange={(open) => !open && props.onClose()}
      title="Hand over this link"
      description={`No mail was sent. Give the link to ${props.email} in a way you trust: whoever opens it first can join in their place.`}
      footer={
        <Button variant="primary" onClick={props.onClose}>
          Done
        </Button>
      }
    >
      <CopyField label="Invitation link" value={props.link} once />
    </Dialog>
  )
}

function InviteForm(props: { open: boolean; onClose: () => void; onSent: (sent: Sent) => void }) {
  const roles = useRoleOptions()
  const teams = useTeamOptions()
  const form = useForm(peopleContract.invitePerson, {
    values: () => ({ email: "", name: "", roles: [VIEWER] as Option[], teams: [] as Option[] }),
    input: (values) => ({
      email: values.email,
      name: values.name.trim() || undefined,
      roles: values.roles.map((role) => role.id),
      teams: values.teams.map((team) => team.id),
    }),
    onDone: props.onSent,
  })
  return (
    <FormDialog
      name="invite"
      form={form}
      open={props.open}
      onClose={props.onClose}
      title="Invite a person"
      description="They choose their own password with the link they get."
      submitLabel="Invite"
    >
      <Field label="Email" path="email">
        <TextInput type="email" autoComplete="off" {...form.text("email")} />
      </Field>
      <Field label="Name" optional hint="They can change it when they join." path="name">
        <TextInput autoComplete="off" {...form.text("name")} />
      </Field>
      <Field label="Roles" path="roles">
        <MultiSelect
          label="Roles"
          options={roles}
          value={form.values.roles}
          onChange={(value) => form.set("roles", [...value])}
        />
      </Field>
      {teams.length > 0 && (
        <Field label="Teams" optional path="teams">
          <MultiSelect
            label="Teams"
            options={teams}
            value={form.values.teams}
            onChange={(value) => form.set("teams", [...value])}
          />
        </Field>
      )}
    </FormDialog>
  )
}

/** Present in every installation; a new person can look around and change nothing. */
const VIEWER: Option = { id: "viewer", label: "Viewer" }
