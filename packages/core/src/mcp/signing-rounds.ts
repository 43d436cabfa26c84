import {
  type CallToolResult,
  type ClientCapabilities,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from "@modelcontextprotocol/server"
import type { Caller } from "../access/ctx.ts"
import type { RegisteredTool } from "../access/points/tool.ts"
import { rememberTaint, taintHolder } from "../audit/tool-taint.ts"
import { outputSchemaOf } from "../contract/procedure.ts"
import type { ProposalReceipt } from "../contract/proposal.ts"
import { ConflictError } from "../errors.ts"
import { project } from "../gate/for-model.ts"
import { applyWithToken, noSuchProposal, notWaiting } from "../proposals/apply.ts"
import { declineWithToken } from "../proposals/decline.ts"
import { findProposal, openJson, type StoredProposal } from "../proposals/proposal-store.ts"
import { PROPOSAL_RESULT } from "../secrets/sealed-columns.ts"
import { hearChanges } from "../signals/changes.ts"
import { whoseWords } from "../tools/whose-words.ts"
import { type AwaitingSignature, answerAwaiting, fromReceipt, fromRow } from "./awaiting-signature.ts"
import { type CardText, cardText } from "./card-text.ts"
import type { ServerParts } from "./server.ts"
import { type SigningState, sealState, type ToolCall } from "./signing-state.ts"
import { answerResult, failure } from "./tool-result.ts"

/** One of the requests it takes to get a change signed. */
export interface Round {
  parts: ServerParts
  caller: Caller
  call: ToolCall
  tool: RegisteredTool | undefined
  /** What the client says of itself in this request; clients of 2025 say it once, to a pod that has forgotten. */
  capabilities: ClientCapabilities | undefined
}

type Answer = CallToolResult | InputRequiredResult
type Responses = Pick<ServerContext["mcpReq"], "inputResponses" | "signal">

/** The name of the only question there is. */
const QUESTION = "signature"
const SIGNATURE_WAIT_MS = 20_000
// In case the news that somebody signed got lost.
const LOOK_AGAIN_MS = 2_000

/** What a client is told of a change that a person signed elsewhere, the model behind it reads. */
async function rememberResult({ runtime, principal }: Caller, row: StoredProposal, result: unknown): Promise<void> {
  const tool = runtime.tools.find(row.tool)
  const source = tool && (await whoseWords({ ...runtime, principal }, tool, { id: row.id, input: {}, result }))
  if (source) await rememberTaint(runtime, taintHolder(principal), source)
}

/** And the reason that somebody other than its person gave for declining. */
async function rememberReason({ runtime, principal }: Caller, row: StoredProposal): Promise<void> {
  if (row.signer_id === null || row.signer_id === row.person_id) return
  await rememberTaint(runtime, taintHolder(principal), {
    toolName: row.tool,
    toolCallId: row.id,
    at: new Date().toISOString(),
    class: "colleague",
    what: "what they decided about a proposal",
    people: [row.signer_id],
  })
}

/**
 * A client that can ask its person does; any other gets the link to hand on. A form shows the whole card or there is none:
 * nobody signs what was cut off.
 */
export async function answerProposal(round: Round, receipt: ProposalReceipt): Promise<Answer> {
  const { caller, capabilities } = round
  const awaiting = fromReceipt(receipt)
  const { token } = receipt
  const byForm = token !== null && asksByForm(capabilities)
  if (!byForm && !capabilities?.elicitation?.url) return answerAwaiting(awaiting)
  const card = await cardText(caller.runtime.database, await ownProposal(caller, receipt.proposalId))
  if (byForm && card.whole) return askByForm(round, awaiting, token, card)
  return capabilities?.elicitation?.url ? askByUrl(round, awaiting, card) : answerAwaiting(awaiting, TOO_LONG)
}

const TOO_LONG = "Nothing has changed yet. There is more to read than a form shows."

/** The client came back. Whatever it says, the stored proposal decides what has happened. */
export function continueSigning(round: Round, state: SigningState, responses: Responses): Promise<Answer> {
  return state.token === null
    ? continueByUrl(round, state.proposalId, responses)
    : continueByForm(round, state.proposalId, state.token, responses)
}

async function continueByForm(
  round: Round,
  proposalId: string,
  token: string,
  { inputResponses }: Responses,
): Promise<Answer> {
  const { caller } = round
  const response = inputResponse(inputResponses, QUESTION)
  const confirmed = response.kind === "elicit" && response.content?.confirm
  if (response.kind === "elicit" && response.action === "accept" && confirmed === true) {
    try {
      const { result } = await applyWithToken(caller, token)
      return answerFor(round, result)
    } catch (error) {
      const fresh = renewedBy(error)
      if (!fresh) throw error
      return answerProposal(round, fresh)
    }
  }
  const row = await ownProposal(caller, proposalId)
  if (row.status !== "proposed" || !row.signable) return outcomeOf(round, row)
  const declined = response.kind === "elicit" && (response.action === "decline" || confirmed === false)
  if (declined) {
    await declineWithToken(caller, token)
    return failure(`“${row.summary}” was declined. Nothing was changed.`)
  }
  const awaiting = fromRow(caller, row)
  if (response.kind === "elicit" && response.action === "cancel") return answerAwaiting(awaiting)
  const card = await cardText(caller.runtime.database, row)
  return card.whole ? askByForm(round, awaiting, token, card) : answerAwaiting(awaiting, TOO_LONG)
}

async function continueByUrl(round: Round, proposalId: string, { inputResponses, signal }: Responses): Promise<Answer> {
  const response = inputResponse(inputResponses, QUESTION)
  const opened = response.kind === "elicit" && response.action === "accept"
  const waitMs = opened ? (round.parts.signatureWaitMs ?? SIGNATURE_WAIT_MS) : 0
  const row = await decidedWithin(round, proposalId, waitMs, signal)
  if (response.kind === "missing" && row.status === "proposed" && row.signable && round.capabilities?.elicitation?.url)
    return askByUrl(round, fromRow(round.caller, row), await cardText(round.caller.runtime.database, row))
  return outcomeOf(round, row)
}

async function outcomeOf(round: Round, row: StoredProposal): Promise<Answer> {
  const { caller } = round
  if (row.status === "applied") {
    const { keyring } = caller.runtime.secrets
    const result = row.result === null ? null : openJson(keyring, row.result, PROPOSAL_RESULT.at(row.id))
    await rememberResult(caller, row, result)
    return answerFor(round, result)
  }
  if (row.decision_note) await rememberReason(caller, row)
  if (row.status === "applying") return answerAwaiting(fromRow(caller, row), "It is being applied at this moment.")
  if (row.status === "proposed" && row.signable) return answerAwaiting(fromRow(caller, row))
  return failure(notWaiting(row.status === "proposed" ? { ...row, status: "expired" } : row).message)
}

function answerFor({ tool }: Round, result: unknown): CallToolResult {
  return tool
    ? answerResult(result, project(tool, result), outputSchemaOf(tool.verb.procedure))
    : answerResult(result, result)
}

/** Follows a proposal to the one that took its place when what it was about had moved. */
async function decidedWithin(
  { parts, caller }: Round,
  proposalId: string,
  waitMs: number,
  cancelled: AbortSignal,
): Promise<StoredProposal> {
  const signal = parts.draining ? AbortSignal.any([cancelled, parts.draining]) : cancelled
  const deadline = performance.now() + waitMs
  for (let id = proposalId; ; ) {
    const news = nextNews(parts, signal, Math.min(LOOK_AGAIN_MS, deadline - performance.now()))
    const row = await ownProposal(caller, id)
    if (row.status === "superseded" && row.replaced_by) {
      id = row.replaced_by
      continue
    }
    const open = row.status === "applying" || (row.status === "proposed" && row.signable)
    if (!open || signal.aborted || performance.now() >= deadline) return row
    await news
  }
}

function nextNews({ signals }: ServerParts, signal: AbortSignal, withinMs: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      forget()
      signal.removeEventListener("abort", done)
      resolve()
    }
    const timer = setTimeout(done, Math.max(0, withinMs))
    const forget = hearChanges(signals, ({ resource }) => {
      if (resource === "ai.proposal") done()
    })
    signal.addEventListener("abort", done, { once: true })
  })
}

