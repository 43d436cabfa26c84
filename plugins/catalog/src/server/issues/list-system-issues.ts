import { type Issue, quoteName } from "@countersign/core/contract"
import { implement } from "@countersign/core/server"
import { catalogContract } from "../../contract.ts"
import { visibleSystems } from "../systems/visible-systems.ts"
import { quotedReport } from "../tools/quoted.ts"
import { readUnwellSystems, type UnwellSystem } from "./issue-store.ts"

export const listSystemIssues = implement(catalogContract.listSystemIssues, async (ctx, { limit }) => {
  return { items: (await readUnwellSystems(ctx.tx, limit, visibleSystems(ctx))).map(toIssue) }
})

function toIssue({ id, name, status, since, source, reason }: UnwellSystem): Issue {
  return {
    thing: { type: "catalog.system", id, name },
    tone: status,
    since,
    sentence: sentenceOf(status, reason),
    href: `/catalog/systems/${id}`,
    quotes: reason ? quotedReport({ id }, source).map(({ type, id: about }) => ({ type, id: about })) : [],
  }
}

function sentenceOf(status: UnwellSystem["status"], reason: string): string {
  const how = status === "unknown" ? "How it is doing is unknown" : `It is ${status}`
  // Whoever gave the reason ended it as a sentence, or did not.
  return reason ? `${how}: ${quoteName(reason)}${/[.!?]$/.test(reason) ? "" : "."}` : `${how}.`
}
