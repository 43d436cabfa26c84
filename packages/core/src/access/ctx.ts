import type { AnyColumn, SQL } from "drizzle-orm"
import type { z } from "zod"
import type { AccessRule, GrantLevel } from "../contract/access.ts"
import type { PageSnapshot } from "../contract/chat/page-snapshot.ts"
import type { Transport } from "../contract/effect.ts"
import type { PlatformEvent } from "../contract/event.ts"
import type { PluginSettings } from "../contract/plugin-settings.ts"
import type { AnyProcedure, InputOf, OutputOf } from "../contract/procedure.ts"
import type { TaintSource } from "../contract/proposal.ts"
import type { Topic } from "../contract/topic.ts"
import type { Tx } from "../db/database.ts"
import type { LazyTransaction } from "../db/transaction.ts"
import type { Principal } from "../identity/principal/principal.ts"
import type { Log } from "../log.ts"
import type { Frame } from "./frame.ts"
import type { AskTab } from "./points/ask-tab.ts"
import type { Job } from "./points/job.ts"
import type { Kinds } from "./points/kinds.ts"
import type { Runtime } from "./runtime.ts"

/** One who may call verbs: a principal that came through some door. `as("ana")` in tests, a request in the server. */
export interface Caller {
  readonly principal: Principal
  readonly transport: Transport
  readonly correlationId: string
  readonly runtime: Runtime
  /** The running verb, when one verb calls another. */
  readonly frame?: Frame
  /** Present on calls over HTTP: for verbs that read or set cookies. */
  readonly http?: HttpExchange
  /** Given up by whoever waits for it. Verbs that reach outside hand it on. */
  readonly abort?: AbortSignal
  /** Statements of the platform's own that stand or fall with the outermost verb's transaction. */
  readonly bracket?: Bracket | undefined
  /** Others' words that the model had read which worded the input; none for what a person typed. */
  readonly wordedAfter?: readonly TaintSource[]
  /** A model worded the input, whoever signed it since. */
  readonly byModel?: boolean
  /** The turn of a conversation in which a model called it, also of what was signed since. */
  readonly turnId?: string
  /** How much of the answer the model that asks is given, as JSON; what is longer is cut. What comes in parts makes them fit. */
  readonly resultChars?: number
  /** No person signed the change: whatever it writes stays the words of those it was worded after. */
  readonly unsigned?: boolean
  /** One per intended change: whoever repeats a call with the same one gets the first outcome. Nested calls have none. */
  readonly idempotencyKey?: string
  /** Ids of the events that led to this call, the first cause first; none for what somebody asked for. */
  readonly causation?: readonly string[]
  /** Asks the open page of whoever talks. Only a conversation has one. */
  readonly askTab?: AskTab
  /** What whoever talks looks at, as their page told it last. Only a conversation knows it. */
  readonly looksAt?: PageSnapshot
}

export interface Bracket {
  /** `write`: the verb sees what others commit meanwhile, as it does without a bracket. Otherwise it sees one snapshot. */
  readonly mode?: "write"
  /** Before the verb's first statement, in its transaction. May answer who acts, as the database has them there. */
  before?(transaction: LazyTransaction): Promise<Caller | undefined>
  /** After its audit rows and before the commit. */
  after(transaction: LazyTransaction, output: unknown): Promise<void>
}

export interface HttpExchange {
  readonly request: Request
  /** Added to the response, also when the verb fails. */
  readonly responseHeaders: Headers
  /** The peer's address, for rate limits and the audit log. */
  readonly address: string
  /** The body, where the route takes one. */
  readonly upload?: Upload
}

/** A body that has come whole and within its bounds. A small part of it is in memory, the rest on disk while the request lasts. */
export interface Upload {
  /** As the sender says, without parameters. What it really is, only its content tells. */
  readonly type: string
  readonly size: number
  /** From the beginning each time: a verb that lost a race runs again. */
  bytes(): AsyncIterable<Uint8Array>
  text(): Promise<string>
}

/** What a handler works with. */
export interface Ctx extends Caller {
  readonly frame: Frame
  /** The plugin whose verb, job or worker calls this verb; null for whoever calls from outside. */
  readonly calledBy: string | null
  readonly log: Log
  /** Inside this verb's transaction: READ ONLY for reads. It opens with the first statement. */
  readonly tx: Tx
  /** The database's clock, asked now: what servers with clocks of their own write down stays in order. */
  now(): Promise<Date>
  /** The plugin's own settings, secrets opened: what is set, or the default. */
  settings<Schema extends z.ZodObject>(of: PluginSettings<Schema>): Promise<z.output<Schema>>
  /** Waits until nobody else of this plugin holds the name, and holds it until the transaction ends. */
  lock(name: string): Promise<void>
  /** Says what changed. A verb that wrote and said nothing is rolled back. */
  audit(change: AuditChange): void
  /**
   * The caller's words stand on these things from now on. For commands of a draft, which have no audit rows that tell it. What is
   * copied stays the words of all who wrote on `copiedFrom`.
   */
  wrote(things: readonly ThingRef[], copiedFrom?: readonly ThingRef[]): void
  /** Calls another plugin's verb as the same principal, inside this transaction. */
  call<P extends AnyProcedure>(procedure: P, input: InputOf<P>): Promise<OutputOf<P>>
  /** Announces an event; it is written with the commit, and then delivered to whoever reacts to it. */
  emit<Payload extends z.ZodObject>(event: PlatformEvent<Payload>, payload: z.input<Payload>): Promise<void>
  /** What plugins added to a kind. */
  readonly kinds: Kinds
  /** Runs a job later, once this transaction is committed. */
  enqueue<P extends AnyProcedure>(
    job: Job<P>,
    input: InputOf<P>,
    options?: { after?: Date; singletonKey?: string },
  ): Promise<void>
  /**
   * Open pages that show this resource read it again; with ids, pages about other things do not. A changing verb
   * announces the things of its own resource that it audits by itself.
   */
  signal(resource: string, ids?: readonly string[]): void
  /** A message to the open pages that follow this topic of the plugin, once this transaction is committed. */
  tell<Message extends object>(topic: Topic<Message>, key: string, message: Message): void
  /** Runs after the commit, never if it fails. For caches; nothing durable may depend on it. */
  afterCommit(work: () => void): void
  /** Narrows a query to the things this principal may reach. */
  reach(id: SQL | AnyColumn, options?: ReachOptions): SQL
  /** The subset of `ids` this principal may reach. */
  reachable(ids: readonly string[], options?: ReachOptions): Promise<Set<string>>
}

export interface ReachOptions {
  resource?: string
  level?: GrantLevel
  rules?: readonly AccessRule[]
  exists?: ((id: SQL) => SQL) | undefined
}

export interface AuditChange {
  /** Defaults to the resource of the procedure's rule. */
  thing?: { type?: string; id?: string; name?: string }
  before?: object | null
  after?: object | null
  note?: string
  /** The things whose words the caller wrote, where that is not the thing itself; none where no words were written. */
  wroteOn?: readonly ThingRef[]
  /** Whose words those were besides the caller's: they stay that, whoever signed. */
  wordedAfter?: readonly TaintSource[]
}

/** A thing of any plugin's: `catalog.system` and its id. */
export interface ThingRef {
  readonly type: string
  readonly id: string
}
