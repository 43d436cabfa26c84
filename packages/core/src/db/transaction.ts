import { drizzle } from "drizzle-orm/node-postgres"
import pg from "pg"
import { CommitLostError, commitOutcome } from "./commit-outcome.ts"
import { conditionOf } from "./conditions.ts"
import type { Database, Tx } from "./database.ts"
import { lockKey } from "./named-lock.ts"
import { forgetOften, isOutdatedPlan, nameOfOften } from "./often.ts"
import { type Beginning, hasBeginning, OpeningQuery, sendOpening } from "./opening-query.ts"
import { Statements } from "./statements.ts"

/** `bound` writes on one snapshot: what it looked at first is what it changes, or the database refuses (40001). */
export type TransactionMode = "read" | "write" | "bound"

const BEGIN: Record<TransactionMode, string> = {
  // Reads get one snapshot, so that a page and its neighbours agree with each other.
  read: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
  write: "BEGIN",
  bound: "BEGIN ISOLATION LEVEL REPEATABLE READ",
}

const BEGINNINGS: Record<Exclude<TransactionMode, "read">, Beginning> = {
  write: { name: "begin-write", text: BEGIN.write },
  bound: { name: "begin-bound", text: BEGIN.bound },
}

export interface TransactionOptions {
  /** Whose share of the connections it takes. */
  plugin?: string
  /** For work nobody waits for: its statements may take longer. */
  patient?: boolean
}

/**
 * A transaction that begins with its first statement: a verb that waits on the outside world
 * before it touches the database holds no connection meanwhile.
 */
export class LazyTransaction {
  readonly tx: Tx
  readonly #database: Database
  readonly #mode: TransactionMode
  readonly #options: TransactionOptions
  #leave: () => void = () => {}
  #client: Promise<pg.PoolClient> | undefined
  /** Until it is answered, where nobody waits for it before the first statement. */
  #begun: Promise<unknown> | undefined
  /** To be sent with the first statement. */
  #beginning: Beginning | undefined
  /** It did not begin, so nothing may be sent any more: it would be for good at once. */
  #neverBegun: unknown
  #ended = false
  #savepoints = 0
  /** As far as known: null says that nothing has been written. */
  #id: string | null | undefined
  readonly #raised = new WeakSet<object>()
  #lock: string | undefined
  #statements = new Statements()
  /** There were statements before these. */
  #others = false
  readonly #afterCommit: (() => void)[] = []

