import type { SQL } from "drizzle-orm"
import type { AccessRule } from "../contract/access.ts"
import type { PlatformEvent } from "../contract/event.ts"
import type { Kind, KindContribution } from "../contract/kind.ts"
import type { IssuesProcedure } from "../contract/kit/issue.ts"
import type { AnyProcedure, ProcedureMeta } from "../contract/procedure.ts"
import type { Database } from "../db/database.ts"
import type { LazyTransaction } from "../db/transaction.ts"
import type { Egress } from "../egress/guarded-fetch.ts"
import type { Identity } from "../identity/identity.ts"
import type { RuleRegistry } from "../identity/principal/rule-registry.ts"
import type { Log } from "../log.ts"
import type { Mail } from "../mail/mail.ts"
import type { Secrets } from "../secrets/secrets.ts"
import type { ResourceChange } from "../signals/changes.ts"
import type { Telemetry } from "../telemetry/telemetry.ts"
import type { Announcement } from "./announce.ts"
import type { Caller } from "./ctx.ts"
import type { Frame } from "./frame.ts"
import type { AnyVerb, Verb } from "./implement.ts"
import type { NamedKind } from "./lookalikes.ts"
import type { Assistant } from "./points/assistant.ts"
import type { DoctorPoint } from "./points/doctor.ts"
import type { Kinds } from "./points/kinds.ts"
import type { Tool, ToolRegistry } from "./points/tool.ts"
import type { ServedTopic, Told } from "./points/topic.ts"

/** What verbs need of the platform that runs them. `create-platform.ts` wires it; nothing here knows a plugin. */
export interface Runtime {
  readonly database: Database
  readonly log: Log
  /** This server's clock: for what is shown or sent, never for what is stored. */
  now(): Date
  instantOf(transaction: LazyTransaction): Promise<Date>
  /** For the platform's own verbs: they list rules, erase people and load samples across plugins. */
  readonly plugins: readonly RegisteredPlugin[]
  readonly registry: RuleRegistry
  readonly identity: Identity
  readonly secrets: Secrets
  readonly mail: Mail
  /** For URLs that outsiders supply. */
  readonly egress: Egress
  readonly publicUrl: string | null
  /** Where this server listens, for links while there is no `publicUrl`. */
  localUrl?(): string
  /** Where visitors reach the public site; null means loopback names only. */
  readonly siteUrl: string | null
  /** Where this server serves the site, for links while there is no `siteUrl`. */
  localSiteUrl?(): string | null
  /** On this server's disk, for what can be had again; whoever keeps something there bounds it. Null where there is none. */
  readonly cacheFolder: string | null
  readonly tools: ToolRegistry
  /** What plugins added to each other's kinds. */
  readonly kinds: Kinds
  /** Whether a verb or a tool is called this. People read of none: see `http/words-for-people.ts`. */
  isName(word: string): boolean
  readonly chat: {
    /** The running turn's id, or null when nothing runs. */
    stop(caller: Caller, conversationId: string): Promise<string | null>
  }
  /** Spans and counts of turns, model calls, tool calls and proposals. */
  readonly telemetry: Telemetry
  verbOf(procedure: AnyProcedure): AnyVerb
  /** How a verb that reaches outside is called by somebody themselves: within their budget. */
  callEgress(caller: Caller, verb: AnyVerb, input: unknown): Promise<unknown>
  /** Writes audit rows, and who wrote on what, inside the transaction they describe. */
  recordChanges(transaction: LazyTransaction, caller: Caller, frame: Pick<Frame, "changes" | "wrote">): Promise<void>
  /** Leaves an audit row for a call that the platform stopped, in a transaction of its own. */
  recordRefusal(caller: Caller, procedure: ProcedureMeta, note: string): Promise<void>
  /** A bare name: any thing of the resource may have changed. */
  publishSignals(changes: readonly (string | ResourceChange)[]): void
  /** To the open pages that follow these topics, on every pod. */
  tellPages(told: readonly Told[]): void
  /** Once what was sealed is committed: every server masks it from then on. */
  publishSealed(): void
  /** Every event that some plugin declares, by id. */
  readonly events: ReadonlyMap<string, PlatformEvent>
  /** The verbs that are to hear of an event, by id. */
  subscribersOf(eventId: string): readonly string[]
  /** Once deliveries are committed: they are looked for at once, on every server. */
  wakeDeliveries(): void
  /** Writes events and their deliveries inside the transaction they tell of. */
  writeEvents(
    transaction: LazyTransaction,
    announcements: readonly Announcement[],
    cause: { correlationId: string },
  ): Promise<void>
  enqueueJob(
    transaction: LazyTransaction,
    job: string,
    data: object,
    options: { after?: Date; singletonKey?: string },
    caller: Caller,
  ): Promise<void>
}

