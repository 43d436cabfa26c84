import { randomUUID } from "node:crypto"
import { authorizeEntry } from "../access/authorize.ts"
import type { Caller } from "../access/ctx.ts"
import { type RegisteredTool, undoOf } from "../access/tool.ts"
import { moveToolCall } from "../audit/tool-call-store.ts"
import { forgetTaint } from "../audit/tool-taint.ts"
import type { LazyTransaction } from "../db/transaction.ts"
import { ConflictError, ForbiddenError, InvalidInputError, NotFoundError, PlatformError } from "../errors.ts"
import { PROPOSAL_PAYLOAD, PROPOSAL_RESULT } from "../secrets/sealed-columns.ts"
import { demandJson } from "../tools/demand-json.ts"
import { readPolicyOf } from "../tools/policy-store.ts"
import { serializeTool } from "../tools/serialize-tool.ts"
import { parsePayload } from "../tools/tool-input.ts"
import { withinTime } from "../tools/within-time.ts"
import { loadAsker } from "./load-asker.ts"
import { lookAhead } from "./look-ahead.ts"
import { whyNotSign } from "./may-sign.ts"
import { claimProposal, findProposal, openJson, type StoredProposal, sealJson } from "./proposal-store.ts"
import { renew } from "./renew.ts"
import { settleLapsed } from "./sweep.ts"
import { invalidToken, nonceMatches, parseToken } from "./token.ts"

export interface AppliedProposal {
  proposalId: string
  toolCallId: string
  result: unknown
}

/** By the one who asked, with the token. Asked again it answers what happened, and nothing runs again. */
export async function applyWithToken(caller: Caller, token: string): Promise<AppliedProposal> {
  const row = await findByToken(caller, token)
  if (row.status === "proposed" && !row.token_fresh)
    throw new ConflictError(
      `The token of "${row.summary}" has expired. ${row.signable ? "A person can still sign it on the Signatures page, or propose it again." : "Propose it again."}`,
    )
  if (row.status === "proposed" && caller.principal.kind === "application" && !caller.principal.confirms)
    throw new ForbiddenError(
      `${caller.principal.name} may no longer confirm what it proposes. A person can sign "${row.summary}" on the Signatures page.`,
    )
  return row.status === "proposed" ? carryOutSigned(caller, row) : storedOutcome(caller, row)
}

/** By a person on a screen. */
export async function applyBySignature(caller: Caller, proposalId: string): Promise<AppliedProposal> {
  const { runtime, principal } = caller
  const row = await findProposal(runtime.database, proposalId)
  if (!row) throw noSuchProposal(proposalId)
  if (row.status !== "proposed")
    return row.signer_id === principal.id ? storedOutcome(caller, row) : Promise.reject(notWaiting(row))
  const whyNot = whyNotSign(principal, row, runtime.tools.find(row.tool))
  if (whyNot) {
    const tool = runtime.tools.find(row.tool)
    if (tool) await runtime.recordRefusal(caller, tool.procedure, `Could not sign "${row.summary}". ${whyNot}`)
    throw new ForbiddenError(whyNot)
  }
  const applied = await carryOutSigned(caller, row)
  await forgetTaint(runtime.database, row)
  return applied
}

/** In auto mode: the gate decided that nobody has to sign. */
export async function applyAtOnce(caller: Caller, proposalId: string): Promise<AppliedProposal> {
  const row = await findProposal(caller.runtime.database, proposalId)
  if (!row) throw noSuchProposal(proposalId)
  return carryOut(caller, row)
}

export async function findByToken(caller: Caller, token: string): Promise<StoredProposal> {
  const { runtime, principal } = caller
  const { id, nonce } = parseToken(token)
  const row = await findProposal(runtime.database, id)
  if (!nonceMatches(nonce, row?.nonce_hash ?? null) || !row) throw invalidToken()
  const grantId = principal.kind === "application" ? (principal.actsFor?.grantId ?? null) : null
  if (row.principal_kind !== principal.kind || row.principal_id !== principal.id || row.grant_id !== grantId) {
    const tool = runtime.tools.find(row.tool)
    const refusal = `The token of "${row.summary}" belongs to ${row.principal_name}. Only who proposed it can use it.`
    if (tool) await runtime.recordRefusal(caller, tool.procedure, refusal)
    throw new ForbiddenError(refusal)
  }
  return row
}

