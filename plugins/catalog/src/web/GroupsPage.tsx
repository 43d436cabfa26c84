import { useCall, useCan, useListState, useLookalikes } from "@countersign/core/web"
import {
  Button,
  type Column,
  DataTable,
  EmptyState,
  FilterBar,
  ListPage,
  ListSearch,
  Pagination,
  rowMenuColumn,
  Time,
} from "@countersign/ui"
import { useState } from "react"
import { catalogContract, type GroupOverview, groupAccess } from "../contract.ts"
import { CatalogNav } from "./CatalogNav.tsx"
import { DeleteGroupDialog, GroupDialog } from "./GroupDialogs.tsx"
import { countsInWords, SystemStatus } from "./status.tsx"

export default function GroupsPage() {
  const mayManage = useCan()(groupAccess.manage)
  const { state, page, table, ask, pagination } = useListState(["name", "updatedAt", "createdAt"])
  const groups = useCall(
    catalogContract.listGroups,
    { ...(state.text && { text: state.text }), ...page },
    { keepPrevious: true, alsoShows: ["catalog.system"] },
  )
  const lookalikes = useLookalikes("catalog.group", groups.data?.items)
  // "new" or the group being edited.
  const [editing, setEditing] = useState<GroupOverview | "new" | null>(null)
  const [deleting, setDeleting] = useState<GroupOverview | null>(null)
  const pages = pagination(groups.data, "groups")
  const add = mayManage && (
    <Button variant="primary" onClick={() => setEditing("new")}>
      Add group
    </Button>
  )
  const columns: Column<GroupOverview>[] = [
    { id: "name", header: "Name", sortable: true, width: "2fr", priority: "title", cell: (group) => group.name },
    {
      id: "status",
      header: "Status",
      width: "132px",
      priority: "meta",
      cell: (group) => <SystemStatus status={group.status} />,
    },
    {
      id: "systems",
      header: "Systems",
      width: "2fr",
      priority: "meta",
      cell: (group) => countsInWords(group.counts) || "none",
    },
    { id: "description", header: "Description", width: "3fr", cell: (group) => group.description },
    {
      id: "updatedAt",
      header: "Changed",
      sortable: true,
      width: "112px",
      cell: (group) => <Time instant={group.updatedAt} />,
    },
    ...(mayManage
      ? [
          rowMenuColumn<GroupOverview>(
            (group) => group.name,
            (group) => [
              { id: "edit", label: "Edit", onSelect: () => setEditing(group) },
              { id: "delete", label: "Delete", danger: true, onSelect: () => setDeleting(group) },
            ],
          ),
        ]
      : []),
  ]

  return (
    <>
      <CatalogNav current="groups" />
      <ListPage
        title="Groups"
        description="A group shows the worst status of its systems. A system can be in several groups, or in none."
        action={add}
        filters={
          <FilterBar>
            <ListSearch
              label="Search groups"
              value={state.text}
              onChange={(text) => ask({ text: text || undefined })}
            />
          </FilterBar>
        }
        pagination={pages && <Pagination {...pages} />}
      >
        <DataTable
          label="Groups"
          columns={columns}
          {...table(groups)}
          lookalikes={lookalikes}
          rowId={(group) => group.id}
          rowHref={(group) => `/catalog/systems?group=${group.id}`}
          empty={
            state.text ? (
              <EmptyState title="No group matches">Try another word.</EmptyState>
            ) : (
              <EmptyState title="No groups yet" action={add}>
                Groups gather systems that people look at together, such as everything behind the shop.
              </EmptyState>
            )
          }
        />
      </ListPage>
      <GroupDialog group={editing} onClose={() => setEditing(null)} />
      <DeleteGroupDialog group={deleting} onClose={() => setDeleting(null)} />
    </>
  )
}
