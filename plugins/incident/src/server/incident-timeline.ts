import { timeline } from "@countersign/core/server"
import { incidentContract, incidentTimeline as shared } from "../contract.ts"
import { announce } from "./conclude.ts"
import { incidents, moveTo } from "./incident-store.ts"
import { incidentCard, overrideConsequences } from "./tools/incident-card.ts"

export const incidentTimeline = timeline(incidents, incidentContract, {
  fields: shared.fields,
  refersTo: { systems: "catalog.system" },
  authors: ["opened_by"],
  move: (ctx, { id }, status, at) => moveTo(ctx.tx, id, status, at),
  changed: announce,
  card: incidentCard,
  foresee: (before, after, { systems }) => overrideConsequences(before, after, systems),
  hint: "To end an incident use incident.resolve.",
})

export const { addUpdate, editUpdate, deleteUpdate, listUpdates, listRevisions, addLink, removeLink, erasePerson } =
  incidentTimeline.verbs
