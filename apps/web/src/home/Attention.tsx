import { catalogContract, type SystemSummary, systemAccess } from "@countersign/catalog/contract"
import { mayUse, useCall, useMe } from "@countersign/core/web"
import { type Incident, incidentAccess, incidentContract } from "@countersign/incident/contract"
import {
  ButtonLink,
  EmptyState,
  Notice,
  Panel,
  SeverityMark,
  Skeleton,
  StatusMark,
  TextLink,
  Time,
} from "@countersign/ui"
import { CircleCheck } from "lucide-react"

const SHOWN = 8

/** What is wrong right now, worst first, or that nothing is. */
export default function Attention() {
  const me = useMe()
  // Rights on incidents follow from rights on their systems.
  const seesSystems = mayUse(me, systemAccess.read)
  const seesIncidents = mayUse(me, incidentAccess.read) || seesSystems
  const incidents = useCall(
    incidentContract.list,
    { state: "open", limit: SHOWN },
    { enabled: seesIncidents, alsoShows: ["catalog.system"] },
  )
  const systems = useCall(
    catalogContract.listSystems,
    { status: ["unhealthy", "degraded"], sort: "status", direction: "desc", limit: SHOWN },
    { enabled: seesSystems, alsoShows: ["catalog.status", "incident.incident"] },
  )
  if (!seesSystems && !seesIncidents)
    return (
      <EmptyState title="Nothing is open to you yet">
        An administrator can give you a role or put you into a team. What it opens appears here and at the left.
      </EmptyState>
    )

  const error = incidents.error ?? systems.error
  if (error) return <Notice tone="error">{error.message}</Notice>
  if ((seesIncidents && !incidents.data) || (seesSystems && !systems.data))
    return <Skeleton lines={5} label="Reading what needs attention" />

  const open = incidents.data?.items ?? []
  const unwell = systems.data?.items ?? []
  if (open.length === 0 && unwell.length === 0)
    return (
      <Panel title="Now">
        <EmptyState
          title="Nothing needs attention"
          icon={<CircleCheck />}
          action={<ButtonLink href="/catalog">Go to the systems</ButtonLink>}
        >
          No incident is open, and no system is reported degraded or unhealthy.
        </EmptyState>
      </Panel>
    )
  return (
    <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-2">
      <Panel title="Open incidents" action={<TextLink href="/incidents">All incidents</TextLink>}>
        {open.length === 0 ? <p className="py-2 text-muted">None is open.</p> : <IncidentRows incidents={open} />}
      </Panel>
      <Panel title="Systems that need attention" action={<TextLink href="/catalog">All systems</TextLink>}>
        {unwell.length === 0 ? (
          <p className="py-2 text-muted">None is reported degraded or unhealthy.</p>
        ) : (
          <SystemRows systems={unwell} />
        )}
      </Panel>
    </div>
  )
}

function IncidentRows({ incidents }: { incidents: readonly Incident[] }) {
  return (
    <ul className="divide-y divide-hairline">
      {incidents.map((incident) => (
        <li key={incident.id} className="flex items-baseline justify-between gap-4 py-2">
          <span className="min-w-0">
            <TextLink href={`/incidents/${incident.id}`} quiet className="font-medium">
              {incident.title}
            </TextLink>
            <span className="block text-muted">
              {incident.systems.map((system) => system.name).join(", ")}, opened <Time instant={incident.openedAt} />
            </span>
          </span>
          <SeverityMark severity={incident.severity} />
        </li>
      ))}
    </ul>
  )
}

function SystemRows({ systems }: { systems: readonly SystemSummary[] }) {
  return (
    <ul className="divide-y divide-hairline">
      {systems.map((system) => (
        <li key={system.id} className="flex items-baseline justify-between gap-4 py-2">
          <span className="min-w-0">
            <TextLink href={`/catalog/systems/${system.id}`} quiet className="font-medium">
              {system.name}
            </TextLink>
            {system.statusSince && (
              <span className="block text-muted">
                changed <Time instant={system.statusSince} />
              </span>
            )}
          </span>
          <StatusMark status={system.status ?? "unknown"} />
        </li>
      ))}
    </ul>
  )
}
