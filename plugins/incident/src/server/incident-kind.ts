import { ForbiddenError, NotFoundError, type ThingKind } from "@countersign/core/server"
import { IncidentId } from "../contract/fields.ts"
import { getIncident } from "./get-incident.ts"

/** Incidents, for whoever keeps something about one. */
export const incidentKind: ThingKind = {
  type: "incident.incident",
  async namesOf(caller, ids) {
    const names = new Map<string, string>()
    for (const id of ids.filter((one) => IncidentId.safeParse(one).success)) {
      const incident = await getIncident(caller, { id }).catch(nullIfOutOfSight)
      if (incident) names.set(id, incident.title)
    }
    return names
  },
}

function nullIfOutOfSight(error: unknown): null {
  if (error instanceof NotFoundError || error instanceof ForbiddenError) return null
  throw error
}
