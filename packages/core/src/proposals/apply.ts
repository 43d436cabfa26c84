import { randomUUID } from "node:crypto"
import type { Caller } from "../access/ctx.ts"
import { type RegisteredTool, undoOf } from "../access/points/tool.ts"
import { moveToolCall, type Step } from "../audit/tool-call-store.ts"
import { rememberTaint, taintHolder } from "../audit/tool-taint.ts"
import { LazyTransaction } from "../db/transaction.ts"
import {
  ConflictError,
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
  OutcomeUnknownError,
  PlatformError,
  UnavailableError,
} from "../errors.ts"
import { sentenceForPeople } from "../http/words-for-people.ts"
import type { Principal } from "../identity/principal/principal.ts"
import { PROPOSAL_PAYLOAD, PROPOSAL_RESULT } from "../secrets/sealed-columns.ts"
import { demandJson } from "../tools/demand-json.ts"
import { parsePayload } from "../tools/tool-input.ts"
import { whoseWords } from "../tools/whose-words.ts"
import { TookTooLongError, withinTime } from "../tools/within-time.ts"
import { appliedThings } from "./applied-thing.ts"
import { isHiccup, isRace, onceBack } from "./hiccup.ts"
import { lookAhead } from "./look-ahead.ts"
import { isAsker, whyNotSign } from "./may-sign.ts"
import {
  awaitProposal,
  type Claim,
  claimProposal,
  findProposal,
  lockProposal,
  openJson,
  releaseProposal,
  type StoredProposal,
  sealJson,
} from "./proposal-store.ts"
import { type Consent, demandMayConfirm, type Hold, recheck, Taken } from "./recheck.ts"
import { renew } from "./renew.ts"
import { whyStale } from "./still-stands.ts"
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
  if (row.status === "proposed" && !row.token_fresh) throw tokenExpired(row)
  if (row.status !== "proposed") return storedOutcome(caller, row)
  demandMayConfirm(caller.principal, row)
  const applied = await carryOutSigned(caller, row, { by: "token" })
  await rememberWords(caller, row, applied.result)
  return applied
}

/** Whoever holds a token reads what came of it: a client, and the model behind it. */
async function rememberWords({ runtime, principal }: Caller, row: StoredProposal, result: unknown): Promise<void> {
  const tool = runtime.tools.find(row.tool)
  if (!tool) return
  const input = openJson(runtime.secrets.keyring, row.payload!, PROPOSAL_PAYLOAD.at(row.id))
  const source = await whoseWords({ ...runtime, principal }, tool, { id: row.id, input, result })
  if (source) await rememberTaint(runtime, taintHolder(principal), source)
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
    if (tool) await runtime.recordRefusal(caller, tool.procedure, `Could not sign “${row.summary}”. ${whyNot}`)
    throw new ForbiddenError(whyNot)
  }
  return carryOutSigned(caller, row, { by: "person" })
}

/** By a person on a screen who saw that it no longer stands: answers the proposal that shows how things are now. */
export async function renewBySignature(caller: Caller, proposalId: string): Promise<string> {
  const { runtime, principal } = caller
  const row = await findProposal(runtime.database, proposalId)
  if (!row) throw noSuchProposal(proposalId)
  const tool = runtime.tools.find(row.tool)
  const whyNot = whyNotSign(principal, row, tool)
  if (whyNot || !tool) throw new ForbiddenError(whyNot ?? "This cannot be applied.")
  if ((await whyStale(caller, row)) === null)
    throw new ConflictError(`Nothing that “${row.summary}” is about has changed. Sign it or decline it as it stands.`)
  const { principal_kind: kind, principal_id: id, grant_id: grantId } = row
  const asker = isAsker(principal, row) ? principal : await runtime.identity.load({ kind, id, grantId })
  if (!asker)
    throw new ForbiddenError(`${row.principal_name}, who proposed “${row.summary}”, is no longer active here.`)
  try {
    const attempt: Attempt = { caller, tool, row, consent: { by: "person" } }
    return (await renewMoved(attempt, { ...bare(caller), principal: asker, transport: row.transport })).proposalId
  } catch (error) {
    const { proposal } = (error instanceof ConflictError ? (error.current ?? {}) : {}) as {
      proposal?: { proposalId: string }
    }
    if (!proposal) throw error
    return proposal.proposalId
  } finally {
    runtime.publishSignals(["ai.proposal"])
  }
}

