import { type OutputOf, roleAccess, rolesContract } from "@countersign/core/contract"
import { PageForm, useCall, useCan, useChange, useForm } from "@countersign/core/web"
import { Badge, Button, ConfirmDialog, KeyValue, Notice, Panel, TextLink, ThingPage, useToast } from "@countersign/ui"
import { useNavigate, useParams } from "@tanstack/react-router"
import { useState } from "react"
import { NameFields } from "../NameFields.tsx"
import { UnreadThingPage } from "../UnreadThingPage.tsx"
import { RulePicker } from "./RulePicker.tsx"

type Role = OutputOf<typeof rolesContract.getRole>

const CRUMBS = [
  { label: "Settings", href: "/settings" },
  { label: "Roles", href: "/settings/roles" },
]

export default function RolePage() {
  const { roleId } = useParams({ strict: false }) as { roleId: string }
  const mayManage = useCan()(roleAccess.manage)
  const { data: role, error } = useCall(
    rolesContract.getRole,
    { id: roleId },
    { alsoShows: ["platform.person", "platform.application"] },
  )
  if (error || !role) return <UnreadThingPage breadcrumbs={CRUMBS} kind="Role" error={error} />
  return (
    <ThingPage
      breadcrumbs={CRUMBS}
      title={role.name}
      status={role.builtIn && <Badge>Built in</Badge>}
      meta={role.description}
      actions={mayManage && !role.builtIn && <DeleteRole role={role} />}
      notice={
        role.editable ? undefined : <Notice>The administrator role holds everything and cannot be changed.</Notice>
      }
      facts={
        <Panel title="Held by">
          <KeyValue
            facts={[
              {
                label: "People",
                value: <TextLink href={`/settings/people?role=${role.id}`}>{String(role.people)}</TextLink>,
              },
              { label: "Applications", value: String(role.applications) },
            ]}
          />
        </Panel>
      }
    >
      {mayManage && role.editable ? <RoleForm role={role} /> : <RulePicker value={role.rules} />}
    </ThingPage>
  )
}

function RoleForm({ role }: { role: Role }) {
  const form = useForm(rolesContract.updateRole, {
    base: role,
    values: (base) => ({ name: base.name, description: base.description, rules: base.rules }),
    input: (values, base) => ({ id: base.id, version: base.version, ...values }),
    alsoChanges: ["platform.person"],
    labels: { name: "Name", description: "Description", rules: "Permissions" },
  })
  return (
    <PageForm name="role" form={form} className="gap-6">
      <div className="flex max-w-xl flex-col gap-4">
        <NameFields text={form.text} />
      </div>
      <RulePicker value={form.values.rules} onChange={(rules) => form.set("rules", rules)} />
    </PageForm>
  )
}

function DeleteRole({ role }: { role: Role }) {
  const [asking, setAsking] = useState(false)
  const navigate = useNavigate()
  const toast = useToast()
  const remove = useChange(rolesContract.deleteRole, {
    alsoChanges: ["platform.person", "platform.application"],
    onDone() {
      toast.success(`The role ${role.name} is deleted.`)
      void navigate({ to: "/settings/roles" })
    },
  })
  return (
    <>
      <Button onClick={() => setAsking(true)}>Delete role</Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Delete the role ${role.name}?`}
        description={`It is taken from ${role.people} people and ${role.applications} applications. This cannot be undone.`}
        confirmLabel="Delete role"
        onConfirm={() => remove.mutateAsync({ id: role.id })}
      />
    </>
  )
}
