import { applicationAccess, applicationsContract, type OutputOf } from "@countersign/core/contract"
import { useCall, useCan, useLookalikes, useUrlState } from "@countersign/core/web"
import {
  Badge,
  Button,
  type Column,
  DataTable,
  EmptyState,
  FilterBar,
  ListPage,
  ListSearch,
  Pagination,
  Select,
  TextLink,
  Time,
} from "@countersign/ui"
import { Bot } from "lucide-react"
import { useFilteredList } from "../../list/use-filtered-list.ts"
import { NewApplicationDialog } from "./NewApplicationDialog.tsx"

type Application = OutputOf<typeof applicationsContract.listApplications>["items"][number]

export default function ApplicationsPage() {
  const mayManage = useCan()(applicationAccess.manage)
  const [state, patch] = useUrlState()
  const list = useFilteredList({
    columns: ["name", "createdAt", "lastUsedAt"],
    filters: ["text", "state"],
  })
  const applications = useCall(
    applicationsContract.listApplications,
    {
      ...list.page,
      text: list.filters.text || undefined,
      state: (list.filters.state || undefined) as Application["state"] | undefined,
    },
    { keepPrevious: true, alsoShows: ["platform.role"] },
  )
  const lookalikes = useLookalikes("platform.application", applications.data?.items)
  const pagination = list.pagination(applications.data, "applications")
  const create = mayManage && (
    <Button variant="primary" onClick={() => patch({ new: "application" })}>
      New application
    </Button>
  )
  return (
    <ListPage
      title="Applications"
      description={
        <>
          Scripts and services that call the API with a key of their own. The verbs are listed in the{" "}
          <TextLink href="/api/docs" external>
            API reference
          </TextLink>
          .
        </>
      }
      action={create}
      filters={
        <FilterBar>
          <ListSearch label="Find an application" {...list.control("text")} />
          <Select
            prefixLabel="State"
            {...list.control("state")}
            options={[
              { value: "", label: "any" },
              { value: "active", label: "active" },
              { value: "disabled", label: "disabled" },
            ]}
          />
        </FilterBar>
      }
      pagination={pagination && <Pagination {...pagination} />}
    >
      <DataTable
        label="Applications"
        columns={COLUMNS}
        {...list.table(applications)}
        lookalikes={lookalikes}
        rowId={(application) => application.id}
        rowHref={(application) => `/settings/applications/${application.id}`}
        empty={
          list.filtered ? (
            <EmptyState title="No application matches" action={<Button onClick={list.clear}>Clear the filters</Button>}>
              No application has this name and state.
            </EmptyState>
          ) : (
            <EmptyState title="No application yet" icon={<Bot />} action={create}>
              An application gets a key and just the permissions you give it, so a script never acts as a person.
            </EmptyState>
          )
        }
      />
      {mayManage && (
        <NewApplicationDialog open={state.new === "application"} onClose={() => patch({ new: undefined })} />
      )}
    </ListPage>
  )
}

const COLUMNS: readonly Column<Application>[] = [
  { id: "name", header: "Name", sortable: true, width: "2fr", priority: "title", cell: (each) => each.name },
  { id: "description", header: "Description", width: "3fr", cell: (each) => each.description },
  {
    id: "roles",
    header: "Roles",
    width: "1.5fr",
    priority: "meta",
    cell: (each) => each.roles.map((role) => role.name).join(", ") || `${each.rules.length} permissions`,
  },
  { id: "keys", header: "Keys", width: "70px", align: "end", cell: (each) => String(each.keys) },
  {
    id: "lastUsedAt",
    header: "Last used",
    sortable: true,
    width: "120px",
    priority: "meta",
    cell: (each) => (each.lastUsedAt ? <Time instant={each.lastUsedAt} /> : <span className="text-faint">never</span>),
  },
  {
    id: "state",
    header: "State",
    width: "100px",
    priority: "meta",
    cell: (each) =>
      each.state === "disabled" ? <Badge tone="degraded">Disabled</Badge> : <Badge tone="healthy">Active</Badge>,
  },
]