  constructor(database: Database, mode: TransactionMode, options: TransactionOptions = {}) {
    this.#database = database
    this.#mode = mode
    this.#options = options
    const statement = { query: (...args: unknown[]) => this.#query(args) }
    // Drizzle only ever calls `query` on what it was given.
    this.tx = drizzle({ client: statement as unknown as pg.PoolClient })
  }

  get opened(): boolean {
    return this.#client !== undefined
  }

  get mode(): TransactionMode {
    return this.#mode
  }

  /** A text with a name is planned once on each connection. */
  async query<Row extends pg.QueryResultRow>(
    text: string | { name: string; text: string },
    values: unknown[] = [],
  ): Promise<Row[]> {
    const result = (await this.#query([text, values])) as pg.QueryResult<Row>
    return result.rows
  }

  /** Now, by the database's clock; not the beginning of the transaction, which may have waited for others since. */
  async instant(): Promise<Date> {
    const [row] = await this.query<{ at: Date }>("SELECT platform.now() AS at")
    return row!.at
  }

  /** Whoever reads `pg_current_xact_id()` with a statement of its own saves the commit a round trip. */
  noteId(id: string | null | undefined): void {
    this.#id = id ?? null
  }

  /** Taken with its beginning, at no further round trip; held to its end. Every statement fails while another holds it. */
  demandLock(name: string): void {
    this.#lock = name
  }

  /** Whether this error comes from the database's answer to this transaction, from under whatever wraps it. */
  raised(error: unknown): boolean {
    for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++)
      if (this.#raised.has(cause)) return true
    return false
  }

  /** Those of the innermost savepoint, or of all that was sent after `countAnew`. */
  get statements(): Statements {
    return this.#statements
  }

  /** What was sent so far is somebody else's: the platform's, say, before a verb runs. */
  countAnew(): void {
    this.#others = this.opened
    this.#statements = new Statements()
  }

  /**
   * Whether anything would change with its commit. What was answered tells it, but for statements that do not tell what
   * they did; those cost a question: without an id, or without a lock that only changes take, they did nothing.
   */
  async hasChanged(): Promise<boolean> {
    if (this.#statements.rows > 0) return true
    const { changes, functions } = this.#statements.hidden
    if (!changes && functions.length === 0) {
      if (!this.#others) this.noteId(null)
      return false
    }
    const [row] = await this.query<{ id: string | null; changed: boolean }>(HAS_CHANGED, [changes, functions])
    this.noteId(row?.id)
    return row?.changed ?? false
  }

  /** Runs once it is committed, never if it fails. Nothing durable may depend on it. */
  afterCommit(work: () => void): void {
    this.#afterCommit.push(work)
  }

  /** Resolves only if it was committed, also when the answer was lost on the way and had to be asked for again. */
  async commit(): Promise<void> {
    await this.#commit()
    for (const work of this.#afterCommit.splice(0)) work()
  }

  async #commit(): Promise<void> {
    if (this.#ended || !this.#client || this.#mode === "read") return this.#end("COMMIT")
    const id = this.#id === undefined ? await this.#askId() : this.#id
    try {
      await this.#end("COMMIT")
    } catch (error) {
      // Postgres itself said no, or there was nothing to lose.
      if (wasRefused(error)) throw error
      if (id === null) return
      const outcome = await commitOutcome(this.#database.config, id, this.#database.deadlines.commitMs)
      if (outcome === "committed") return
      const lost = new CommitLostError(outcome, error)
      this.#raised.add(lost)
      throw lost
    }
  }

  async rollback(): Promise<void> {
    await this.#end("ROLLBACK").catch(() => {})
  }

  /**
   * Runs `work` so that its failure undoes only its own statements. `read` also makes the database refuse
   * writes until the savepoint is released; Postgres restores the outer mode by itself.
   */
  async within<T>(mode: TransactionMode, work: () => Promise<T>): Promise<T> {
    const name = `nested_${++this.#savepoints}`
    const outer = this.#statements
    const inner = outer.nest()
    await this.#query([`SAVEPOINT ${name}`], () => {
      this.#statements = inner
    })
    const leave = () => {
      this.#statements = outer
    }
    try {
      if (mode === "read" && this.#mode !== "read") await this.#query(["SET LOCAL transaction_read_only = on"])
      const result = await work()
      await this.#query([`RELEASE SAVEPOINT ${name}`], leave)
      return result
    } catch (error) {
      inner.leaveOut()
      await this.#query([`ROLLBACK TO SAVEPOINT ${name}`], leave).catch(() => {})
      throw error
    }
  }

  /** `onSent`: with it in its place among the others, which is what a savepoint divides. */
  async #query(args: unknown[], onSent?: () => void): Promise<unknown> {
    if (this.#ended) throw new Error(ENDED)
    this.#client ??= this.#begin()
    try {
      const client = (await this.#client) as unknown as Asked
      if (this.#mode !== "read" && this.#begun) await this.#begun
      if (this.#ended) throw new Error(ENDED)
      if (this.#neverBegun) throw this.#neverBegun
      // What was known of the id may end with this statement.
      if (this.#id === null) this.#id = undefined
      const statements = this.#statements
      const asked = this.#withDeadline(this.#withName(args))
      const answer = this.#mode === "read" ? client.query(...asked) : this.#send(client, asked)
      onSent?.()
      if (this.#mode === "read") return this.#begun ? (await Promise.all([answer, this.#begun]))[0] : await answer
      const answered = await answer
      statements.note(textOf(args), answered)
      return answered
    } catch (error) {
      if (error instanceof Error) this.#raised.add(error)
      if (isOutdatedPlan(error)) forgetOften()
      if (conditionOf(error)?.kind === "full") this.#database.troubles.diskFull = true
      throw error
    }
  }

  /** The first goes with the beginning where it takes values: one without may be several, which cannot follow anything. */
  #send(client: Asked, args: unknown[]): Promise<unknown> {
    const beginning = this.#beginning
    if (!beginning) return client.query(...args)
    this.#beginning = undefined
    const [statement, values] = args as [string | pg.QueryConfig, unknown[] | undefined]
    if (!values?.length) {
      const begun = client.query(beginning)
      this.#await(begun, () => false)
      return begun.then(() => client.query(...args))
    }
    const query = new OpeningQuery(
      beginning,
      typeof statement === "string" ? { text: statement, values } : { ...statement, values },
    )
    const answer = sendOpening(client as unknown as pg.PoolClient, query)
    this.#await(answer, () => query.begun)
    return answer
  }

  /** Others wait for what begins it, and fail with it unless it has begun all the same. */
  #await(answer: Promise<unknown>, hasBegun: () => boolean): void {
    this.#begun = answer
      .catch((error: unknown) => {
        if (!hasBegun()) this.#neverBegun = error
      })
      .then(() => {
        this.#begun = undefined
      })
  }

  async #askId(): Promise<string | null> {
    const [row] = await this.query<{ id: string | null }>("SELECT pg_current_xact_id_if_assigned()::text AS id")
    return row?.id ?? null
  }

  /** Not a page of a list: one with filters is better planned for the filters it has. */
  #withName(args: unknown[]): unknown[] {
    const [statement, values] = args as [string | { name?: string; text: string }, unknown[] | undefined]
    const { name, text } = typeof statement === "string" ? { text: statement } : statement
    if (name || !values?.length || (this.#mode === "read" && isPage(text))) return args
    const often = nameOfOften(text)
    if (!often) return args
    return [typeof statement === "string" ? { name: often, text } : { ...statement, name: often }, values]
  }

  /** The driver has one deadline for all statements of a connection, and takes another with each. */
  #withDeadline(args: unknown[]): unknown[] {
    if (!this.#options.patient) return args
    const [statement, ...values] = args
    const query_timeout = this.#database.deadlines.jobMs + 2_000
    return [
      typeof statement === "string" ? { text: statement, query_timeout } : { ...(statement as object), query_timeout },
      ...values,
    ]
  }

  async #begin(): Promise<pg.PoolClient> {
    const place = this.#database.shares.enter({
      writes: this.#mode !== "read",
      plugin: this.#options.plugin ?? null,
    })
    this.#leave = typeof place === "function" ? place : await place
    const client = await this.#connect()
    const { jobMs } = this.#database.deadlines
    const patience = this.#options.patient
      ? `; SET LOCAL statement_timeout = ${jobMs}; SET LOCAL lock_timeout = ${jobMs}`
      : ""
    if (this.#mode !== "read" && !patience && !this.#lock) {
      const beginning = BEGINNINGS[this.#mode]
      if (hasBeginning(client, beginning)) {
        this.#beginning = beginning
        return client
      }
    }
    try {
      const begun = client.query(
        this.#mode === "read" || patience ? BEGIN[this.#mode] + patience : BEGINNINGS[this.#mode],
      )
      // The first statement of a read travels behind it. One that changes something must not run if this fails.
      if (this.#mode === "read") this.#followBeginning(begun)
      else await Promise.all([begun, this.#lock && takeLock(client, this.#lock)])
      return client
    } catch (error) {
      this.#release(client, true)
      throw error
    }
  }

  /** Statements that are sent meanwhile fail with it. */
  #followBeginning(begun: Promise<unknown>): void {
    this.#begun = begun
    begun.then(
      () => {
        this.#begun = undefined
      },
      () => {},
    )
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.#database.pool.connect()
    } catch (error) {
      this.#leave()
      throw error
    }
  }

  #release(client: pg.PoolClient, broken: boolean): void {
    client.release(broken)
    this.#leave()
  }

  async #end(statement: "COMMIT" | "ROLLBACK"): Promise<void> {
    if (this.#ended) return
    this.#ended = true
    if (!this.#client) return
    const client = await this.#client
    // Nothing depends on the end of a read, so nobody waits for it.
    if (this.#mode === "read") {
      Promise.all([client.query("COMMIT"), this.#begun]).then(
        () => this.#release(client, false),
        () => this.#release(client, true),
      )
      return
    }
    if (this.#beginning) return this.#release(client, false)
    if (this.#neverBegun) {
      this.#release(client, true)
      throw this.#neverBegun
    }
    try {
      const result = await client.query(statement)
      // Postgres answers COMMIT of a failed transaction with ROLLBACK and no error.
      if (statement === "COMMIT" && result.command !== "COMMIT") throw new AlreadyFailedError()
      this.#release(client, false)
    } catch (error) {
      this.#release(client, true)
      if (error instanceof Error) this.#raised.add(error)
      throw error
    }
  }
}

const ENDED = "This transaction has ended: a statement was sent after its verb returned."

/** A client, as far as statements are sent by it. */
interface Asked {
  query(...args: unknown[]): Promise<unknown>
}

/** Somebody else is at work under the same name. */
export class LockTakenError extends Error {
  override readonly name = "LockTakenError"
}

async function takeLock(client: pg.PoolClient, name: string): Promise<void> {
  const { rows } = await client.query<{ mine: boolean }>(`SELECT pg_try_advisory_xact_lock(${lockKey("$1")}) AS mine`, [
    name,
  ])
  if (!rows[0]?.mine) throw new LockTakenError(`"${name}" is locked.`)
}

/** Whoever changes a row locks its table for that; who only locks rows, or reads them, takes weaker locks. */
const HAS_CHANGED = `SELECT pg_current_xact_id_if_assigned()::text AS id,
  pg_current_xact_id_if_assigned() IS NOT NULL
    AND ($1 OR EXISTS (SELECT FROM pg_proc f JOIN pg_namespace s ON s.oid = f.pronamespace
      WHERE s.nspname || '.' || f.proname = ANY ($2::text[]) AND f.provolatile = 'v'))
    AND EXISTS (SELECT FROM pg_locks WHERE pid = pg_backend_pid() AND locktype = 'relation'
      AND mode NOT IN ('AccessShareLock', 'RowShareLock')
      AND relation IS DISTINCT FROM to_regclass('platform.access_fence')) AS changed`

/** It ends with how many rows it wants. */
function isPage(text: string): boolean {
  return text.lastIndexOf("LIMIT") > text.length - 20
}

function textOf([statement]: unknown[]): string {
  return typeof statement === "string" ? statement : (statement as { text: string }).text
}

class AlreadyFailedError extends Error {
  constructor() {
    super("The transaction had already failed, so nothing was committed.")
  }
}

/** FATAL also comes after a commit: from a backend that is told to stop before it has answered. */
function wasRefused(error: unknown): boolean {
  return error instanceof AlreadyFailedError || (error instanceof pg.DatabaseError && error.severity === "ERROR")
}
