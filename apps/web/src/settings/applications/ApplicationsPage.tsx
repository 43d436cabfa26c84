import { applicationAccess, applicationsContract, type OutputOf } from "@countersign/core/contract"
import { ListView, useCan, useList, useUrlState } from "@countersign/core/web"
import { Badge, Button, type Column, EmptyState, Select, TextLink, Time } from "@countersign/ui"
import { Bot } from "lucide-react"
import { NewApplicationDialog } from "./NewApplicationDialog.tsx"

type Application = OutputOf<typeof applicationsContract.listApplications>["items"][number]

export default function ApplicationsPage() {
  const mayManage = useCan()(applicationAccess.manage)
  const [state, patch] = useUrlState()
  const list = useList(applicationsContract.listApplications, {
    noun: ["application", "applications"],
    sort: ["name", "createdAt", "lastUsedAt"],
    filters: { text: "text", state: ["active", "disabled"] },
    alsoShows: ["platform.role"],
    lookalikes: "platform.application",
  })
  const create = mayManage && (
    <Button variant="primary" onClick={() => patch({ new: "application" })}>
      New application
    </Button>
  )
  return (
    <ListView
      list={list}
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
      search="Find an application"
      filters={
        <Select
          prefixLabel="State"
          placeholder="any"
          options={[
            { value: "active", label: "active" },
            { value: "disabled", label: "disabled" },
          ]}
          {...list.control("state")}
        />
      }
      columns={COLUMNS}
      rowHref={(application) => `/settings/applications/${application.id}`}
      noMatch="No application has this name and state."
      empty={
        <EmptyState title="No application yet" icon={<Bot />} action={create}>
          An application gets a key and just the permissions you give it, so a script never acts as a person.
        </EmptyState>
      }
    >
      {mayManage && (
        <NewApplicationDialog open={state.new === "application"} onClose={() => patch({ new: undefined })} />
      )}
    </ListView>
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
    cell: (each) =>
      each.roles.map((role) => role.name).join(", ") ||
      (each.rules.length === 1 ? "1 permission" : `${each.rules.length} permissions`),
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