/** In auto mode: the gate decided that nobody has to sign. */
export async function applyAtOnce(caller: Caller, proposalId: string, hold?: Hold): Promise<AppliedProposal> {
  const row = await findProposal(caller.runtime.database, proposalId)
  if (!row) throw noSuchProposal(proposalId)
  return carryOut(caller, row, { by: "nobody", ...(hold ? { hold } : {}) })
}

export async function findByToken(caller: Caller, token: string): Promise<StoredProposal> {
  const { runtime, principal } = caller
  const { id, nonce } = parseToken(token)
  const row = await findProposal(runtime.database, id)
  if (!nonceMatches(nonce, row?.nonce_hash ?? null) || !row) throw invalidToken()
  if (!isAsker(principal, row)) {
    const tool = runtime.tools.find(row.tool)
    const refusal = `The token of “${row.summary}” belongs to ${row.principal_name}. Only who proposed it can use it.`
    if (tool) await runtime.recordRefusal(caller, tool.procedure, refusal)
    throw new ForbiddenError(refusal)
  }
  return row
}

/** The call that proposed it has ended long since: applying is one of its own. */
async function carryOutSigned(caller: Caller, row: StoredProposal, consent: Consent): Promise<AppliedProposal> {
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
    const applied = await carryOut(caller, row, consent)
    span.end("applied")
    return applied
  } catch (error) {
    span.fail(error)
    throw error
  }
}

async function carryOut(caller: Caller, row: StoredProposal, consent: Consent): Promise<AppliedProposal> {
  const { runtime } = caller
  const tool = runtime.tools.find(row.tool)
  if (!tool) throw new ConflictError(`“${row.summary}” cannot be applied: the tool for it is no longer installed.`)
  const attempt: Attempt = { caller, tool, row, consent }
  // An effect outside waits for others, so it must not hold a transaction open meanwhile.
  const outside = tool.effect === "read" || row.external
  try {
    const result = await (outside ? executeOutside(attempt) : executeHere(attempt))
    runtime.telemetry.proposal("applied")
    return { proposalId: row.id, toolCallId: row.id, result }
  } catch (error) {
    return await conclude(attempt, error)
  } finally {
    runtime.publishSignals(["ai.proposal"])
  }
}

/** One try to carry a proposal out, and how far it came. */
interface Attempt {
  readonly caller: Caller
  readonly tool: RegisteredTool
  readonly row: StoredProposal
  readonly consent: Consent
  /** Known once the rights of both have been looked at. */
  asker?: Caller
  /** What was proposed is not what its tool takes today. */
  unfit?: boolean
  /** What was proposed, once it was opened. */
  payload?: unknown
  /** Held by whoever works outside of our database. */
  lease?: string
  /** Something outside of our database may have happened. */
  began?: boolean
}

/** Claim, rights, effect, audit rows and outcome are one transaction: if it comes to nothing, the proposal still waits. */
async function executeHere(attempt: Attempt): Promise<unknown> {
  const { caller, tool, row, consent } = attempt
  const payload = payloadOf(attempt)
  return withinTime(tool, (abort) => {
    const acting = { ...bare(caller), transport: row.transport, abort, ...wording(attempt) }
    const before = async (transaction: LazyTransaction): Promise<Caller> => {
      // What was given up must not be committed late.
      abort.addEventListener("abort", () => void transaction.rollback(), { once: true })
      const claim = () => lockProposal(transaction, row.id, consent.by === "token")
      const { signer, asker } = await recheck(transaction, caller, tool, row, consent, claim)
      attempt.asker = { ...bare(caller), principal: asker, transport: row.transport }
      await demandUnmoved(attempt, payload, transaction)
      return { ...acting, principal: signer }
    }
    const after = (transaction: LazyTransaction, output: unknown) => finish(attempt, payload, output, transaction)
    return verbOf(tool)({ ...acting, bracket: { before, after } }, payload)
  })
}

