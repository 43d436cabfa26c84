import { systemDeleted } from "@countersign/catalog/contract"
import { definePlugin, reaction } from "@countersign/core/server"
import createIncidents from "../migrations/0001-create-incidents.ts"
import orderOfEntries from "../migrations/0002-order-of-entries.ts"
import { incidentAssistant } from "./assistant.ts"
import { incidentAccess, incidentContract, incidentOpened, incidentResolved, incidentUpdated } from "./contract.ts"
import { addLink } from "./server/add-link.ts"
import { addSample } from "./server/add-sample.ts"
import { addUpdate } from "./server/add-update.ts"
import { countIncidents } from "./server/count-incidents.ts"
import { createIncident } from "./server/create-incident.ts"
import { deleteIncident } from "./server/delete-incident.ts"
import { deleteMany } from "./server/delete-many.ts"
import { deleteUpdate } from "./server/delete-update.ts"
import { editUpdate } from "./server/edit-update.ts"
import { erasePerson } from "./server/erase-person.ts"
import { foreseeSystemDeletion } from "./server/foresee-system-deletion.ts"
import { forgetSystem } from "./server/forget-system.ts"
import { getIncident } from "./server/get-incident.ts"
import { incidents } from "./server/incident-store.ts"
import { listIncidents } from "./server/list-incidents.ts"
import { listIssues } from "./server/list-issues.ts"
import { listRevisions } from "./server/list-revisions.ts"
import { listUpdates } from "./server/list-updates.ts"
import { openForSystem } from "./server/open-for-system.ts"
import { referToSample } from "./server/refer-to-sample.ts"
import { removeLink } from "./server/remove-link.ts"
import { removeSample } from "./server/remove-sample.ts"
import { reopenIncident } from "./server/reopen-incident.ts"
import { resolveIncident } from "./server/resolve-incident.ts"
import { resolveMany } from "./server/resolve-many.ts"
import { summarizeIncident } from "./server/summarize-incident.ts"
import { incidentTools } from "./server/tools/index.ts"
import { updateIncident } from "./server/update-incident.ts"

export const incidentPlugin = definePlugin({
  id: "incident",
  requires: ["catalog"],
  contract: incidentContract,
  access: [incidentAccess],
  migrations: [createIncidents, orderOfEntries],
  verbs: {
    list: listIncidents,
    get: getIncident,
    listUpdates,
    summarize: summarizeIncident,
    counts: countIncidents,
    openForSystem,
    listIssues,
    listRevisions,
    create: createIncident,
    update: updateIncident,
    addUpdate,
    editUpdate,
    deleteUpdate,
    resolve: resolveIncident,
    reopen: reopenIncident,
    addLink,
    removeLink,
    delete: deleteIncident,
    resolveMany,
    deleteMany,
    addSample,
    removeSample,
    referToSample,
    erasePerson,
    foreseeSystemDeletion,
    forgetSystem,
  },
  events: [incidentOpened, incidentUpdated, incidentResolved],
  reactions: [reaction(systemDeleted, forgetSystem)],
  consequences: [{ resource: "catalog.system", verb: foreseeSystemDeletion }],
  issues: { name: "Open incidents", verb: listIssues },
  tools: incidentTools,
  things: [incidents.kind],
  assistant: incidentAssistant,
  sample: { add: addSample, remove: removeSample, references: referToSample },
  erasePerson,
})
