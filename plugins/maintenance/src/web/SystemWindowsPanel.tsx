import { type ThingPartProps, useCall, useCan } from "@countersign/core/web"
import { Notice, Skeleton, TextLink, Time } from "@countersign/ui"
import { maintenanceContract, windowPageAccess } from "../contract.ts"
import { WindowStatusBadge } from "./timeline.tsx"

// The next few; the list has the others.
const SHOWN = 5

/** On a system's page: what is in progress or to come. */
export default function SystemWindowsPanel({ id: systemId }: ThingPartProps) {
  const mayManage = useCan()(windowPageAccess.manage)
  const input = { systemId, state: "open", limit: SHOWN } as const
  const { data, error } = useCall(maintenanceContract.list, input, { alsoShows: ["catalog.system"] })
  if (error) return <Notice tone="error">{error.message}</Notice>
  if (!data) return <Skeleton lines={2} label="Loading maintenance" />
  return (
    <>
      {data.items.length === 0 && <p className="text-muted">No maintenance is planned.</p>}
      <ul className="flex flex-col">
        {data.items.map(({ id, title, status, startsAt }) => (
          <li
            key={id}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-hairline border-b py-1.5 last:border-b-0"
          >
            <TextLink href={`/maintenance/${id}`} className="min-w-0 break-words">
              {title}
            </TextLink>
            <WindowStatusBadge status={status} />
            <Time instant={startsAt} as="short" className="text-faint" />
          </li>
        ))}
      </ul>
      <p className="mt-2 flex flex-wrap gap-x-4">
        {data.nextCursor && <TextLink href={`/maintenance?state=open&systemId=${systemId}`}>All of them</TextLink>}
        {mayManage && <TextLink href={`/maintenance/new?systemId=${systemId}`}>Schedule maintenance</TextLink>}
      </p>
    </>
  )
}
