import { systemDeleted } from "@countersign/catalog/contract"
import { definePlugin, reaction } from "@countersign/core/server"
import createIncidents from "../migrations/0001-create-incidents.ts"
import orderOfEntries from "../migrations/0002-order-of-entries.ts"
import leftBehind from "../migrations/0003-left-behind.ts"
import nameSkeletons from "../migrations/0004-name-skeletons.ts"
import { incidentAssistant } from "./assistant.ts"
import {
  incidentAccess,
  incidentContract,
  incidentDeleted,
  incidentOpened,
  incidentResolved,
  incidentUpdated,
} from "./contract.ts"
import { createIncident } from "./server/create-incident.ts"
import { deleteIncident, deleteMany } from "./server/delete-incident.ts"
import { foreseeSystemDeletion, forgetSystem } from "./server/deleted-system.ts"
import { getIncident } from "./server/get-incident.ts"
import { incidents } from "./server/incident-store.ts"
import { incidentTimeline } from "./server/incident-timeline.ts"
import { countIncidents, listIncidents, openForSystem } from "./server/list-incidents.ts"
import { listIssues } from "./server/list-issues.ts"
import { reopenIncident } from "./server/reopen-incident.ts"
import { resolveIncident, resolveMany } from "./server/resolve-incident.ts"
import { sample } from "./server/sample.ts"
import { summarizeIncident } from "./server/summarize-incident.ts"
import { createTool } from "./server/tools/create-tool.ts"
import { deleteTool } from "./server/tools/delete-tool.ts"
import { readingTools } from "./server/tools/reading-tools.ts"
import { resolveTool } from "./server/tools/resolve-tool.ts"
import { summarizeTool } from "./server/tools/summarize-tool.ts"
import { updateTool } from "./server/tools/update-tool.ts"
import { updateIncident } from "./server/update-incident.ts"

export const incidentPlugin = definePlugin({
  id: "incident",
  requires: ["catalog"],
  contract: incidentContract,
  access: [incidentAccess],
  migrations: [createIncidents, orderOfEntries, leftBehind, nameSkeletons],
  verbs: {
    ...incidentTimeline.verbs,
    ...sample,
    list: listIncidents,
    get: getIncident,
    summarize: summarizeIncident,
    counts: countIncidents,
    openForSystem,
    listIssues,
    create: createIncident,
    update: updateIncident,
    resolve: resolveIncident,
    reopen: reopenIncident,
    delete: deleteIncident,
    resolveMany,
    deleteMany,
    foreseeSystemDeletion,
    forgetSystem,
  },
  events: [incidentOpened, incidentUpdated, incidentResolved, incidentDeleted],
  reactions: [reaction(systemDeleted, forgetSystem)],
  consequences: [{ resource: "catalog.system", verb: foreseeSystemDeletion }],
  issues: { name: "Open incidents", verb: listIssues },
  tools: [...readingTools, summarizeTool, createTool, updateTool, resolveTool, deleteTool, ...incidentTimeline.tools],
  things: [incidents.kind],
  names: [incidents.named],
  assistant: incidentAssistant,
  sample: { add: sample.addSample, remove: sample.removeSample },
  refersToSample: sample.referToSample,
  erasePerson: incidentTimeline.verbs.erasePerson,
})
