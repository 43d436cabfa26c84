import { PartList, type ThingPartProps, useCall, useCan } from "@countersign/core/web"
import { SeverityMark, Time } from "@countersign/ui"
import { incidentContract, incidentPageAccess } from "../contract.ts"
import { IncidentStatusBadge } from "./IncidentStatusBadge.tsx"

/** On a system's page: what is open about it now. */
export default function SystemIncidentsPanel({ id: systemId }: ThingPartProps) {
  const mayManage = useCan()(incidentPageAccess.manage)
  const answer = useCall(incidentContract.openForSystem, { systemId }, { alsoShows: ["catalog.system"] })
  return (
    <PartList
      answer={answer}
      type="incident.incident"
      items={answer.data?.incidents}
      loading="Loading open incidents"
      empty="No incident is open."
      href={({ id }) => `/incidents/${id}`}
      marks={({ severity, status, openedAt }) => (
        <>
          <SeverityMark severity={severity} />
          <IncidentStatusBadge status={status} />
          <Time instant={openedAt} className="text-faint" />
        </>
      )}
      links={[mayManage && ["Open an incident", `/incidents/new?systemId=${systemId}`]]}
    />
  )
}
