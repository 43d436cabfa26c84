import { peopleContract } from "@countersign/core/contract"
import { useCall } from "@countersign/core/web"
import { type Column, DataTable, EmptyState, Notice, Panel, Skeleton } from "@countersign/ui"

/** Each right a person has, and where it comes from. */
export function PersonAccess({ personId }: { personId: string }) {
  const { data, error } = useCall(
    peopleContract.explainAccess,
    { personId },
    { alsoShows: ["platform.role", "platform.team"] },
  )
  if (error) return <Notice tone="error">{error.message}</Notice>
  if (!data) return <Skeleton lines={6} label="Reading the permissions" />

  return (
    <div className="flex flex-col gap-8">
      {data.administrator && (
        <Notice>
          {data.person.name} is an administrator and may do everything, except reach things that are private to teams
          they are not in.
        </Notice>
      )}
      <Panel title="Through roles">
        <DataTable
          label="Permissions through roles"
          columns={RULE_COLUMNS}
          rows={data.rules}
          rowId={(rule) => rule.id}
          empty={<EmptyState title="No role gives a permission">Give the person a role on the Profile tab.</EmptyState>}
        />
      </Panel>
      <Panel title="Through teams">
        <DataTable
          label="Grants through teams"
          columns={GRANT_COLUMNS}
          rows={data.grants}
          rowId={(grant) => `${grant.team.id} ${grant.resource} ${grant.thingId}`}
          empty={
            <EmptyState title="Nothing is shared with their teams">
              What is shared with a team they are in appears here.
            </EmptyState>
          }
        />
      </Panel>
    </div>
  )
}

type Explained = NonNullable<ReturnType<typeof useCall<typeof peopleContract.explainAccess>>["data"]>

const RULE_COLUMNS: readonly Column<Explained["rules"][number]>[] = [
  { id: "sentence", header: "May", cell: (rule) => rule.sentence, width: "3fr", priority: "title" },
  { id: "id", header: "Permission", cell: (rule) => rule.id, mono: true, width: "2fr", priority: "meta" },
  {
    id: "from",
    header: "From",
    width: "1fr",
    priority: "meta",
    cell: (rule) => rule.roles.map((role) => role.name).join(", "),
  },
]

const GRANT_COLUMNS: readonly Column<Explained["grants"][number]>[] = [
  {
    id: "thing",
    header: "Thing",
    cell: (grant) => grant.name ?? grant.thingId,
    width: "3fr",
    priority: "title",
  },
  { id: "resource", header: "Kind", cell: (grant) => grant.resource, mono: true, width: "2fr", priority: "meta" },
  {
    id: "level",
    header: "As",
    cell: (grant) => `${grant.level}, through ${grant.team.name}`,
    width: "1fr",
    priority: "meta",
  },
]
