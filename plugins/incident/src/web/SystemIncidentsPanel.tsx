import { type ThingPartProps, useCall, useCan } from "@countersign/core/web"
import { Notice, SeverityMark, Skeleton, TextLink, Time } from "@countersign/ui"
import { incidentContract, incidentPageAccess } from "../contract.ts"
import { IncidentStatusBadge } from "./IncidentStatusBadge.tsx"

/** On a system's page: what is open about it now. */
export default function SystemIncidentsPanel({ id: systemId }: ThingPartProps) {
  const can = useCan()
  const answer = useCall(incidentContract.openForSystem, { systemId }, { alsoShows: ["catalog.system"] })
  if (answer.error) return <Notice tone="error">{answer.error.message}</Notice>
  if (!answer.data) return <Skeleton lines={2} label="Loading open incidents" />

  const { incidents } = answer.data
  return (
    <>
      {incidents.length === 0 && <p className="text-muted">No incident is open.</p>}
      <ul className="flex flex-col">
        {incidents.map(({ id, title, severity, status, openedAt }) => (
          <li
            key={id}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-hairline border-b py-1.5 last:border-b-0"
          >
            <TextLink href={`/incidents/${id}`} className="min-w-0 break-words">
              {title}
            </TextLink>
            <SeverityMark severity={severity} />
            <IncidentStatusBadge status={status} />
            <Time instant={openedAt} className="text-faint" />
          </li>
        ))}
      </ul>
      {can(incidentPageAccess.manage) && (
        <p className="mt-2">
          <TextLink href={`/incidents/new?systemId=${systemId}`}>Open an incident</TextLink>
        </p>
      )}
    </>
  )
}
