import { systemDeleted, systemEnvironmentsChanged } from "@countersign/catalog/contract"
import { capabilities, definePlugin, job, reaction } from "@countersign/core/server"
import createChecks from "../migrations/0001-create-checks.ts"
import nameSkeletons from "../migrations/0002-name-skeletons.ts"
import { healthcheckAssistant } from "./assistant.ts"
import { strategyKind } from "./contract/strategy.ts"
import { checkAccess, checkSettings, checkStatusChanged, healthcheckContract } from "./contract.ts"
import { strategies } from "./probe/strategies.ts"
import { assignCheck, unassignCheck } from "./server/checks/assign-check.ts"
import { checks } from "./server/checks/check-store.ts"
import { createCheck, proposeCheck } from "./server/checks/create-check.ts"
import { deleteCheck, deleteMany } from "./server/checks/delete-check.ts"
import { describeCollector, describeStrategies, validateDraft } from "./server/checks/describe-strategies.ts"
import { foreseeSystemDeletion, forgetSystem, syncTargets } from "./server/checks/follow-catalog.ts"
import { forgetPerson } from "./server/checks/forget-person.ts"
import { listIssues } from "./server/checks/list-issues.ts"
import { pauseChecks, resumeChecks, resumeDue, runChecksNow } from "./server/checks/pause-checks.ts"
import { getCheck, listChecks, listSystemChecks, readStatus } from "./server/checks/read-checks.ts"
import { renewHeartbeat } from "./server/checks/renew-heartbeat.ts"
import { listRevisions } from "./server/checks/revisions.ts"
import { addSample, referToSample, removeSample } from "./server/checks/sample/sample.ts"
import { tryCheck } from "./server/checks/try-check.ts"
import { updateCheck } from "./server/checks/update-check.ts"
import { engineRoutes, engineVerbs, engineWorkers } from "./server/engine/engine.ts"
import { checkMetrics } from "./server/history/check-metrics.ts"
import { historyReactions, historyVerbs, historyWorkers } from "./server/history/history.ts"
import { machinePoints } from "./server/machine-points.ts"
import { getScriptContext } from "./server/scripts/script-context.ts"
import { testScript } from "./server/scripts/test-script.ts"
import { checkTools } from "./server/tools/index.ts"

const offered = capabilities(healthcheckContract, [strategyKind], ({ collectors }) => ({
  collectors: collectors.map(describeCollector),
}))

export const healthcheckPlugin = definePlugin({
  id: "healthcheck",
  requires: ["catalog"],
  contract: healthcheckContract,
  access: [checkAccess],
  migrations: [createChecks, nameSkeletons],
  declares: [strategyKind],
  kinds: strategies.map(strategyKind.of),
  settings: checkSettings,
  verbs: {
    ...offered.verbs,
    list: listChecks,
    get: getCheck,
    status: readStatus,
    listSystemChecks,
    strategies: describeStrategies,
    validate: validateDraft,
    tryCheck,
    getScriptContext,
    testScript,
    create: createCheck,
    propose: proposeCheck,
    update: updateCheck,
    assign: assignCheck,
    unassign: unassignCheck,
    pause: pauseChecks,
    resume: resumeChecks,
    resumeDue,
    runNow: runChecksNow,
    delete: deleteCheck,
    bulkDelete: deleteMany,
    listRevisions,
    renewHeartbeat,
    listIssues,
    addSample,
    removeSample,
    referToSample,
    foreseeSystemDeletion,
    forgetSystem,
    syncTargets,
    forgetPerson,
    ...engineVerbs,
    ...historyVerbs,
  },
  // Partitions first: the first run that is stored finds its own.
  workers: [...historyWorkers, ...engineWorkers],
  routes: [...engineRoutes],
  metrics: checkMetrics,
  doctor: machinePoints,
  events: [checkStatusChanged],
  reactions: [
    reaction(systemEnvironmentsChanged, syncTargets),
    reaction(systemDeleted, forgetSystem),
    ...historyReactions,
  ],
  jobs: [job("healthcheck.resumeDue", resumeDue, { schedule: "* * * * *" })],
  consequences: [{ resource: "catalog.system", verb: foreseeSystemDeletion }],
  issues: { name: "Health checks", verb: listIssues },
  tools: [...checkTools, ...offered.tools],
  things: [checks.kind],
  names: [checks.named],
  assistant: healthcheckAssistant,
  sample: { add: addSample, remove: removeSample },
  refersToSample: referToSample,
  erasePerson: forgetPerson,
})
