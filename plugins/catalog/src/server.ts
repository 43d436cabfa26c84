import { definePlugin, job } from "@countersign/core/server"
import createCatalog from "../migrations/0001-create-catalog.ts"
import createStatus from "../migrations/0002-create-status.ts"
import createSample from "../migrations/0003-create-sample.ts"
import nameSkeletons from "../migrations/0004-name-skeletons.ts"
import statusSources from "../migrations/0005-status-sources.ts"
import createChange from "../migrations/0006-create-change.ts"
import { catalogAssistant } from "./assistant.ts"
import {
  catalogContract,
  changeAccess,
  changeRecorded,
  environmentAccess,
  groupAccess,
  groupDeleted,
  statusAccess,
  statusChanged,
  systemAccess,
  systemCreated,
  systemDeleted,
  systemEnvironmentsChanged,
  systemUpdated,
} from "./contract.ts"
import { changes } from "./server/changes/changes.ts"
import { recordChange } from "./server/changes/record-change.ts"
import { sweepChanges } from "./server/changes/sweep-changes.ts"
import { createEnvironment, updateEnvironment } from "./server/environments/change-environment.ts"
import { deleteEnvironment, previewDeleteEnvironment } from "./server/environments/delete-environment.ts"
import { environmentKind } from "./server/environments/environment-kind.ts"
import { getEnvironment, listEnvironments } from "./server/environments/list-environments.ts"
import { erasePerson } from "./server/erase-person.ts"
import { browse } from "./server/groups/browse.ts"
import { createGroup, updateGroup } from "./server/groups/change-group.ts"
import { deleteGroup, previewDeleteGroup } from "./server/groups/delete-group.ts"
import { addSystemToGroup, removeSystemFromGroup } from "./server/groups/group-members.ts"
import { getGroup, listGroups } from "./server/groups/list-groups.ts"
import { issues } from "./server/issues/issues.ts"
import { listSystemIssues } from "./server/issues/list-system-issues.ts"
import { addSample, previewRemoveSample, removeSample } from "./server/sample/sample.ts"
import { getStatusTimeline } from "./server/status/get-status-timeline.ts"
import { reportStatus } from "./server/status/report-status.ts"
import { reportStatuses } from "./server/status/report-statuses.ts"
import { statusMetrics } from "./server/status/status-metrics.ts"
import { createSystem } from "./server/systems/create-system.ts"
import { deleteSystem, previewDeleteSystem } from "./server/systems/delete-system.ts"
import { getSystem } from "./server/systems/get-system.ts"
import { listSystems } from "./server/systems/list-systems.ts"
import { listTags } from "./server/systems/list-tags.ts"
import { systemKind } from "./server/systems/system-kind.ts"
import { setSystemEnvironments, updateSystem } from "./server/systems/update-system.ts"
import { catalogTools } from "./server/tools/index.ts"
import { exportCatalog } from "./server/transfer/export-catalog.ts"
import { importCatalog } from "./server/transfer/import-catalog.ts"

export const catalogPlugin = definePlugin({
  id: "catalog",
  contract: catalogContract,
  access: [systemAccess, groupAccess, environmentAccess, statusAccess, changeAccess],
  migrations: [createCatalog, createStatus, createSample, nameSkeletons, statusSources, createChange],
  metrics: [statusMetrics],
  verbs: {
    listSystems,
    getSystem,
    listTags,
    createSystem,
    updateSystem,
    previewDeleteSystem,
    deleteSystem,
    addSystemToGroup,
    removeSystemFromGroup,
    setSystemEnvironments,
    erasePerson,
    browse,
    listGroups,
    getGroup,
    createGroup,
    updateGroup,
    previewDeleteGroup,
    deleteGroup,
    listEnvironments,
    getEnvironment,
    createEnvironment,
    updateEnvironment,
    previewDeleteEnvironment,
    deleteEnvironment,
    reportStatus,
    reportStatuses,
    getStatusTimeline,
    recordChange,
    changes,
    sweepChanges,
    issues,
    listSystemIssues,
    importCatalog,
    exportCatalog,
    addSample,
    removeSample,
    previewRemoveSample,
  },
  issues: { name: "Systems", verb: listSystemIssues },
  events: [
    systemCreated,
    systemUpdated,
    systemEnvironmentsChanged,
    systemDeleted,
    groupDeleted,
    statusChanged,
    changeRecorded,
  ],
  jobs: [job("catalog.sweepChanges", sweepChanges, { schedule: "17 4 * * *" })],
  tools: catalogTools,
  things: [systemKind, environmentKind],
  names: [
    { type: "catalog.system", table: "catalog.system" },
    { type: "catalog.group", table: "catalog.system_group" },
    { type: "catalog.environment", table: "catalog.environment" },
  ],
  assistant: catalogAssistant,
  sample: { add: addSample, remove: removeSample, preview: previewRemoveSample },
  erasePerson,
})
