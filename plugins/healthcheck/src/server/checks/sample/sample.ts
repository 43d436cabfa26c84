import { catalogContract } from "@countersign/catalog/contract"
import { quoteName } from "@countersign/core/contract"
import { authorOf, type Ctx, implement } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { USUAL_RULE } from "../../../contract/status-rule.ts"
import { healthcheckContract } from "../../../contract.ts"
import { addSampleHistory } from "../../history/sample-history.ts"
import { checks, checksInEnvironments, insertCheck, writeAssignments } from "../check-store.ts"
import { conclude } from "../conclude.ts"
import { demandDraft, strategyTitle } from "../judge-draft.ts"
import { storedFields } from "../stored-fields.ts"
import { liveTargets } from "../target-store.ts"
import { SAMPLE_CHECKS, type SampleCheck } from "./sample-checks.ts"
import { sampleOfItself } from "./sample-of-itself.ts"

export const addSample = implement(healthcheckContract.addSample, async (ctx) => {
  const { items: systems } = await ctx.call(catalogContract.listSystems, { tags: ["sample"], limit: 5 })
  if (systems.length === 0 || (await checks.sampleIds(ctx.tx)).length > 0) return { added: 0 }
  const samples = [...SAMPLE_CHECKS, sampleOfItself(ctx)]
  for (const [index, sample] of samples.entries()) await addOne(ctx, sample, systems[index % systems.length]!.id)
  return { added: samples.length }
})

export const removeSample = implement(healthcheckContract.removeSample, async (ctx) => {
  const ids = await checks.sampleIds(ctx.tx)
  for (const id of ids) await ctx.call(healthcheckContract.delete, { id })
  return { removed: ids.length }
})

/** Checks that people made of sample systems, and those that they run in sample environments. */
export const referToSample = implement(healthcheckContract.referToSample, async (ctx, { resource, ids }) => {
  if (resource === "catalog.system")
    return { references: await checks.references(ctx.tx, ids, sql`NOT "check".sample`) }
  const named = resource === "catalog.environment" ? await checksInEnvironments(ctx.tx, ids) : []
  return { references: named.map(({ id, name }) => ({ id, by: `the check ${quoteName(name)}` })) }
})

async function addOne(ctx: Ctx, { name, description, past, ...draft }: SampleCheck, systemId: string): Promise<void> {
  const configuration = await demandDraft(ctx, { retries: 0, ...draft })
  const said = { name, description, statusRule: USUAL_RULE }
  const fields = storedFields(said, configuration, strategyTitle(ctx, draft.strategyId))
  const id = await insertCheck(ctx.tx, fields, authorOf(ctx), { at: await ctx.now(), sample: true })
  await writeAssignments(ctx.tx, id, [{ systemId, environmentIds: [], statusRule: null }])
  await conclude(ctx, id, null, { note: "Sample data" })
  const targets = await liveTargets(ctx.tx, id)
  const { intervalSeconds } = draft
  if (past)
    await addSampleHistory(
      ctx.tx,
      targets.map((target) => ({ targetId: target.id, intervalSeconds, ...past })),
    )
}
