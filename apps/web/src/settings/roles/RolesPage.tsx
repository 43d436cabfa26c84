import { type OutputOf, roleAccess, rolesContract } from "@countersign/core/contract"
import { FormDialog, useCall, useCan, useForm, useLookalikes, useUrlState } from "@countersign/core/web"
import {
  Badge,
  Button,
  type Column,
  DataTable,
  EmptyState,
  Field,
  FilterBar,
  ListPage,
  ListSearch,
  Pagination,
  TextInput,
} from "@countersign/ui"
import { useNavigate } from "@tanstack/react-router"
import { useFilteredList } from "../../list/use-filtered-list.ts"

type Role = OutputOf<typeof rolesContract.listRoles>["items"][number]

export default function RolesPage() {
  const mayManage = useCan()(roleAccess.manage)
  const [state, patch] = useUrlState()
  const list = useFilteredList({ columns: ["name"], filters: ["text"] })
  const roles = useCall(
    rolesContract.listRoles,
    { ...list.page, text: list.filters.text || undefined },
    { keepPrevious: true, alsoShows: ["platform.person", "platform.application"] },
  )
  const lookalikes = useLookalikes("platform.role", roles.data?.items)
  const pagination = list.pagination(roles.data, "roles")
  return (
    <ListPage
      title="Roles"
      description="Named sets of permissions. What several roles allow adds up."
      action={
        mayManage && (
          <Button variant="primary" onClick={() => patch({ new: "role" })}>
            New role
          </Button>
        )
      }
      filters={
        <FilterBar>
          <ListSearch label="Find a role" {...list.control("text")} />
        </FilterBar>
      }
      pagination={pagination && <Pagination {...pagination} />}
    >
      <DataTable
        label="Roles"
        columns={COLUMNS}
        {...list.table(roles)}
        lookalikes={lookalikes}
        rowId={(role) => role.id}
        rowHref={(role) => `/settings/roles/${role.id}`}
        empty={
          <EmptyState title="No role matches" action={<Button onClick={list.clear}>Clear the search</Button>}>
            No role has this in its name.
          </EmptyState>
        }
      />
      {mayManage && <NewRoleDialog open={state.new === "role"} onClose={() => patch({ new: undefined })} />}
    </ListPage>
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