/** A client that confirms for itself has no eyes: words become a signer's own where a person signs them. */
function wording({ row, consent }: Attempt): Pick<Caller, "wordedAfter" | "unsigned" | "byModel" | "turnId"> {
  const turn = row.turn_id === null ? {} : { turnId: row.turn_id }
  return { wordedAfter: row.taint ?? [], unsigned: consent.by !== "person", byModel: true, ...turn }
}

/** How long others wait before they judge that whoever applies it has died. */
const LEASE_GRACE_SECONDS = 30

/** What is done outside cannot be part of a transaction: a lease keeps others away meanwhile. */
async function executeOutside(attempt: Attempt): Promise<unknown> {
  const { caller, tool, row } = attempt
  const signer = await claimOutside(attempt)
  const payload = payloadOf(attempt)
  if (tool.preview) await demandUnmoved(attempt, payload)
  const reading = tool.effect === "read"
  const after = (transaction: LazyTransaction, output: unknown) => finish(attempt, payload, output, transaction)
  const output = await withinTime(tool, (abort) => {
    attempt.began = true
    const acting = { ...bare(caller), principal: signer, transport: row.transport, abort, ...wording(attempt) }
    return verbOf(tool)(reading ? acting : { ...acting, bracket: { after } }, payload)
  })
  if (reading) await finish(attempt, payload, output)
  return output
}

async function claimOutside(attempt: Attempt): Promise<Principal> {
  const { caller, tool, row, consent } = attempt
  const transaction = new LazyTransaction(caller.runtime.database, "bound")
  attempt.lease = randomUUID()
  try {
    const claim = () => claimProposal(transaction, claimOf(attempt))
    const { signer, asker } = await recheck(transaction, caller, tool, row, consent, claim)
    attempt.asker = { ...bare(caller), principal: asker, transport: row.transport }
    await transaction.commit()
    return signer
  } catch (error) {
    await transaction.rollback()
    throw error
  }
}

function claimOf({ caller, tool, row, consent, lease }: Attempt): Claim {
  const leaseSeconds = Math.ceil(tool.timeoutMs / 1000) + LEASE_GRACE_SECONDS
  const signer = consent.by === "nobody" ? null : caller.principal
  return { id: row.id, byToken: consent.by === "token", lease: lease!, leaseSeconds, signer }
}

class Moved extends Error {}

async function demandUnmoved(
  { asker, tool, row }: Attempt,
  payload: Record<string, unknown>,
  transaction?: LazyTransaction,
): Promise<void> {
  const { version: _, ...input } = payload
  const outlook = await lookAhead(asker!, tool, "version" in payload ? input : payload, transaction)
  if (outlook.fingerprint !== row.fingerprint) throw new Moved()
}

async function finish(
  { caller, tool, row, lease, consent }: Attempt,
  payload: unknown,
  output: unknown,
  transaction?: LazyTransaction,
): Promise<void> {
  const { runtime, principal } = caller
  demandJson(tool, output)
  const step: Step = {
    callId: row.id,
    from: lease ? "applying" : "proposed",
    to: "applied",
    ...(lease ? { lease } : {}),
    actor: { ...caller, transport: row.transport },
    set: {
      payload: null,
      result: sealJson(runtime.secrets.keyring, output, PROPOSAL_RESULT.at(row.id)),
      lease: null,
      lease_until: null,
      ...(row.card && {
        card: JSON.stringify({ ...row.card, ...appliedThings(tool, row, output, runtime.secrets.mask) }),
      }),
      undo: JSON.stringify(undoOf(tool, payload, output)),
      ...signature(caller, consent),
    },
    setIn: { decided_at: "0 seconds" },
    note: noteOf(principal, row, consent),
  }
  const applied = await moveToolCall(runtime, step, transaction)
  if (applied) return
  if (row.external) throw outcomeUnknown(row)
  throw new ConflictError(`“${row.summary}” took too long and was given up; nothing was changed.`)
}

