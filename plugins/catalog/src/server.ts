import { definePlugin } from "@countersign/core/server"
import createCatalog from "../migrations/0001-create-catalog.ts"
import createStatus from "../migrations/0002-create-status.ts"
import createSample from "../migrations/0003-create-sample.ts"
import nameSkeletons from "../migrations/0004-name-skeletons.ts"
import { catalogAssistant } from "./assistant.ts"
import { catalogContract, environmentAccess, groupAccess, statusAccess, systemAccess } from "./contract.ts"
import { browse } from "./server/browse.ts"
import { createEnvironment, updateEnvironment } from "./server/change-environment.ts"
import { createGroup, updateGroup } from "./server/change-group.ts"
import { createSystem } from "./server/create-system.ts"
import { deleteEnvironment, previewDeleteEnvironment } from "./server/delete-environment.ts"
import { deleteGroup, previewDeleteGroup } from "./server/delete-group.ts"
import { deleteSystem, previewDeleteSystem } from "./server/delete-system.ts"
import { erasePerson } from "./server/erase-person.ts"
import { exportCatalog } from "./server/export-catalog.ts"
import { getStatusTimeline } from "./server/get-status-timeline.ts"
import { getSystem } from "./server/get-system.ts"
import { addSystemToGroup, removeSystemFromGroup } from "./server/group-members.ts"
import { importCatalog } from "./server/import-catalog.ts"
import { getEnvironment, listEnvironments } from "./server/list-environments.ts"
import { getGroup, listGroups } from "./server/list-groups.ts"
import { listSystems } from "./server/list-systems.ts"
import { listTags } from "./server/list-tags.ts"
import { reportStatus } from "./server/report-status.ts"
import { addSample, previewRemoveSample, removeSample } from "./server/sample.ts"
import { systemKind } from "./server/system-kind.ts"
import { catalogTools } from "./server/tools/index.ts"
import { setSystemEnvironments, updateSystem } from "./server/update-system.ts"

export const catalogPlugin = definePlugin({
  id: "catalog",
  contract: catalogContract,
  access: [systemAccess, groupAccess, environmentAccess, statusAccess],
  migrations: [createCatalog, createStatus, createSample, nameSkeletons],
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
    getStatusTimeline,
    importCatalog,
    exportCatalog,
    addSample,
    removeSample,
    previewRemoveSample,
  },
  tools: catalogTools,
  things: [systemKind],
  names: [
    { type: "catalog.system", table: "catalog.system" },
    { type: "catalog.group", table: "catalog.system_group" },
    { type: "catalog.environment", table: "catalog.environment" },
  ],
  assistant: catalogAssistant,
  sample: { add: addSample, remove: removeSample, preview: previewRemoveSample },
  erasePerson,
})