/** The call that proposed it has ended long since: applying is one of its own. */
async function carryOutSigned(caller: Caller, row: StoredProposal): Promise<AppliedProposal> {
  const tool = caller.runtime.tools.find(row.tool)
  const span = caller.runtime.telemetry.toolCall({
    toolName: tool?.name ?? null,
    wireName: tool?.wireName,
    callId: row.id,
    conversationId: row.conversation_id,
    transport: row.transport,
    effect: row.effect,
  })
  try {
    const applied = await carryOut(caller, row)
    span.end("applied")
    return applied
  } catch (error) {
    span.fail(error)
    throw error
  }
}

/** How long others wait before they judge that whoever applies it has died. */
const LEASE_GRACE_SECONDS = 30

async function carryOut(caller: Caller, row: StoredProposal): Promise<AppliedProposal> {
  const { runtime, principal } = caller
  const tool = runtime.tools.find(row.tool)
  if (!tool) throw new ConflictError(`The tool ${row.tool} no longer exists, so "${row.summary}" cannot be applied.`)
  const asker = await authorizeBoth(caller, row, tool)
  const claimed = await claimProposal(
    runtime.database,
    row.id,
    principal,
    Math.ceil(tool.timeoutMs / 1000) + LEASE_GRACE_SECONDS,
  )
  if (!claimed) {
    const now = await findProposal(runtime.database, row.id)
    if (!now || now.status === "proposed") throw notWaiting({ ...row, status: "expired" })
    throw notWaiting(now)
  }
  try {
    const result = await execute(caller, asker, tool, claimed)
    runtime.telemetry.proposal("applied")
    return { proposalId: row.id, toolCallId: row.id, result }
  } catch (error) {
    return await conclude(caller, asker, tool, claimed, error)
  } finally {
    runtime.publishSignals(["ai.proposal"])
  }
}

/** Rights may have gone since it was proposed: the signer's and the asker's are both asked for again. */
async function authorizeBoth(caller: Caller, row: StoredProposal, tool: RegisteredTool): Promise<Caller> {
  const { runtime, principal } = caller
  try {
    authorizeEntry(principal, tool.procedure)
    const asker = await loadAsker(caller, row)
    if (!asker)
      throw new ForbiddenError(`${row.principal_name}, who proposed "${row.summary}", is no longer active here.`)
    authorizeEntry(asker, tool.procedure)
    await demandPolicy(caller, row, tool)
    return { ...bare(caller), principal: asker, transport: row.transport }
  } catch (error) {
    await runtime.recordRefusal(caller, tool.procedure, `"${row.summary}" was not applied. ${(error as Error).message}`)
    throw error
  }
}

/** As strict as today's policy, and as the one of the day it was proposed: between the two it may only have tightened. */
async function demandPolicy({ runtime, principal }: Caller, row: StoredProposal, tool: RegisteredTool): Promise<void> {
  const policy = await readPolicyOf(runtime.database.direct, serializeTool(tool))
  if (policy.off) throw new ForbiddenError(`An administrator has switched ${tool.name} off.`)
  const twoPerson = row.two_person || (policy.twoPerson && tool.effect !== "read")
  const askers = [row.person_id, row.principal_id]
  if (twoPerson && (principal.kind !== "user" || askers.includes(principal.id)))
    throw new ForbiddenError(
      `"${row.summary}" is under the two-person rule: somebody other than ${row.principal_name} has to sign it.`,
    )
}

class Moved extends Error {}

