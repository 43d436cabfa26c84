import { authorizeEntry } from "../access/authorize.ts"
import type { Bracket, Caller } from "../access/ctx.ts"
import { type RegisteredTool, type Undo, undoOf } from "../access/points/tool.ts"
import { reserveToolCall } from "../audit/reserve-tool-call.ts"
import { endToolCall, moveToolCall, type Step } from "../audit/tool-call-store.ts"
import { rememberTaint, taintHolder } from "../audit/tool-taint.ts"
import { rulesOf } from "../contract/access.ts"
import { type ProposalReceipt, type TaintSource, worstClass } from "../contract/proposal.ts"
import type { PermissionMode, ToolScope } from "../contract/tool.ts"
import { ConflictError, ForbiddenError, InvalidInputError, NotFoundError } from "../errors.ts"
import { applyAtOnce } from "../proposals/apply.ts"
import { argumentsMac } from "../proposals/arguments-mac.ts"
import { sealJson } from "../proposals/proposal-store.ts"
import { type Circumstances, propose } from "../proposals/propose.ts"
import { type Hold, recheckCaller } from "../proposals/recheck.ts"
import { PROPOSAL_RESULT } from "../secrets/sealed-columns.ts"
import type { ToolCallSpan } from "../telemetry/telemetry.ts"
import { alwaysSigns } from "../tools/always-signs.ts"
import { demandJson } from "../tools/demand-json.ts"
import { destinationsOf, kindOf } from "../tools/destination.ts"
import { type Case, dispose, mayGoTo } from "../tools/dispose.ts"
import { mayDriveTools } from "../tools/resolve-tools.ts"
import { parseToolInput } from "../tools/tool-input.ts"
import { whoseWords } from "../tools/whose-words.ts"
import { withinTime } from "../tools/within-time.ts"
import { forModelOf, type Images, imagesOf } from "./for-model.ts"
import { recordFailure } from "./record-failure.ts"
import { noteCallerNamed, noteWordsOf, wordsOfError } from "./words-of-error.ts"

/** How a model or a client came to the gate. Doors differ in nothing else. */
export interface Door {
  readonly caller: Caller
  readonly mode: PermissionMode
  readonly scope?: ToolScope
  readonly conversation?: {
    readonly id: string
    /** Others' words that are in the model's context or its summary. */
    readonly taint: readonly TaintSource[]
    /** Hosts that a person named in it. */
    readonly named: readonly string[]
    /** Whether a person wrote this very address in it. */
    readonly wrote?: (address: string) => boolean
    /** In which turn the model called, and by what name it knows the call. */
    readonly turnId?: string
    readonly modelCallId?: string
  }
  /** What must still hold when a change that nobody signs is committed. */
  readonly hold?: Hold
  /** The most characters of a result that a model reads: the gate is where results are cut, once. */
  readonly resultChars?: number
}

export interface ToolRequest {
  toolName: string
  input: unknown
  /** Ask for a signature even where the gate would let it pass. */
  alwaysPropose?: boolean
  replaces?: string
}

/** `source`: others' words in what the model is told of it. */
export type ToolOutcome = { source: TaintSource | null } & Ending
type Ending =
  | { status: "executed"; toolCallId: string; result: unknown; forModel: unknown; images: Images }
  | (Omit<ProposalReceipt, "status" | "token" | "tokenExpiresAt"> & {
      status: "applied"
      result: unknown
      forModel: unknown
      undo: Undo | null
    })
  | ProposalReceipt