/** It came to nothing, or to something nobody knows: the row must say what, and never more than is known. */
async function conclude(attempt: Attempt, error: unknown): Promise<AppliedProposal> {
  const { caller, asker, tool, row, lease, began } = attempt
  const { runtime } = caller
  if (error instanceof Taken) return await answerTaken(attempt)
  if (error instanceof Moved && asker) return await renewMoved(attempt, asker)
  if (!began && isHiccup(error)) return await answerHiccup(attempt, error)
  if (!asker && !attempt.unfit) {
    await runtime.recordRefusal(caller, tool.procedure, `“${row.summary}” was not applied. ${(error as Error).message}`)
    throw error
  }
  // An effect outside may have happened before the failure, unless the verb itself says what went wrong.
  const uncertain = row.external && !saysWhatHappened(error)
  if (uncertain) runtime.log.warn("Nobody knows whether a change outside happened.", { proposal: row.id, error })
  const told = uncertain ? outcomeUnknown(row, error) : error
  const sentence = error instanceof PlatformError ? error.message : "It failed; the server's log has the reason."
  // Who proposed it reads on the card what became of their own words; the audit log has it without any secret.
  const problem = sentenceForPeople(runtime.secrets.maskFor(attempt.payload)(sentence), runtime.isName)
  const to = uncertain ? "unknown" : "failed"
  const settled = await moveToolCall(runtime, {
    callId: row.id,
    from: lease ? "applying" : "proposed",
    to,
    ...(lease ? { lease } : {}),
    actor: { ...caller, transport: row.transport },
    set: { payload: null, lease: null, lease_until: null, problem, ...signature(caller, attempt.consent) },
    note: runtime.secrets.mask(sentence),
    setIn: { decided_at: "0 seconds" },
  })
  if (settled) {
    runtime.telemetry.proposal(to)
    throw told
  }
  // The commit went through although its answer did not: the row knows better than the error.
  return (await appliedByMe(attempt)) ?? Promise.reject(told)
}

/** A database that went away or a time limit says nothing of what was done outside before. */
function saysWhatHappened(error: unknown): boolean {
  const unsaid = error instanceof TookTooLongError || error instanceof OutcomeUnknownError
  return error instanceof PlatformError && !unsaid
}

function outcomeUnknown({ summary }: StoredProposal, cause?: unknown): OutcomeUnknownError {
  return new OutcomeUnknownError(
    `It is not known whether “${summary}” happened: contact was lost while it was being applied. Look before you try again, and settle it on the Signatures page.`,
    cause,
  )
}

/** Somebody has to look again, and only one of those who found out may ask them to. */
async function renewMoved(attempt: Attempt, asker: Caller): Promise<AppliedProposal> {
  const { caller, tool, row } = attempt
  if (attempt.lease) return renew(caller, asker, tool, { ...row, lease: attempt.lease })
  attempt.lease = randomUUID()
  const transaction = new LazyTransaction(caller.runtime.database, "write")
  const claimed = await claimProposal(transaction, claimOf(attempt))
  await transaction.commit()
  return claimed ? renew(caller, asker, tool, claimed) : answerTaken(attempt)
}

async function answerTaken({ caller, row, consent }: Attempt): Promise<never> {
  const now = await findProposal(caller.runtime.database, row.id)
  if (!now) throw noSuchProposal(row.id)
  if (now.status !== "proposed") throw notWaiting(now)
  if (!now.signable) throw notWaiting({ ...now, status: "expired" })
  if (consent.by === "token" && !now.token_fresh) throw tokenExpired(now)
  throw notWaiting({ ...now, status: "applying" })
}

