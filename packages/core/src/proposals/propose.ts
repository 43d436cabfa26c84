import type { Caller } from "../access/ctx.ts"
import type { QuotedThing, RegisteredTool } from "../access/points/tool.ts"
import { moveToolCall, type Step } from "../audit/tool-call-store.ts"
import { mergeSources, type ProposalReceipt, type TaintSource, worstClass } from "../contract/proposal.ts"
import { LazyTransaction } from "../db/transaction.ts"
import { ConflictError } from "../errors.ts"
import { baseUrl } from "../identity/base-url.ts"
import { PROPOSAL_PAYLOAD } from "../secrets/sealed-columns.ts"
import { callerIn, whoseWords } from "../tools/whose-words.ts"
import { demandRoomToPropose, takeTurnToPropose } from "./demand-room.ts"
import { lookAhead } from "./look-ahead.ts"
import { mayConfirm } from "./may-sign.ts"
import { findProposal, SIGNING_TERM, type StoredProposal, sealJson, TOKEN_TERM } from "./proposal-store.ts"
import { formatToken, newNonce } from "./token.ts"
import { namesOfPeople, wordsThatWait } from "./why-it-waits.ts"

/** What the gate found out before it decided that somebody has to sign. */
export interface Circumstances {
  twoPerson: boolean
  taint: readonly TaintSource[]
  /** Where it would go, and whether somebody has to agree to that. */
  destination: string | null
  unnamed: boolean
  /** It would pass, had the model not read what colleagues wrote. */
  onlyColleague?: boolean
  /** In which conversation it was asked, where that counts against its open proposals. */
  conversationId?: string | null
  /** It is no more to read: it is applied at once, or shows afresh what waited already. */
  unlimited?: boolean
  /** In chat the card is signed by proposal id; no token is made at all. */
  withToken: boolean
  /** What it takes back, where that is known. */
  undoes?: string | null
}

/** Turns a reserved call into a proposal: looks ahead, changes nothing, and writes down what it saw. */
export async function propose(
  caller: Caller,
  callId: string,
  tool: RegisteredTool,
  input: Record<string, unknown>,
  circumstances: Circumstances,
  replaces?: string,
): Promise<Proposed> {
  const { runtime, principal } = caller
  const { database } = runtime
  const outlook = await lookAhead(caller, tool, input)
  const replaced = replaces ? await findReplaced(caller, replaces) : null
  const confirmable = circumstances.withToken && mayConfirm(principal, tool, input, circumstances)
  const { nonce, hash } = newNonce()
  const reasons = reasonsOf(caller, circumstances)
  const quoted = [...outlook.quoted, ...callerIn(principal, reasons.join())]
  const source = await whoseWords({ database, principal }, tool, { id: callId, input, things: quoted })
  // Whoever edits a card has not made the words their own that led to it.
  const taint = mergeSources(circumstances.taint, replaced?.taint ?? [])
  const firstOnColleague = circumstances.onlyColleague && (await isFirstOnColleague(caller, circumstances))
  const step: Step = {
    callId,
    from: "running",
    to: "proposed",
    actor: caller,
    set: {
      nonce_hash: confirmable ? hash : null,
      payload: sealJson(runtime.secrets.keyring, outlook.payload, PROPOSAL_PAYLOAD.at(callId)),
      summary: outlook.summary,
      audit_name: outlook.recordedAs,
      card: JSON.stringify({
        diff: outlook.diff,
        things: outlook.things,
        consequences: outlook.consequences,
        reasons,
        ...(circumstances.undoes ? { undoes: circumstances.undoes } : {}),
        ...(firstOnColleague ? { firstOnColleague } : {}),
      }),
      fingerprint: outlook.fingerprint,
      taint: JSON.stringify(taint),
      quoted: JSON.stringify(source ? [source] : []),
      waits_on_colleague: circumstances.onlyColleague ?? false,
      destination: circumstances.destination,
      two_person: circumstances.twoPerson,
      external: tool.procedure.external === true,
      // An edited card belongs to the conversation the first one came from: its model is told what became of it.
      ...(replaced ? { replaces: replaced.id, conversation_id: replaced.conversation_id } : {}),
    },
    setIn: { expires_at: SIGNING_TERM, ...(confirmable ? { token_expires_at: TOKEN_TERM } : {}) },
  }
  const row = circumstances.unlimited
    ? await moveToolCall(runtime, step)
    : await moveWithinLimits(caller, step, circumstances.conversationId ?? null, replaced)
  if (!row) throw givenUp()
  runtime.telemetry.proposal("proposed")
  runtime.publishSignals(["ai.proposal"])
  const receipt: ProposalReceipt = {
    status: "awaiting_signature",
    proposalId: callId,
    toolCallId: callId,
    toolName: tool.name,
    summary: outlook.summary,
    payload: outlook.payload,
    diff: outlook.diff,
    reasons: [...wordsThatWait(taint, await namesOfPeople(database, taint)), ...reasons],
    expiresAt: row.expires_at!.toISOString(),
    signUrl: `${baseUrl(caller)}/signatures/${callId}`,
    token: confirmable ? formatToken(callId, nonce) : null,
    tokenExpiresAt: confirmable ? row.token_expires_at!.toISOString() : null,
  }
  return { receipt, quoted, source }
}