/** What the platform's own verbs know of a plugin. */
export interface RegisteredPlugin {
  readonly id: string
  readonly contract: Readonly<Record<string, AnyProcedure>>
  readonly access: readonly AccessRule[]
  readonly verbs: Readonly<Record<string, AnyVerb>>
  /**
   * Optional sample data for a first look. Verbs of this plugin: `add` and `remove` take no input, `preview` tells in
   * `{ sentences }` what removing does to what people made themselves.
   */
  readonly sample?: {
    readonly add: AnyVerb
    readonly remove: AnyVerb
    readonly preview?: AnyVerb
  }
  /**
   * Takes `{ resource, ids }` of another plugin's sample things and answers with what people made here that names them,
   * `{ references: [{ id, by }] }`: those things stay when the sample goes.
   */
  readonly refersToSample?: AnyVerb
  /** Called with `{ personId, name }` when a departed person's data is erased: replace or drop what names them. */
  readonly erasePerson?: AnyVerb
  /** Asked before a thing of this resource is deleted: reads that take `{ id }` and answer `{ sentences }`. */
  readonly consequences?: readonly { readonly resource: string; readonly verb: AnyVerb }[]
  /** What is wrong now, in its part of the world: a name for people, such as `Open incidents`, and the read that answers. */
  readonly issues?: { readonly name: string; readonly verb: Verb<IssuesProcedure> }
  /** Its verbs that are offered to models. */
  readonly tools?: readonly Tool[]
  /** What its pages are told beside that something changed. */
  readonly topics?: readonly ServedTopic[]
  /** Texts that MCP clients may read. */
  readonly mcpResources?: McpResources
  /** Texts that MCP clients offer to their people as something to begin with. */
  readonly mcpPrompts?: McpPrompts
  /** Kinds that any plugin may add to: `[strategy]`. */
  readonly declares?: readonly Kind[]
  /** What it adds to kinds, its own or others': `[strategy.of({ ... })]`. */
  readonly kinds?: readonly KindContribution[]
  /** Its kinds of things that others may refer to by id. */
  readonly things?: readonly ThingKind[]
  /** Its kinds of things that people know by a name: those that look alike are marked. */
  readonly names?: readonly NamedKind[]
  /** What it needs of the machine, and whether it is there. */
  readonly doctor?: readonly DoctorPoint[]
  /** Guidance, suggestions, skills and rehearsal scripts for the chat. */
  readonly assistant?: Assistant
}

/** Both ask verbs as the caller, so that nobody reads over MCP what they could not read elsewhere. */
export interface McpResources {
  /** What all addresses begin with: `countersign://guide/`. */
  readonly prefix: string
  list(caller: Caller): Promise<{ uri: string; name: string; title?: string; description?: string; mimeType: string }[]>
  /** Throws NotFoundError for an address it does not know. */
  read(caller: Caller, uri: string): Promise<{ text: string; mimeType: string }>
}

/** Both ask verbs as the caller. */
export interface McpPrompts {
  list(caller: Caller): Promise<{ name: string; title?: string; description?: string }[]>
  /** Throws NotFoundError for a name it does not know. */
  get(caller: Caller, name: string): Promise<{ description?: string; text: string }>
}

/** For plugins that keep something about things of other plugins: who sees such a thing, and what it is called. */
export interface ThingKind {
  /** `catalog.system`. */
  readonly type: string
  /** Asks verbs as the caller: names of those of the ids that it may see. The others are not in the map. */
  namesOf(caller: Caller, ids: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** The same for their versions: a card that names such a thing is out of date once it changed. */
  versionsOf?(caller: Caller, ids: readonly string[]): Promise<ReadonlyMap<string, number>>
  /**
   * Whether there is one of this id, as a condition. Verbs that name such things in their input are told of those that
   * are gone before they begin, in the same statement and words as of those out of reach.
   */
  exists?(id: SQL): SQL
}
