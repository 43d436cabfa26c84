import { ListView, useCan, useList } from "@countersign/core/web"
import { Button, type Column, EmptyState, rowMenuColumn, Time } from "@countersign/ui"
import { useState } from "react"
import { catalogContract, type GroupOverview, groupAccess } from "../contract.ts"
import { CatalogNav } from "./CatalogNav.tsx"
import { DeleteGroupDialog, GroupDialog } from "./GroupDialogs.tsx"
import { countsInWords, SystemStatus } from "./status.tsx"

export default function GroupsPage() {
  const mayManage = useCan()(groupAccess.manage)
  const list = useList(catalogContract.listGroups, {
    noun: ["group", "groups"],
    sort: ["name", "updatedAt", "createdAt"],
    filters: { text: "text" },
    alsoShows: ["catalog.system"],
    lookalikes: "catalog.group",
  })
  // "new" or the group being edited.
  const [editing, setEditing] = useState<GroupOverview | "new" | null>(null)
  const [deleting, setDeleting] = useState<GroupOverview | null>(null)
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
      <ListView
        list={list}
        title="Groups"
        description="A group shows the worst status of its systems. A system can be in several groups, or in none."
        action={add}
        search="Search groups"
        columns={columns}
        rowHref={(group) => `/catalog/systems?group=${group.id}`}
        empty={
          <EmptyState title="No groups yet" action={add}>
            Groups gather systems that people look at together, such as everything behind the shop.
          </EmptyState>
        }
      />
      <GroupDialog group={editing} onClose={() => setEditing(null)} />
      <DeleteGroupDialog group={deleting} onClose={() => setDeleting(null)} />
    </>
  )
}
