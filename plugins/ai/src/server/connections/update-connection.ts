import {
  CONNECTION_KEY,
  changeConnection,
  demandCredential,
  openConnection,
  withoutKey,
} from "@countersign/core/assistant"
import { InvalidInputError, implement } from "@countersign/core/server"
import { aiContract } from "../../contract.ts"
import { demandConnection, demandRoles, forgetAfterCommit, staleConnection, withOwnLabel } from "./demand-connection.ts"

export const updateConnection = implement(aiContract.updateConnection, async (ctx, input) => {
  const { id, version, apiKey, ...draft } = input
  const stored = await demandConnection(ctx, id)
  const { secrets } = ctx.runtime
  // A stored key must not be sent to a server that somebody else chose.
  if (apiKey === undefined && stored.sealedKey !== null && originOf(draft.baseUrl) !== originOf(stored.baseUrl)) {
    const message = "The base URL names another server, so write the key again or remove it."
    throw new InvalidInputError(message, [{ path: "apiKey", message }])
  }
  const kept = apiKey === undefined ? (openConnection(ctx.runtime, stored).llm.apiKey ?? null) : null
  const credential = demandCredential(stored.driver, {
    apiKey: apiKey ?? kept,
    baseUrl: draft.baseUrl,
    settings: draft.settings,
  })
  await demandRoles(ctx, draft.roles, stored.roles)
  const sealedKey =
    apiKey === undefined ? undefined : credential.apiKey && secrets.seal(credential.apiKey, CONNECTION_KEY.at(id))
  const { baseUrl, settings } = credential
  const changed = await withOwnLabel(
    draft.label,
    changeConnection(ctx.tx, id, version, { ...draft, baseUrl, settings, sealedKey }),
  )
  if (!changed) throw await staleConnection(ctx, id)
  const after = withoutKey(changed)
  const note = apiKey === undefined ? undefined : sealedKey ? "The key was replaced." : "The key was removed."
  ctx.audit({ thing: { id, name: after.label }, before: withoutKey(stored), after, note })
  forgetAfterCommit(ctx)
  return after
})

/** Where the key would go; null is the provider's own address. */
function originOf(baseUrl: string | null): string | null {
  return baseUrl ? (URL.parse(baseUrl)?.origin ?? baseUrl) : null
}