export interface Proposed {
  receipt: ProposalReceipt
  /** What the card names. */
  quoted: readonly QuotedThing[]
  /** Others' words in what it says. */
  source: TaintSource | null
}

function givenUp(): ConflictError {
  return new ConflictError("This call was given up while it was being proposed. Propose it again.")
}

/** An edited proposal takes the place of the old one in one step: never two cards for one change, and never none. */
async function moveWithinLimits(
  caller: Caller,
  step: Step,
  conversationId: string | null,
  replaced: StoredProposal | null,
) {
  const { runtime } = caller
  const transaction = new LazyTransaction(runtime.database, "write")
  try {
    await takeTurnToPropose(transaction, caller)
    if (replaced) await supersede(caller, replaced, step.callId, transaction)
    await demandRoomToPropose(transaction, caller, replaced?.conversation_id ?? conversationId)
    const row = await moveToolCall(runtime, step, transaction)
    if (!row) throw givenUp()
    await transaction.commit()
    if (replaced) runtime.telemetry.proposal("superseded")
    return row
  } catch (error) {
    await transaction.rollback()
    throw error
  }
}

/** Said once in a conversation: who is told each time no longer reads it. */
async function isFirstOnColleague({ runtime }: Caller, { conversationId = null }: Circumstances): Promise<boolean> {
  const { rows } = await runtime.database.pool.query(
    "SELECT FROM platform.tool_call WHERE conversation_id = $1 AND waits_on_colleague AND at > now() - interval '90 days' LIMIT 1",
    [conversationId],
  )
  return rows.length === 0
}

async function findReplaced({ runtime, principal }: Caller, replaced: string): Promise<StoredProposal> {
  const old = await findProposal(runtime.database, replaced)
  const mine = old && old.principal_kind === principal.kind && old.principal_id === principal.id
  const forMe = old && principal.kind === "user" && old.person_id === principal.id
  if (!old || (!mine && !forMe))
    throw new ConflictError(`You have no proposal ${replaced} to replace. Propose without "replaces".`)
  return old
}

async function supersede(
  caller: Caller,
  { id, summary, status }: StoredProposal,
  by: string,
  transaction: LazyTransaction,
): Promise<void> {
  const moved = await moveToolCall(
    caller.runtime,
    { callId: id, from: "proposed", to: "superseded", actor: caller, set: { payload: null, replaced_by: by } },
    transaction,
  )
  if (!moved)
    throw new ConflictError(
      `The proposal “${summary}” is ${status === "proposed" ? "decided" : status} already, so nothing can take its place. Propose it by itself.`,
    )
}

function reasonsOf({ principal }: Caller, { destination, unnamed, taint, twoPerson }: Circumstances): string[] {
  const reasons: string[] = []
  if (destination && unnamed)
    reasons.push(
      worstClass(taint) === "outside"
        ? `It would reach ${destination} with an address that nobody wrote and the allow-list does not hold as it is.`
        : `It would reach ${destination}, which nobody named and the allow-list does not hold.`,
    )
  if (twoPerson) reasons.push(`Two people have to agree: somebody other than ${principal.name} signs.`)
  return reasons
}
