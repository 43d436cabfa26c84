import {
  InputField,
  ProposalReceipt,
  ProposalStatus,
  ProposalView,
  pageInput,
  pageOf,
  procedure,
} from "@countersign/core/contract"
import { z } from "zod"
import { proposalAccess } from "./access.ts"

const ToolName = z.string().min(1).max(130).describe("A tool's name, as ai.listTools gives it: incident.resolve.")
const Arguments = z.record(z.string().max(200), z.unknown()).describe("The tool's arguments.")
const Token = z.string().min(1).max(200).describe("The token a proposal was answered with.")
const Note = z.string().trim().max(1_000)
const ProposalId = z.uuid().toLowerCase()

/** What a call of a tool came to. */
export const ToolCallResult = z.discriminatedUnion("status", [
  z.object({ status: z.literal("executed"), toolCallId: z.uuid(), result: z.unknown() }),
  ProposalReceipt,
])
export type ToolCallResult = z.infer<typeof ToolCallResult>

export const Applied = z.object({ toolCallId: z.uuid(), proposalId: z.uuid(), result: z.unknown() })
export type Applied = z.infer<typeof Applied>

/** A card, and how it follows from an earlier one. */
export const SeenProposal = ProposalView.extend({
  /** Somebody changed what was asked for before it was signed. */
  edited: z.boolean(),
  /** The summary of the change that it takes back. */
  undoes: z.string().nullable(),
})
export type SeenProposal = z.infer<typeof SeenProposal>

/** Which proposals a list shows. `mine` waits for the viewer's signature; `asked` was asked by the viewer. */
export const ProposalBox = z.enum(["mine", "asked", "unknown", "all"])

/** For callers with any credential: what they may do with a tool follows from its own rules. */
export const proposalProcedures = {
  callTool: procedure({
    summary: "Call a tool: a read runs and answers, anything else becomes a proposal that somebody has to sign.",
    effect: "mutate",
    once: "This was called the first time it was sent, as {toolCallId}, and what it answered is not kept. To read again, call with a new Idempotency-Key; if it became a proposal, the Signatures page tells what became of it.",
    access: "signedIn",
    input: z.object({ toolName: ToolName, input: Arguments.default({}) }),
    output: ToolCallResult,
  }),
  proposeTool: procedure({
    summary: "Propose a change: checks it, changes nothing, and answers with what would change.",
    effect: "mutate",
    once: "This was proposed the first time it was sent, as {proposalId}. Its token was told once; the Signatures page tells what became of it, and it can be signed there while it waits.",
    access: "signedIn",
    input: z.object({
      toolName: ToolName,
      input: Arguments.default({}),
      replaces: ProposalId.optional().describe("A proposal of yours that this one takes the place of."),
      undoes: ProposalId.optional().describe("An applied proposal of yours that this one takes back."),
    }),
    output: ProposalReceipt,
  }),
  readProposalInput: procedure({
    summary:
      "Read what a proposal of yours was asked with, and what its fields take, to change it before it is signed.",
    effect: "read",
    access: "signedIn",
    input: z.object({ proposalId: ProposalId }),
    output: z.object({ toolName: ToolName, input: Arguments, fields: z.array(InputField) }),
  }),
  applyTool: procedure({
    summary: "Carry out a proposal, once, with the token it was answered with.",
    effect: "mutate",
    access: "signedIn",
    input: z.object({ token: Token }),
    output: Applied,
  }),
  declineTool: procedure({
    summary: "Withdraw a proposal with the token it was answered with.",
    effect: "mutate",
    access: "signedIn",
    input: z.object({ token: Token, reason: Note.optional() }),
    output: z.object({ proposalId: z.uuid() }),
  }),
  signProposal: procedure({
    summary: "Sign or decline a proposal that waits for you. By a signed-in person only.",
    effect: "mutate",
    access: "person",
    input: z.object({ proposalId: ProposalId, kind: z.enum(["apply", "decline"]), reason: Note.optional() }),
    output: z.object({ proposal: SeenProposal, result: z.unknown() }),
  }),
  checkProposal: procedure({
    summary: "Look whether a proposal that waits can still be signed as it stands.",
    effect: "read",
    access: "signedIn",
    input: z.object({ proposalId: ProposalId }),
    /** Null while it stands. */
    output: z.object({ stale: z.string().nullable() }),
  }),
  renewProposal: procedure({
    summary: "Replace a proposal that no longer stands by one that shows what would change now.",
    effect: "mutate",
    access: "person",
    input: z.object({ proposalId: ProposalId }),
    output: z.object({ proposal: SeenProposal }),
  }),
  describeProposal: procedure({
    summary: "Read one proposal as its card shows it.",
    effect: "read",
    access: "signedIn",
    input: z.object({ proposalId: ProposalId }),
    output: SeenProposal,
  }),
  listProposals: procedure({
    summary: "List proposals: those waiting for your signature, those you asked for, those whose outcome is not known.",
    effect: "read",
    access: "signedIn",
    input: z.object({
      ...pageInput(["askedAt"], { direction: "desc" }),
      box: ProposalBox.default("mine"),
      status: z.array(ProposalStatus).max(8).optional(),
      toolName: ToolName.optional(),
      unsigned: z.boolean().optional().describe("Only what was applied by itself, or only what was not."),
    }),
    output: pageOf(SeenProposal),
  }),
  countProposals: procedure({
    summary: "Count the proposals that wait for your signature.",
    effect: "read",
    access: "signedIn",
    input: z.object({}),
    output: z.object({ waiting: z.int(), unknown: z.int() }),
  }),
  reconcileProposal: procedure({
    summary: "Settle a proposal whose outcome is not known, after looking whether it happened.",
    effect: "mutate",
    access: proposalAccess.reconcile,
    input: z.object({ proposalId: ProposalId, outcome: z.enum(["applied", "failed"]), note: Note.min(1) }),
    output: SeenProposal,
  }),
  sweepProposals: procedure({
    summary: "Expire proposals nobody signed and mark those whose server died as failed or not known.",
    effect: "mutate",
    access: "internal",
    input: z.object({}),
    output: z.object({ expired: z.int(), ended: z.int(), removed: z.int() }),
  }),
  erasePerson: procedure({
    summary: "Take the name of a person who left out of the calls of tools, and end what they still had waiting.",
    effect: "destructive",
    revokes: true,
    access: "internal",
    input: z.object({ personId: z.uuid().toLowerCase(), name: z.string().max(200) }),
    output: z.object({ calls: z.int() }),
  }),
}
