import { findPolicy, listPolicies as list, removePolicy as remove, writePolicy } from "@countersign/core/assistant"
import { ConflictError, type Ctx, implement, NotFoundError } from "@countersign/core/server"
import { aiContract } from "../../contract.ts"

export const listPolicies = implement(aiContract.listPolicies, async (ctx) => ({ policies: await list(ctx.tx) }))

export const setPolicy = implement(aiContract.setPolicy, async (ctx, { version, ...policy }) => {
  demandSubject(ctx, policy.subject)
  const before = await findPolicy(ctx.tx, policy.subject)
  const after = await writePolicy(ctx.tx, policy, version, ctx.principal.name)
  if (!after)
    throw new ConflictError(
      `The policy of ${policy.subject} was changed by somebody else. Look at it again before changing it.`,
      before,
    )
  ctx.audit({ thing: { id: policy.subject, name: policy.subject }, before, after })
  return after
})

export const removePolicy = implement(aiContract.removePolicy, async (ctx, { subject }) => {
  const before = await findPolicy(ctx.tx, subject)
  if (!before) throw new NotFoundError(`${subject} has no policy.`)
  await remove(ctx.tx, subject)
  ctx.audit({ thing: { id: subject, name: subject }, before })
  return { subject }
})

/** A policy on something misspelt would protect nothing and look as if it did. */
function demandSubject({ runtime }: Ctx, subject: string): void {
  const [kind, id = ""] = subject.split(":")
  const known = kind === "tool" ? runtime.tools.find(id)?.name === id : runtime.registry.rules.has(id)
  if (!known) throw new NotFoundError(`There is no ${kind} "${id}". Take one from the list of tools.`)
}