/** The database went away. What was to be done is either done as a whole, or the proposal waits as before. */
async function answerHiccup(attempt: Attempt, error: unknown): Promise<AppliedProposal> {
  const { caller, row, lease, consent } = attempt
  const { database } = caller.runtime
  const name = `“${row.summary}”`
  const why = isRace(error)
    ? "Others kept changing the same things at the same moment."
    : "The database went away for a moment."
  const now = await onceBack(async () => {
    if (lease) await releaseProposal(database, row.id, lease)
    return awaitProposal(database, row.id)
  }).catch(() => undefined)
  if (now === undefined)
    throw new UnavailableError(
      `The database went away while ${name} was being applied. Once it is back, the Signatures page tells whether it was applied or still waits to be signed.`,
      error,
    )
  const applied = now?.status === "applied" ? await appliedByMe(attempt) : null
  if (applied) return applied
  // A model that is told of a failure calls again: nobody may sign the first one as well.
  if (consent.by === "nobody") await withdraw(attempt, why)
  throw new UnavailableError(
    `${why} So ${name} was not applied and nothing was changed. ${consent.by === "nobody" ? "Call it again." : "It still waits: apply it again."}`,
    error,
  )
}

async function withdraw({ caller, row }: Attempt, why: string): Promise<void> {
  const problem = `${why} Nothing was changed.`
  await moveToolCall(caller.runtime, {
    callId: row.id,
    from: "proposed",
    to: "failed",
    actor: { ...caller, transport: row.transport },
    set: { payload: null, problem },
  }).catch((cause) => caller.runtime.log.warn("A change that was not made still waits.", { cause, proposal: row.id }))
}

async function appliedByMe({ caller, row, consent }: Attempt): Promise<AppliedProposal | null> {
  const now = await findProposal(caller.runtime.database, row.id)
  const mine = consent.by === "nobody" ? now?.unsigned : now?.signer_id === caller.principal.id
  if (now?.status !== "applied" || !mine) return null
  caller.runtime.telemetry.proposal("applied")
  return storedOutcome(caller, now)
}

/** A change that was applied by itself was not signed, also not by the one in whose conversation it was. */
function signature({ principal: { kind, id, name } }: Caller, { by }: Consent): Record<string, unknown> {
  if (by === "nobody") return { unsigned: true, signer_kind: null, signer_id: null, signer_name: null }
  return { signer_kind: kind, signer_id: id, signer_name: name }
}

function noteOf(principal: Principal, row: StoredProposal, { by }: Consent): string | null {
  if (by === "nobody")
    return row.transport === "automation"
      ? "Applied by itself, as its automation may."
      : "Applied by itself, in a conversation where its owner chose so."
  return isAsker(principal, row) ? null : `Asked by ${row.principal_name}, signed by ${principal.name}.`
}

function payloadOf(attempt: Attempt): Record<string, unknown> {
  const { caller, tool, row } = attempt
  attempt.unfit = true
  attempt.payload = openJson(caller.runtime.secrets.keyring, row.payload!, PROPOSAL_PAYLOAD.at(row.id))
  const payload = demandFitting(tool, row, attempt.payload)
  attempt.unfit = false
  return payload
}

function verbOf(tool: RegisteredTool): (caller: Caller, input: unknown) => Promise<unknown> {
  return tool.verb as unknown as (caller: Caller, input: unknown) => Promise<unknown>
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
      `The tool behind “${row.summary}” has changed since it was proposed, so it was not applied. Propose it again.`,
      error.issues,
    )
  }
}

/** Without the frame, bracket and exchange of whatever verb is running: what follows stands on its own. */
function bare({ principal, transport, correlationId, runtime, http }: Caller): Caller {
  return { principal, transport, correlationId: correlationId || randomUUID(), runtime, http }
}

function tokenExpired({ summary, signable }: StoredProposal): ConflictError {
  return new ConflictError(
    `The token of “${summary}” has expired. ${signable ? "A person can still sign it on the Signatures page, or propose it again." : "Propose it again."}`,
  )
}

export function noSuchProposal(id: string): NotFoundError {
  return new NotFoundError(`There is no proposal ${id}, or it is not yours to see.`)
}

export function notWaiting(
  row: Pick<StoredProposal, "summary" | "status" | "problem" | "decision_note">,
): ConflictError {
  const name = `“${row.summary}”`
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
