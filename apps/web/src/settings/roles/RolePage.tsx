import { type OutputOf, roleAccess, rolesContract } from "@countersign/core/contract"
import { useCall, useCan, useChange } from "@countersign/core/web"
import {
  Badge,
  Button,
  ConfirmDialog,
  Field,
  Form,
  KeyValue,
  Notice,
  Panel,
  Skeleton,
  TextInput,
  TextLink,
  ThingPage,
  useToast,
} from "@countersign/ui"
import { useNavigate, useParams } from "@tanstack/react-router"
import { useState } from "react"
import { FormNotices } from "../../form/FormNotices.tsx"
import { LeaveGuard } from "../../form/LeaveGuard.tsx"
import { SaveBar } from "../../form/SaveBar.tsx"
import { useVerbForm } from "../../form/use-verb-form.ts"
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
  if (error)
    return (
      <ThingPage breadcrumbs={CRUMBS} title="Role">
        <Notice tone="error">{error.message}</Notice>
      </ThingPage>
    )
  if (!role)
    return (
      <ThingPage breadcrumbs={CRUMBS} title="Role">
        <Skeleton lines={8} label="Reading the role" />
      </ThingPage>
    )
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
  const form = useVerbForm(rolesContract.updateRole, {
    base: role,
    values: (base = role) => ({ name: base.name, description: base.description, rules: base.rules }),
    input: (values, base = role) => ({ id: base.id, version: base.version, ...values }),
    nextBase: (output): Role | undefined => output,
    alsoChanges: ["platform.person"],
  })
  return (
    <Form name="role" failure={form.error} onSubmit={form.submit} className="flex flex-col gap-6">
      <div className="flex max-w-xl flex-col gap-4">
        <Field label="Name" path="name">
          <TextInput autoComplete="off" {...form.text("name")} />
        </Field>
        <Field label="Description" optional path="description">
          <TextInput autoComplete="off" {...form.text("description")} />
        </Field>
      </div>
      <RulePicker value={form.values.rules} onChange={(rules) => form.set("rules", rules)} />
      <FormNotices form={form} labels={{ name: "Name", description: "Description", rules: "Permissions" }} />
      <SaveBar form={form} />
      <LeaveGuard dirty={form.dirty} />
    </Form>
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
