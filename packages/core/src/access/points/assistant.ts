import type { RehearsalScript } from "@countersign/llm"
import type { PageSnapshot } from "../../contract/chat/page-snapshot.ts"
import type { TaintSource } from "../../contract/proposal.ts"
import type { ToolScope } from "../../contract/tool.ts"
import type { Caller } from "../ctx.ts"
import type { QuotedThing } from "./tool.ts"

/** What a plugin adds to the assistant besides its tools. All of it is data, but for `context`, which asks verbs. */
export interface Assistant {
  /** One sentence for MCP clients, before they use a tool: what the plugin keeps. */
  readonly holds?: string
  /** Guidance for the system prompt; with `whenOffered`, only while one of these tools is. */
  readonly prompt?: readonly { title: string; text: string; whenOffered?: readonly string[] }[]
  /** What an empty thread offers to those who may use all the tools it needs. */
  readonly suggestions?: readonly Suggestion[]
  readonly skills?: readonly BuiltInSkill[]
  /** What the rehearsal model can play with this plugin's tools. */
  readonly rehearsal?: readonly RehearsalScript[]
  /** Asked before every turn, as the principal. One that fails is left out; the turn goes on without it. */
  readonly context?: (caller: Caller, asked: TurnAsk) => Promise<TurnNotes>
}

export interface Suggestion {
  /** What is sent when it is chosen. */
  text: string
  needs: readonly string[]
  scopes?: readonly ToolScope[]
}

/** A way of working that the operator switches on for a conversation. */
export interface BuiltInSkill {
  /** Within the plugin: `triage`. Known as `incident.triage`. */
  id: string
  title: string
  /** When to use it, in a line. */
  description: string
  /** Instructions for the model, in Markdown. */
  text: string
  scopes?: readonly ToolScope[]
}

export interface TurnAsk {
  conversationId: string | null
  scope: ToolScope
  skillId: string | null
  snapshot: PageSnapshot | null
  /** What the operator wrote. */
  text: string
}

export interface TurnNote {
  readonly title: string
  readonly text: string
  /** The things whose words it repeats: whoever else wrote on them is in the model's context from here on. */
  readonly quotes?: readonly QuotedThing[]
  /** The same where it is known already. */
  readonly outside?: TaintSource
}

export interface TurnNotes {
  /** Instructions of the skill that is on: they join the system prompt. */
  skill?: { title: string; text: string }
  /** Facts to know, quoted as data in a block of their own, never instructions. */
  data?: readonly TurnNote[]
  /**
   * Resources it was read from (`ai.memory`): until one of them changes, whoever has the same rights, scope, skill and thing
   * on the page is told the same without asking again. Leave it out where the answer follows from anything else.
   */
  restsOn?: readonly string[]
}
