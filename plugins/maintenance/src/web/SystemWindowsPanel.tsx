import { PartList, type ThingPartProps, useCall, useCan } from "@countersign/core/web"
import { Time } from "@countersign/ui"
import { maintenanceContract, windowPageAccess } from "../contract.ts"
import { WindowStatusBadge } from "./timeline.tsx"

// The next few; the list has the others.
const SHOWN = 5

/** On a system's page: what is in progress or to come. */
export default function SystemWindowsPanel({ id: systemId }: ThingPartProps) {
  const mayManage = useCan()(windowPageAccess.manage)
  const input = { systemId, state: "open", limit: SHOWN } as const
  const answer = useCall(maintenanceContract.list, input, { alsoShows: ["catalog.system"] })
  return (
    <PartList
      answer={answer}
      type="maintenance.window"
      items={answer.data?.items}
      loading="Loading maintenance"
      empty="No maintenance is planned."
      href={({ id }) => `/maintenance/${id}`}
      marks={({ status, startsAt }) => (
        <>
          <WindowStatusBadge status={status} />
          <Time instant={startsAt} as="short" className="text-faint" />
        </>
      )}
      links={[
        Boolean(answer.data?.nextCursor) && ["All of them", `/maintenance?state=open&systemId=${systemId}`],
        mayManage && ["Schedule maintenance", `/maintenance/new?systemId=${systemId}`],
      ]}
    />
  )
}
