import type { ProcedureMeta } from "../contract/procedure.ts"
import type { LazyTransaction } from "../db/transaction.ts"
import { ChangedThings } from "../signals/changes.ts"
import type { Announcement } from "./announce.ts"
import type { AuditChange, ThingRef } from "./ctx.ts"
import type { Told } from "./points/topic.ts"
import type { Runtime } from "./runtime.ts"

/** One verb while it runs. Nested calls share the transaction and the outermost frame's ledger. */
export class Frame {
  readonly procedure: ProcedureMeta
  readonly transaction: LazyTransaction
  readonly runtime: Runtime
  readonly outermost: Frame
  /** The verb that called this one. */
  readonly parent: Frame | undefined
  /** What it changed, in order; written with the commit. */
  readonly changes: { procedure: ProcedureMeta; change: AuditChange }[] = []
  /** Things that it wrote on without an audit row; written with the commit. */
  readonly wrote: { procedure: ProcedureMeta; things: readonly ThingRef[]; copiedFrom: readonly ThingRef[] }[] = []
  /** What it announced, in order; written with the commit. */
  readonly announcements: Announcement[] = []
  readonly signals = new ChangedThings()
  /** Messages to open pages; sent after the commit. */
  readonly told: Told[] = []
  readonly afterCommit: (() => void)[] = []
  /** Set when the principal's reach was consulted, which every procedure scoped to things owes. */
  scoped = false
  /** Set when the handler took the platform in its own hands: then more may have changed than its transaction tells. */
  beyond = false
  /** On the outermost frame: a handler that works outside of our database was called. */
  wentOutside = false
  /** On the outermost frame: a verb that can take rights away has changed something. */
  takesAway = false
  #queue: Promise<unknown> = Promise.resolve()

  constructor(procedure: ProcedureMeta, transaction: LazyTransaction, runtime: Runtime, parent?: Frame) {
    this.procedure = procedure
    this.transaction = transaction
    this.runtime = runtime
    this.parent = parent
    this.outermost = parent?.outermost ?? this
  }

  /** Savepoints nest like brackets, so sibling calls take turns even when the handler starts them together. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#queue.then(work, work)
    this.#queue = mine.catch(() => {})
    return mine
  }
}
