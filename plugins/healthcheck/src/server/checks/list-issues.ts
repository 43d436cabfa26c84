import type { Issue } from "@countersign/core/contract"
import { quoteName } from "@countersign/core/contract"
import { implement } from "@countersign/core/server"
import { healthcheckContract } from "../../contract.ts"
import { checkNames, checks } from "./check-store.ts"
import { presentTargets } from "./present-check.ts"
import { targetsByStatus } from "./target-store.ts"

/** Targets that are not healthy, by the check they belong to. */
export const listIssues = implement(healthcheckContract.listIssues, async (ctx, { limit }) => {
  const found = await targetsByStatus(ctx, { onlyFailing: true, limit })
  const views = new Map((await presentTargets(ctx, found)).map((view) => [view.id, view]))
  const names = await checkNames(
    ctx.tx,
    found.map(({ checkId }) => checkId),
  )
  return {
    items: found.flatMap(({ id, checkId, status, since, sentence }): Issue[] => {
      const [view, named] = [views.get(id), names.get(checkId)]
      if (!view || !named || !since || !status || status === "healthy") return []
      const where = view.environment ? ` in ${quoteName(view.environment.name)}` : ""
      return [
        {
          thing: { type: checks.type, id: checkId, name: named.check.name },
          tone: status,
          since,
          sentence: `${quoteName(view.system.name)}${where} is ${status}${sentence ? `: ${sentence}` : "."}`,
          href: `/checks/${checkId}`,
          explains: [{ type: "catalog.system", id: view.system.id }],
          quotes: [{ type: "catalog.system", ...view.system }],
        },
      ]
    }),
  }
})