/** The only door between a model and a tool: resolve, reserve, parse, judge, then run or propose; every way leaves its row. */
export async function invokeTool(door: Door, request: ToolRequest): Promise<ToolOutcome> {
  const { caller, conversation } = door
  const tool = caller.runtime.tools.find(request.toolName)
  const span = caller.runtime.telemetry.toolCall({
    toolName: tool?.name ?? null,
    wireName: tool?.wireName,
    conversationId: conversation?.id,
    transport: caller.transport,
    effect: tool?.effect,
    arguments: () => request.input,
  })
  try {
    const outcome = await pass(door, request, tool, span)
    await remember(door, request, outcome.source)
    span.end(outcome.status === "awaiting_signature" ? "proposed" : outcome.status, () =>
      "forModel" in outcome ? outcome.forModel : { status: outcome.status, proposalId: outcome.proposalId },
    )
    return outcome
  } catch (error) {
    await noteCallerNamed(error, caller, { toolName: tool?.name ?? "a tool" })
    await remember(door, request, wordsOfError(error))
    span.fail(error)
    throw error
  }
}

/** Where there is no conversation, what was read belongs to the grant. A person who asks on a page has no model to steer. */
async function remember(
  { caller, conversation }: Door,
  request: ToolRequest,
  source: TaintSource | null,
): Promise<void> {
  const onPage = caller.principal.kind === "user" && request.alwaysPropose
  if (source && !conversation && !onPage) await rememberTaint(caller.runtime, taintHolder(caller.principal), source)
}

async function pass(
  door: Door,
  request: ToolRequest,
  tool: RegisteredTool | undefined,
  span: ToolCallSpan,
): Promise<ToolOutcome> {
  const { caller, conversation } = door
  const { runtime, principal } = caller
  if (!mayDriveTools(principal))
    throw new ForbiddenError(`${principal.name} cannot use tools: they are for people and applications.`)
  const { callId, policy, allowedHosts, trustColleagues, taint } = await reserveToolCall(runtime.database, {
    tool: tool?.name ?? recordedName(caller, request.toolName),
    effect: tool?.effect ?? "read",
    rules: tool ? rulesOf(tool.procedure.access).map((rule) => rule.id) : [],
    transport: caller.transport,
    correlationId: caller.correlationId,
    conversationId: conversation?.id ?? null,
    turnId: conversation?.turnId ?? null,
    modelCallId: conversation?.modelCallId ?? null,
    principal,
    argsMac: argumentsMac(runtime.secrets.keyring, request.toolName, request.input),
  })
  span.identify(callId)

  let begun: { tool: RegisteredTool; input: Record<string, unknown> } | null = null
  try {
    const found = demandTool(door, tool)
    const input = parseToolInput(found, request.input)
    const destinations = destinationsOf(found, input)
    const sources = conversation?.taint ?? taint
    const worst = worstClass(sources)
    const read = worst === "colleague" && trustColleagues ? "own" : worst
    const { named = [], wrote } = conversation ?? {}
    const given: Case = {
      effect: found.effect,
      mode: door.mode,
      read,
      destination: kindOf(destinations, { allowed: allowedHosts, named, ...(wrote ? { wrote } : {}) }),
      draft: found.draft,
      alwaysSign: alwaysSigns(found, input),
      policy,
    }
    const disposition = dispose(given)
    if (disposition === "refuse") throw new ForbiddenError("An administrator has switched this tool off.")
    if (request.alwaysPropose && found.effect === "read" && disposition === "run")
      throw new InvalidInputError(`${found.name} only reads, so there is nothing to sign. Call it instead.`)
    // Until here all that can be said of the call is in our own words and the caller's.
    begun = { tool: found, input }
    if (disposition === "run" && !request.alwaysPropose) return await run(door, callId, found, input, sources)

    const atOnce = disposition === "apply" && !request.alwaysPropose
    const circumstances: Circumstances = {
      twoPerson: policy.twoPerson && found.effect !== "read",
      taint: sources,
      destination: destinations.map(({ host }) => host).join(", ") || null,
      unnamed: !mayGoTo(given.destination, read),
      withToken: caller.transport === "http" || caller.transport === "mcp",
      onlyColleague: read === "colleague" && dispose({ ...given, read: "own" }) === "apply",
      conversationId: conversation?.id ?? null,
      unlimited: atOnce,
    }
    const { receipt, quoted, source } = await propose(caller, callId, found, input, circumstances, request.replaces)
    if (!atOnce) return { ...receipt, source }
    const { token: _token, tokenExpiresAt: _expires, ...card } = receipt
    const { result } = await applyAtOnce(caller, receipt.proposalId, door.hold)
    const forModel = forModelOf(found, result, door.resultChars)
    const said = await whoseWords({ ...runtime, principal }, found, { id: callId, input, result, things: quoted })
    return { ...card, status: "applied", result, forModel, undo: undoOf(found, input, result), source: said }
  } catch (error) {
    if (begun) await noteWordsOf(error, caller, begun.tool, { id: callId, input: begun.input })
    await recordFailure(caller, callId, error)
    throw error
  }
}

