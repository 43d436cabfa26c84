import { randomUUID } from "node:crypto"
import {
  addConnection,
  askForModels,
  CONNECTION_KEY,
  demandCredential,
  isSold,
  seedScopeDefaults,
  smartestModel,
  withoutKey,
} from "@countersign/core/assistant"
import { implement } from "@countersign/core/server"
import { aiContract } from "../../contract.ts"
import { demandRoles, forgetAfterCommit, withOwnLabel } from "./demand-connection.ts"
import { refreshModelPricesJob } from "./refresh-model-prices.ts"

/** Somebody waits for the form; a list that takes longer can be read later. */
const LIST_TIMEOUT_MS = 8_000

export const createConnection = implement(aiContract.createConnection, async (ctx, input) => {
  const { driver: driverId, apiKey, ...draft } = input
  const credential = demandCredential(driverId, { apiKey, baseUrl: draft.baseUrl, settings: draft.settings })
  const { driver, baseUrl, settings } = credential
  const id = randomUUID()
  const sealedKey =
    credential.apiKey === null ? null : ctx.runtime.secrets.seal(credential.apiKey, CONNECTION_KEY.at(id))
  // Before the first statement: no transaction waits for a provider.
  const llm = { ...settings, baseUrl: baseUrl ?? undefined, apiKey: credential.apiKey ?? undefined }
  const { models } = await askForModels(ctx.runtime, driver, llm, AbortSignal.timeout(LIST_TIMEOUT_MS))
  const defaultModel = draft.defaultModel || smartestModel(models ?? []) || ""

  await demandRoles(ctx, draft.roles)
  const stored = await withOwnLabel(
    draft.label,
    addConnection(ctx.tx, { ...draft, id, driver: driver.id, baseUrl, settings, sealedKey, defaultModel, models }),
  )
  // One that did not answer would leave everybody without answers.
  const answers = models !== null && defaultModel !== ""
  const seeded = !answers ? [] : await seedScopeDefaults(ctx.tx, stored.id, defaultModel)
  if (isSold(stored)) await ctx.enqueue(refreshModelPricesJob, {}, { singletonKey: "created" })
  const after = withoutKey(stored)
  const notes = [
    sealedKey ? "A key was entered." : "",
    seeded.length > 0 ? `It became the default of ${seeded.join(", ")}.` : "",
    models === null ? "It did not answer, so it became no default." : "",
  ]
  ctx.audit({ thing: { id: after.id, name: after.label }, after, note: notes.filter(Boolean).join(" ") || undefined })
  forgetAfterCommit(ctx)
  return after
})