async function ownProposal(caller: Caller, id: string): Promise<StoredProposal> {
  const { principal, runtime } = caller
  const row = await findProposal(runtime.database, id)
  const asker = row && (row.grant_id ? `grant:${row.grant_id}` : `${row.principal_kind}:${row.principal_id}`)
  if (!row || asker !== taintHolder(principal)) throw noSuchProposal(id)
  return row
}

function askByUrl({ caller, call }: Round, awaiting: AwaitingSignature, { text }: CardText): InputRequiredResult {
  const message = `${text}\n\nNothing changes until you sign it on this page.`
  return inputRequired({
    inputRequests: { [QUESTION]: inputRequired.elicitUrl({ message, url: awaiting.signUrl }) },
    requestState: sealState(caller, call, awaiting.proposalId, null),
  })
}

function askByForm(
  { caller, call }: Round,
  awaiting: AwaitingSignature,
  token: string,
  { text }: CardText,
): InputRequiredResult {
  return inputRequired({
    inputRequests: {
      [QUESTION]: inputRequired.elicit({
        message: text,
        requestedSchema: {
          type: "object",
          properties: { confirm: { type: "boolean", title: "Apply this change" } },
          required: ["confirm"],
        },
      }),
    },
    requestState: sealState(caller, call, awaiting.proposalId, token),
  })
}

/** Forms are what a client means that names no kind of elicitation. */
function asksByForm(capabilities: ClientCapabilities | undefined): boolean {
  const elicitation = capabilities?.elicitation
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
}

/** Apply found that things had moved and made a fresh proposal. */
export function renewedBy(error: unknown): ProposalReceipt | null {
  if (!(error instanceof ConflictError)) return null
  return (error.current as { proposal?: ProposalReceipt } | undefined)?.proposal ?? null
}
