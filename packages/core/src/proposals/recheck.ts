import { authorizeEntry } from "../access/authorize.ts"
import type { Caller } from "../access/ctx.ts"
import { holdRights } from "../access/fence.ts"
import type { RegisteredTool } from "../access/points/tool.ts"
import type { ToolPolicy } from "../contract/tool.ts"
import type { LazyTransaction } from "../db/transaction.ts"
import { databaseError, ForbiddenError } from "../errors.ts"
import type { Principal } from "../identity/principal/principal.ts"
import { readPolicyOf } from "../tools/policy-store.ts"
import { serializeTool } from "../tools/serialize-tool.ts"
import { isAsker } from "./may-sign.ts"
import type { StoredProposal } from "./proposal-store.ts"

/** What else must hold until a change is committed: throws when it does not. */
export type Hold = (transaction: LazyTransaction) => Promise<void>

/** On whose word a proposal is carried out: its token's, a person's, or in auto mode nobody's. */
export interface Consent {
  by: "token" | "person" | "nobody"
  hold?: Hold
}

/** Somebody else applies it at this moment, or it was decided already. */
export class Taken extends Error {}

export interface Rechecked<Claimed> {
  claimed: Claimed
  signer: Principal
  asker: Principal
}

/**
 * Rights may have gone since it was proposed, and since the caller came in: behind the fence, signer and asker are loaded
 * past every cache, and what they hold then stays theirs until this transaction ends. As strict as today's policy, and as
 * the one of the day it was proposed.
 */
export async function recheck<Claimed>(
  transaction: LazyTransaction,
  { runtime, principal }: Caller,
  tool: RegisteredTool,
  row: StoredProposal,
  consent: Consent,
  /** Makes the proposal this caller's; falsy when it is not to be had. */
  claim: () => Promise<Claimed>,
): Promise<Rechecked<Claimed>> {
  const { tx } = transaction
  const { principal_kind: kind, principal_id: id, grant_id: grantId } = row
  // Sent in one go; the database runs one after the other, and the lock is the first.
  const [, claimed, signer, asker, policy] = await Promise.all([
    holdRights(transaction, tool.procedure),
    claim().catch((error) => Promise.reject(databaseError(error)?.code === "40001" ? new Taken() : error)),
    runtime.identity.reload(principal, transaction),
    isAsker(principal, row) ? null : runtime.identity.load({ kind, id, grantId }, tx),
    readPolicyOf(transaction, serializeTool(tool)),
    consent.hold?.(transaction),
  ])
  if (!claimed) throw new Taken()
  demandStillHere(signer, principal)
  authorizeEntry(signer, tool.procedure)
  if (consent.by === "token") demandMayConfirm(signer, row)
  const asked = isAsker(principal, row) ? signer : asker
  if (!asked)
    throw new ForbiddenError(`${row.principal_name}, who proposed “${row.summary}”, is no longer active here.`)
  authorizeEntry(asked, tool.procedure)
  demandPolicy(policy, signer, tool, row, consent)
  return { claimed, signer, asker: asked }
}

/** The same for a change that was never a proposal. */
export async function recheckCaller(
  transaction: LazyTransaction,
  { runtime, principal }: Caller,
  tool: RegisteredTool,
  hold?: Hold,
): Promise<Principal> {
  const [, now, policy] = await Promise.all([
    holdRights(transaction, tool.procedure),
    runtime.identity.reload(principal, transaction),
    readPolicyOf(transaction, serializeTool(tool)),
    hold?.(transaction),
  ])
  demandStillHere(now, principal)
  authorizeEntry(now, tool.procedure)
  if (policy.off) throw new ForbiddenError("An administrator has switched this tool off, so nothing was changed.")
  return now
}

function demandStillHere(now: Principal | null, { name }: Principal): asserts now is Principal {
  if (!now) throw new ForbiddenError(`${name} is no longer signed in or active here, so nothing was changed.`)
}

export function demandMayConfirm(principal: Principal, { summary }: StoredProposal): void {
  if (principal.kind === "application" && !principal.confirms)
    throw new ForbiddenError(
      `${principal.name} may no longer confirm what it proposes. A person can sign “${summary}” on the Signatures page.`,
    )
}

/** Between the day it was proposed and today policies may only have tightened. */
function demandPolicy(
  policy: ToolPolicy,
  signer: Principal,
  tool: RegisteredTool,
  row: StoredProposal,
  consent: Consent,
): void {
  if (policy.off)
    throw new ForbiddenError(`“${row.summary}” cannot be applied: an administrator has switched the tool for it off.`)
  if (policy.forbidAuto && consent.by === "nobody")
    throw new ForbiddenError(
      `An administrator wants “${row.summary}” signed by a person. It waits on the Signatures page.`,
    )
  const twoPerson = row.two_person || (policy.twoPerson && tool.effect !== "read")
  const askers = [row.person_id, row.principal_id]
  if (twoPerson && (signer.kind !== "user" || askers.includes(signer.id)))
    throw new ForbiddenError(
      `“${row.summary}” is under the two-person rule: somebody other than ${row.principal_name} has to sign it.`,
    )
}
