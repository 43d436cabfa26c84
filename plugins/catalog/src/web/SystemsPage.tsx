import { useCall, useCan, useListState, useLookalikes, useRowParts, useToldApart } from "@countersign/core/web"
import { Button, type Column, DataTable, EmptyState, ListPage, Pagination, Select, Time } from "@countersign/ui"
import { useState } from "react"
import { catalogContract, groupAccess, type SystemSummary, systemAccess } from "../contract.ts"
import { AddActions } from "./AddActions.tsx"
import { AddToGroupDialog } from "./AddToGroupDialog.tsx"
import { CatalogNav } from "./CatalogNav.tsx"
import { FirstSteps } from "./FirstSteps.tsx"
import { filterOf, isFiltered, SystemFilters } from "./SystemFilters.tsx"
import { SystemStatus } from "./status.tsx"

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
  const { state, page, table, ask, pagination } = useListState(["name", "status", "updatedAt", "createdAt"])
  const seesGroups = can(groupAccess.read)
  const groups = useCall(catalogContract.listGroups, { limit: 200 }, { enabled: seesGroups })
  const groupName = useToldApart("catalog.group", groups.data?.items)
  const systems = useCall(
    catalogContract.listSystems,
    { ...filterOf(state), ...groupFilter(state.group), ...page },
    { keepPrevious: true, alsoShows: ["catalog.group", "catalog.environment", "platform.team"] },
  )
  const lookalikes = useLookalikes("catalog.system", systems.data?.items)
  const added = useRowParts("catalog.system", systems.data?.items)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [adding, setAdding] = useState(false)
  const pages = pagination(systems.data, "systems")
  const mayManage = can(systemAccess.manage)

  return (
    <>
      <CatalogNav current="systems" />
      <ListPage
        title="Systems"
        description="One entry per service. Stages such as staging are environments, not entries of their own."
        action={<AddActions />}
        filters={
          <SystemFilters state={state} ask={ask} more={["group"]}>
            {seesGroups && (
              <Select
                prefixLabel="Group"
                placeholder="any"
                options={[
                  { value: "none", label: "in no group" },
                  ...(groups.data?.items.map(({ id, name }) => ({ value: id, label: groupName(id, name) })) ?? []),
                ]}
                value={state.group ?? ""}
                onChange={(group) => ask({ group: group || undefined })}
              />
            )}
          </SystemFilters>
        }
        pagination={pages && <Pagination {...pages} />}
      >
        <DataTable
          label="Systems"
          columns={[...COLUMNS.slice(0, STATUS_COLUMNS), ...added, ...COLUMNS.slice(STATUS_COLUMNS)]}
          {...table(systems)}
          lookalikes={lookalikes}
          rowId={(system) => system.id}
          rowLabel={(system) => system.name}
          rowHref={(system) => `/catalog/systems/${system.id}`}
          empty={
            isFiltered(state, ["group"]) ? (
              <EmptyState title="No system matches">Try another word, or clear the filters.</EmptyState>
            ) : (
              <FirstSteps />
            )
          }
          noun={["system", "systems"]}
          {...(mayManage &&
            seesGroups && {
              selected,
              onSelect: setSelected,
              bulkActions: () => <Button onClick={() => setAdding(true)}>Add to group</Button>,
            })}
        />
      </ListPage>
      <AddToGroupDialog
        open={adding}
        onOpenChange={setAdding}
        systemIds={[...selected]}
        onDone={() => setSelected(new Set())}
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
