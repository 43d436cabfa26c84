import { quoteName } from "@countersign/core/contract"
import { asFeedback, defineTool } from "@countersign/core/server"
import { checks } from "../checks/check-store.ts"
import { draftOf, planCheck, proposeCheck } from "../checks/create-check.ts"
import { assignmentCards, courseInWords, quotedInCheck } from "./check-card.ts"

export const proposeTool = defineTool({
  name: "propose",
  describe: ({ name }, say) => (name ? `Create the health check ${say.quote(name)}` : "Create a health check"),
  verb: proposeCheck,
  description:
    "Propose a new health check when the operator wants something watched. Call healthcheck.listCapabilities and " +
    "healthcheck.getCapabilitySchema first, and healthcheck.tryCheck (or healthcheck.testScript for a script) with the draft. Pass `strategyId` " +
    "as listed (`http`, not `strategy.http`), `config` by its schema, and `collectors` with the assertions that must hold: `{ id, assertions: " +
    '[{ field, operator, value, severity }] }`, where `severity: "degraded"` is for what is only slow. Pass `assignToSystemId` from ' +
    "catalog.listSystems; leave `environmentIds` out for all environments of the system. Pass `tellMe: true` only when the operator wants to be told.",
  // What runs is what was signed, whatever the mode: a script does what its text says.
  alwaysSign: ({ config }) => typeof config.source === "string",
  quotes: ({ input, result }) =>
    result
      ? quotedInCheck(result)
      : input.assignToSystemId
        ? [checks.quotedParent({ id: input.assignToSystemId })]
        : [],
  async preview(ctx, proposed) {
    const { fields, assignments } = await asFeedback("config", () => planCheck(ctx, draftOf(proposed)))
    const { name, description, strategyId, config, collectors, intervalSeconds, timeoutSeconds, retries } = fields
    const things = await assignmentCards(ctx, assignments)
    return {
      summary: `Create the health check ${quoteName(name)}`,
      after: {
        ...{ name, description, strategyId, config, collectors, intervalSeconds, timeoutSeconds, retries },
        statusRule: fields.statusRule,
      },
      things,
      consequences: [
        ...courseInWords(intervalSeconds, assignments),
        ...(typeof config.source === "string" ? ["Its script runs in a sandbox, as it is written here."] : []),
        ...(proposed.tellMe ? ["You are told by mail when the status of the system changes."] : []),
      ],
    }
  },
})
