import { ListTable, useCall, useCan, useList, useRowParts, useToldApart } from "@countersign/core/web"
import { Button, type Column, ListPage, Select, Time } from "@countersign/ui"
import { useState } from "react"
import { catalogContract, groupAccess, type SystemSummary, systemAccess } from "../../contract.ts"
import { AddActions } from "../AddActions.tsx"
import { AddToGroupDialog } from "../AddToGroupDialog.tsx"
import { CatalogNav } from "../CatalogNav.tsx"
import { FirstSteps } from "../FirstSteps.tsx"
import { SystemStatus } from "../status.tsx"
import { filterOf, SystemFilters } from "./SystemFilters.tsx"

const COLUMNS: Column<SystemSummary>[] = [
  {
    id: "name",
    header: "Name",
    sortable: true,
    width: "2fr",
    priority: "title",
    cell: (system) => system.name,
  },
  {
    id: "status",
    header: "Status",
    sortable: true,
    width: "132px",
    priority: "meta",
    cell: (system) => <SystemStatus status={system.status} />,
  },
  { id: "groups", header: "Groups", width: "1.5fr", cell: (system) => names(system.groups) },
  { id: "environments", header: "Environments", width: "1.5fr", cell: (system) => names(system.environments) },
  { id: "owner", header: "Owner", cell: (system) => system.ownerTeam?.name ?? "" },
  { id: "tags", header: "Tags", width: "1.5fr", cell: (system) => system.tags.join(", ") },
  {
    id: "updatedAt",
    header: "Changed",
    sortable: true,
    width: "104px",
    priority: "meta",
    cell: (system) => <Time instant={system.updatedAt} />,
  },
  {
    id: "createdAt",
    header: "Added",
    sortable: true,
    width: "104px",
    cell: (system) => <Time instant={system.createdAt} />,
  },
]

// What other plugins say of a system stands beside its status.
const STATUS_COLUMNS = 2

export default function SystemsPage() {
  const can = useCan()
  const list = useList(catalogContract.listSystems, {
    noun: ["system", "systems"],
    sort: ["name", "status", "updatedAt", "createdAt"],
    filters: { text: "text", status: "text", environment: "id", tag: "text", group: "text" },
    input: ({ group, ...filters }) => ({ ...filterOf(filters), ...groupFilter(group) }),
    alsoShows: ["catalog.group", "catalog.environment", "platform.team"],
    lookalikes: "catalog.system",
  })
  const seesGroups = can(groupAccess.read)
  const groups = useCall(catalogContract.listGroups, { limit: 200 }, { enabled: seesGroups })
  const groupName = useToldApart("catalog.group", groups.data?.items)
  const added = useRowParts("catalog.system", list.rows)
  const [adding, setAdding] = useState(false)
  const mayManage = can(systemAccess.manage)

  return (
    <>
      <CatalogNav current="systems" />
      <ListPage
        title="Systems"
        description="One entry per service. Stages such as staging are environments, not entries of their own."
        action={<AddActions />}
        filters={
          <SystemFilters state={list.state} ask={list.ask} more={["group"]}>
            {seesGroups && (
              <Select
                prefixLabel="Group"
                placeholder="any"
                options={[
                  { value: "none", label: "in no group" },
                  ...(groups.data?.items.map(({ id, name }) => ({ value: id, label: groupName(id, name) })) ?? []),
                ]}
                {...list.control("group")}
              />
            )}
          </SystemFilters>
        }
      >
        <ListTable
          list={list}
          label="Systems"
          columns={[...COLUMNS.slice(0, STATUS_COLUMNS), ...added, ...COLUMNS.slice(STATUS_COLUMNS)]}
          rowLabel={(system) => system.name}
          rowHref={(system) => `/catalog/systems/${system.id}`}
          empty={<FirstSteps />}
          bulkActions={mayManage && seesGroups && <Button onClick={() => setAdding(true)}>Add to group</Button>}
        />
      </ListPage>
      <AddToGroupDialog
        open={adding}
        onOpenChange={setAdding}
        systemIds={[...list.selection.ids]}
        onDone={() => list.selection.select([])}
      />
    </>
  )
}

function groupFilter(group: string | undefined) {
  if (!group) return {}
  return group === "none" ? { ungrouped: true } : { groupId: group }
}

function names(things: readonly { name: string }[]): string {
  return things.map(({ name }) => name).join(", ")
}