async function run(
  door: Door,
  callId: string,
  tool: RegisteredTool,
  input: Record<string, unknown>,
  wordedAfter: readonly TaintSource[],
): Promise<ToolOutcome> {
  const { principal, transport, correlationId, runtime, http, askTab, looksAt } = door.caller
  const call = tool.verb as unknown as (caller: Caller, input: unknown) => Promise<unknown>
  const turnId = door.conversation?.turnId
  const { resultChars } = door
  const words = {
    wordedAfter,
    unsigned: true,
    byModel: true,
    ...(turnId ? { turnId } : {}),
    ...(resultChars === undefined ? {} : { resultChars }),
    ...(looksAt === undefined ? {} : { looksAt }),
  }
  const bracket = tool.effect === "read" ? undefined : unsigned(door, callId, tool, words)
  const result = await withinTime(
    tool,
    (abort) => call({ principal, transport, correlationId, runtime, http, askTab, abort, bracket, ...words }, input),
    door.caller.abort,
  )
  demandJson(tool, result)
  if (!bracket) await endToolCall(runtime, callId, door.caller)
  const source = await whoseWords({ ...runtime, principal }, tool, { id: callId, input, result })
  const forModel = forModelOf(tool, result, door.resultChars)
  return { status: "executed", toolCallId: callId, result, forModel, source, images: imagesOf(tool, result) }
}

/** A change that runs at once stands behind the same fence as a signed one, and its outcome commits with it. */
function unsigned({ caller, hold }: Door, callId: string, tool: RegisteredTool, words: Partial<Caller>): Bracket {
  const { runtime } = caller
  return {
    async before(transaction) {
      const principal = await recheckCaller(transaction, caller, tool, hold)
      return { ...caller, ...words, principal }
    },
    async after(transaction, output) {
      demandJson(tool, output)
      const set = { result: sealJson(runtime.secrets.keyring, output, PROPOSAL_RESULT.at(callId)) }
      const step: Step = { callId, from: "running", to: "executed", actor: caller, set }
      if (!(await moveToolCall(runtime, step, transaction)))
        throw new ConflictError("This took too long and was given up; nothing was changed.")
    },
  }
}

/** Nobody learns of a tool they may not use: both answers lead to the same list. */
function demandTool({ caller, scope }: Door, tool: RegisteredTool | undefined): RegisteredTool {
  // The name is not repeated: it is whatever the caller made up.
  if (!tool) throw new NotFoundError("There is no such tool. Use one of the tools you were offered.")
  authorizeEntry(caller.principal, tool.procedure)
  if (scope && tool.scopes && !tool.scopes.includes(scope))
    throw new NotFoundError(
      `${tool.name} is not offered in the ${scope} workspace. It belongs to ${tool.scopes.join(", ")}.`,
    )
  return tool
}

/** A name that nobody registered may say anything. Masked before it is cut: half a secret would not be recognised. */
function recordedName({ runtime }: Caller, name: string): string {
  return runtime.secrets.mask(name.slice(0, 4_000)).slice(0, 130)
}
