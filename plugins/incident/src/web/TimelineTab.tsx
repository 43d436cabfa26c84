import { UpdateComposer, Updates } from "@countersign/core/web"
import { Siren } from "lucide-react"
import type { IncidentDetail } from "../contract.ts"
import { DescriptionPanel } from "./DescriptionPanel.tsx"
import { incidentTimeline } from "./timeline.ts"

export function TimelineTab({ incident }: { incident: IncidentDetail }) {
  return (
    <div className="flex flex-col gap-6">
      <DescriptionPanel incident={incident} />
      {incident.mayChange && <UpdateComposer timeline={incidentTimeline} thing={incident} />}
      <Updates
        timeline={incidentTimeline}
        thing={incident}
        opening={{
          id: "opened",
          time: incident.openedAt,
          author: incident.openedBy,
          title: "opened the incident",
          icon: <Siren />,
        }}
      />
    </div>
  )
}
