import { ListView, useCan, useList, useRegistry } from "@countersign/core/web"
import { Button, type Column, EmptyState, formatCount, rowMenuColumn, Time } from "@countersign/ui"
import { useState } from "react"
import { catalogContract, type EnvironmentOverview, environmentAccess } from "../contract.ts"
import { CatalogNav } from "./CatalogNav.tsx"
import { DeleteEnvironmentDialog, EnvironmentDialog } from "./EnvironmentDialogs.tsx"

export default function EnvironmentsPage() {
  const mayManage = useCan()(environmentAccess.manage)
  const { hasFeature } = useRegistry()
  const list = useList(catalogContract.listEnvironments, {
    noun: ["environment", "environments"],
    sort: ["name", "updatedAt", "createdAt"],
    filters: { text: "text" },
    alsoShows: ["catalog.system"],
    lookalikes: "catalog.environment",
  })
  // "new" or the environment being edited.
  const [editing, setEditing] = useState<EnvironmentOverview | "new" | null>(null)
  const [deleting, setDeleting] = useState<EnvironmentOverview | null>(null)
  const add = mayManage && (
    <Button variant="primary" onClick={() => setEditing("new")}>
      Add environment
    </Button>
  )
  const columns: Column<EnvironmentOverview>[] = [
    { id: "name", header: "Name", sortable: true, width: "2fr", priority: "title", cell: (one) => one.name },
    {
      id: "systems",
      header: "Systems",
      width: "112px",
      priority: "meta",
      cell: (one) => formatCount(one.systemCount, "system"),
    },
    {
      id: "fields",
      header: "Fields",
      width: "3fr",
      mono: true,
      cell: (one) =>
        Object.entries(one.fields)
          .map(([key, value]) => `${key}=${value}`)
          .join("  "),
    },
    { id: "description", header: "Description", width: "3fr", cell: (one) => one.description },
    {
      id: "updatedAt",
      header: "Changed",
      sortable: true,
      width: "112px",
      priority: "meta",
      cell: (one) => <Time instant={one.updatedAt} />,
    },
    ...(mayManage
      ? [
          rowMenuColumn<EnvironmentOverview>(
            (one) => one.name,
            (one) => [
              { id: "edit", label: "Edit", onSelect: () => setEditing(one) },
              { id: "delete", label: "Delete", danger: true, onSelect: () => setDeleting(one) },
            ],
          ),
        ]
      : []),
  ]

  return (
    <>
      <CatalogNav current="environments" />
      <ListView
        list={list}
        title="Environments"
        description={`Stages such as production and staging.${hasFeature("checks") ? " Their fields can be used wherever checks take a template." : ""}`}
        action={add}
        search="Search environments"
        columns={columns}
        rowHref={(one) => `/catalog/systems?environment=${one.id}`}
        empty={
          <EmptyState title="No environments yet" action={add}>
            Add production first. A system that also runs in staging stays one system in two environments.
          </EmptyState>
        }
      />
      <EnvironmentDialog environment={editing} onClose={() => setEditing(null)} />
      <DeleteEnvironmentDialog environment={deleting} onClose={() => setDeleting(null)} />
    </>
  )
}