async function execute(caller: Caller, asker: Caller, tool: RegisteredTool, row: StoredProposal): Promise<unknown> {
  const { runtime } = caller
  const { keyring } = runtime.secrets
  const payload = demandFitting(tool, row, openJson(keyring, row.payload!, PROPOSAL_PAYLOAD.at(row.id)))
  const { version: _, ...input } = payload
  const demandUnmoved = async (transaction?: LazyTransaction) => {
    const outlook = await lookAhead(asker, tool, "version" in payload ? input : payload, transaction)
    if (outlook.fingerprint !== row.fingerprint) throw new Moved()
  }
  const finish = async (on: LazyTransaction | typeof runtime.database, output: unknown) => {
    demandJson(tool, output)
    const applied = await moveToolCall(on, {
      callId: row.id,
      from: "applying",
      to: "applied",
      lease: row.lease!,
      actor: { ...caller, transport: row.transport },
      set: {
        payload: null,
        result: sealJson(keyring, output, PROPOSAL_RESULT.at(row.id)),
        lease: null,
        lease_until: null,
        undo: JSON.stringify(undoOf(tool, payload, output)),
      },
      note: row.signer_id === row.principal_id ? null : `Asked by ${row.principal_name}, signed by ${row.signer_name}.`,
    })
    if (!applied) throw new ConflictError(`"${row.summary}" took too long and was given up; nothing was changed.`)
  }

  const reading = tool.effect === "read"
  // An effect outside waits for others, so it must not hold a transaction open meanwhile.
  const looksFirst = reading || row.external
  if (looksFirst && tool.preview) await demandUnmoved()
  const run = tool.verb as unknown as (caller: Caller, input: unknown) => Promise<unknown>
  const output = await withinTime(tool, (abort) =>
    run(
      {
        ...bare(caller),
        transport: row.transport,
        abort,
        ...(reading ? {} : { bracket: { before: looksFirst ? undefined : demandUnmoved, after: finish } }),
      },
      payload,
    ),
  )
  if (reading) await finish(runtime.database, output)
  return output
}

/** Something went wrong after the claim: the row must say what, and never more than is known. */
async function conclude(
  caller: Caller,
  asker: Caller,
  tool: RegisteredTool,
  row: StoredProposal,
  error: unknown,
): Promise<AppliedProposal> {
  const { runtime } = caller
  if (error instanceof Moved) return renew(caller, asker, tool, row)
  // An effect outside may have happened before the failure, unless the verb itself says what went wrong.
  const uncertain = row.external && !(error instanceof PlatformError)
  const problem = runtime.secrets.mask(error instanceof PlatformError ? error.message : `${tool.name} failed.`)
  const to = uncertain ? "unknown" : "failed"
  const settled = await moveToolCall(runtime.database, {
    callId: row.id,
    from: "applying",
    to,
    lease: row.lease!,
    actor: { ...caller, transport: row.transport },
    set: { payload: null, lease: null, lease_until: null, problem },
  })
  if (settled) {
    runtime.telemetry.proposal(to)
    throw error
  }
  // The commit went through although its answer did not: the row knows better than the error.
  const now = await findProposal(runtime.database, row.id)
  if (now?.status === "applied") {
    runtime.telemetry.proposal("applied")
    return storedOutcome(caller, now)
  }
  throw error
}

async function storedOutcome(caller: Caller, row: StoredProposal): Promise<AppliedProposal> {
  const now = row.lapsed ? await settleLapsed(caller, row) : row
  if (now.status !== "applied") throw notWaiting(now)
  const result =
    now.result === null ? null : openJson(caller.runtime.secrets.keyring, now.result, PROPOSAL_RESULT.at(now.id))
  return { proposalId: now.id, toolCallId: now.id, result }
}

function demandFitting(tool: RegisteredTool, row: StoredProposal, payload: unknown): Record<string, unknown> {
  try {
    return parsePayload(tool, payload)
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error
    throw new InvalidInputError(
      `${tool.name} has changed since "${row.summary}" was proposed, so it was not applied. Propose it again.`,
      error.issues,
    )
  }
}

/** Without the frame, bracket and exchange of whatever verb is running: what follows stands on its own. */
function bare({ principal, transport, correlationId, runtime, http }: Caller): Caller {
  return { principal, transport, correlationId: correlationId || randomUUID(), runtime, http }
}

export function noSuchProposal(id: string): NotFoundError {
  return new NotFoundError(`There is no proposal ${id}, or it is not yours to see.`)
}

export function notWaiting(
  row: Pick<StoredProposal, "summary" | "status" | "problem" | "decision_note">,
): ConflictError {
  const name = `"${row.summary}"`
  const sentences: Partial<Record<StoredProposal["status"], string>> = {
    applying: `${name} is being applied at this moment. Ask again in a few seconds.`,
    applied: `${name} has been applied already.`,
    failed: `${name} was signed but failed: ${row.problem ?? "the reason is in the log"} Propose it again.`,
    unknown: `${name} was being applied when contact was lost; whether it happened is not known. A person has to look and settle it on the Signatures page.`,
    declined: `${name} was declined${row.decision_note ? `: ${row.decision_note}` : "."}`,
    expired: `${name} has expired: nobody signed it in time. Propose it again.`,
    superseded: `${name} was replaced by a newer proposal.`,
  }
  return new ConflictError(sentences[row.status] ?? `${name} is ${row.status}.`)
}
