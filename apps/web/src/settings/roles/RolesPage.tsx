import { type OutputOf, roleAccess, rolesContract } from "@countersign/core/contract"
import { FormDialog, ListView, useCan, useForm, useList, useUrlState } from "@countersign/core/web"
import { Badge, Button, type Column, Field, TextInput } from "@countersign/ui"
import { useNavigate } from "@tanstack/react-router"

type Role = OutputOf<typeof rolesContract.listRoles>["items"][number]

export default function RolesPage() {
  const mayManage = useCan()(roleAccess.manage)
  const [state, patch] = useUrlState()
  const list = useList(rolesContract.listRoles, {
    noun: ["role", "roles"],
    sort: ["name"],
    filters: { text: "text" },
    alsoShows: ["platform.person", "platform.application"],
    lookalikes: "platform.role",
  })
  return (
    <ListView
      list={list}
      title="Roles"
      description="Named sets of permissions. What several roles allow adds up."
      action={
        mayManage && (
          <Button variant="primary" onClick={() => patch({ new: "role" })}>
            New role
          </Button>
        )
      }
      search="Find a role"
      columns={COLUMNS}
      rowHref={(role) => `/settings/roles/${role.id}`}
      noMatch="No role has this in its name."
    >
      {mayManage && <NewRoleDialog open={state.new === "role"} onClose={() => patch({ new: undefined })} />}
    </ListView>
  )
}

const COLUMNS: readonly Column<Role>[] = [
  {
    id: "name",
    header: "Name",
    sortable: true,
    width: "1.5fr",
    priority: "title",
    cell: (role) => (
      <span className="inline-flex items-center gap-2">
        {role.name} {role.builtIn && <Badge>Built in</Badge>}
      </span>
    ),
  },
  { id: "description", header: "Description", width: "3fr", cell: (role) => role.description },
  {
    id: "rules",
    header: "Permissions",
    width: "120px",
    align: "end",
    priority: "meta",
    cell: (role) =>
      role.rules.includes("*") ? (
        <Amount of="all" noun="permissions" />
      ) : (
        <Amount of={role.rules.length} noun="permissions" />
      ),
  },
  {
    id: "people",
    header: "People",
    width: "90px",
    align: "end",
    priority: "meta",
    cell: (role) => <Amount of={role.people} noun={role.people === 1 ? "person" : "people"} />,
  },
  {
    id: "applications",
    header: "Applications",
    width: "120px",
    align: "end",
    cell: (role) => role.applications,
  },
]

/** On narrow screens there is no header to say what is counted. */
function Amount({ of, noun }: { of: number | string; noun: string }) {
  return (
    <span>
      {of}
      <span className="sm:hidden"> {noun}</span>
    </span>
  )
}

function NewRoleDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const navigate = useNavigate()
  const form = useForm(rolesContract.createRole, {
    values: () => ({ name: "", description: "" }),
    input: (values) => values,
    onDone: (role) => void navigate({ to: `/settings/roles/${role.id}` }),
  })
  return (
    <FormDialog
      name="role-new"
      form={form}
      open={open}
      onClose={onClose}
      title="New role"
      description="It starts without permissions; you choose them next."
      submitLabel="Create role"
    >
      <Field label="Name" path="name">
        <TextInput autoComplete="off" {...form.text("name")} />
      </Field>
      <Field label="Description" optional path="description">
        <TextInput autoComplete="off" {...form.text("description")} />
      </Field>
    </FormDialog>
  )
}
