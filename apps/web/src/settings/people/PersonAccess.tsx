import { type OutputOf, peopleContract } from "@countersign/core/contract"
import { useCall } from "@countersign/core/web"
import { type Column, DataTable, EmptyState, Notice, Panel, Skeleton } from "@countersign/ui"

type Explained = OutputOf<typeof peopleContract.explainAccess>

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
      <Panel title="Through roles">
        {data.administrator ? (
          <p className="py-2">
            {data.person.name} is an administrator: every permission there is, including those of plugins added later.
            Things that are private to teams stay closed to administrators outside of them.
          </p>
        ) : data.rules.length === 0 ? (
          <EmptyState title="No role gives a permission">Give the person a role on the Profile tab.</EmptyState>
        ) : (
          <RuleList rules={data.rules} />
        )}
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

/** Not a table: the sentences are what is read here, and a table would cut them off. */
function RuleList({ rules }: { rules: Explained["rules"] }) {
  return (
    <ul className="divide-y divide-hairline">
      {rules.map((rule) => (
        <li key={rule.id} className="flex flex-wrap items-baseline justify-between gap-x-6 py-1.5">
          <span>
            {rule.sentence} <code className="text-muted">{rule.id}</code>
          </span>
          <span className="text-muted">
            {rule.roles.map((role) => role.name).join(", ")}
            {rule.impliedBy.length > 0 && `, with ${rule.impliedBy.join(" and ")}`}
          </span>
        </li>
      ))}
    </ul>
  )
}

const GRANT_COLUMNS: readonly Column<Explained["grants"][number]>[] = [
  { id: "thing", header: "Thing", cell: (grant) => grant.name ?? grant.thingId, width: "3fr", priority: "title" },
  { id: "resource", header: "Kind", cell: (grant) => grant.resource, mono: true, width: "2fr", priority: "meta" },
  { id: "level", header: "As", cell: (grant) => grant.level, width: "1fr", priority: "meta" },
  { id: "team", header: "Through", cell: (grant) => grant.team.name, width: "1.5fr", priority: "meta" },
]
