import { type AnyProcedure, inputSchemaOf, metaOf, type ProcedureMeta } from "../contract/procedure.ts"
import type { Database } from "../db/database.ts"
import { type LazyTransaction, LockTakenError } from "../db/transaction.ts"
import { invalidInput, OutcomeUnknownError, PlatformError } from "../errors.ts"
import type { Principal } from "../identity/principal/principal.ts"
import { schemaWords } from "../schema-words.ts"
import { canonicalJson } from "../secrets/canonical-json.ts"
import type { Key, Keyring } from "../secrets/keyring.ts"
import { open, seal } from "../secrets/seal.ts"
import { KEPT_ANSWER } from "../secrets/sealed-columns.ts"
import { authorizeEntry, namesOnlyGone } from "./authorize.ts"
import type { Caller } from "./ctx.ts"
import { type Claim, findKept, forgetStart, type Kept, keepAnswer, noteEnd, noteStart } from "./idempotency-store.ts"
import { preview } from "./preview.ts"

/** What the running verb does for its key, in its own transaction. */
export interface KeyedRun {
  begin(transaction: LazyTransaction): void
  /** Together with the audit rows, in the same round trip. */
  keep(transaction: LazyTransaction, output: unknown): Promise<void>
}

/** Callers nobody knows share one name, so a key of theirs would answer for somebody else's call. */
export function takesKey(caller: Caller, meta: ProcedureMeta): boolean {
  return caller.idempotencyKey !== undefined && meta.effect !== "read" && caller.principal.kind !== "anonymous"
}

/**
 * Runs a change once for each key of a caller: asked again, it answers the first outcome. The row that remembers it
 * commits with the change, so it is there exactly if the change is. Failures leave no row: a repetition runs.
 */
export async function onceByKey(
  caller: Caller,
  procedure: AnyProcedure,
  input: unknown,
  run: (keyed: KeyedRun) => Promise<unknown>,
): Promise<unknown> {
  const meta = metaOf(procedure)
  const { database, secrets } = caller.runtime
  const claim = claimOf(caller, meta, input)
  await demandEntry()
  const leave = enter(database, claim)
  try {
    const replayed = await tryReplay()
    if (replayed) return replayed.output
    if (meta.external && !(await noteStart(database, claim))) throw stillRunning()
    try {
      return await run(keyedRun(secrets.keyring, meta, claim))
    } catch (error) {
      return await conclude(error)
    }
  } finally {
    leave()
  }

  /** Whoever came in by a grant on one thing, and removed that thing, has no grant any more; all they are told is that. */
  async function demandEntry(): Promise<void> {
    try {
      authorizeEntry(caller.principal, meta)
    } catch (refusal) {
      const kept = await findKept(database, claim)
      const own = kept?.ended && isSameInput(secrets.keyring, meta, input, kept)
      throw own && (await namesOnlyGone(caller, meta, input)) ? doneBefore() : refusal
    }
  }

  async function tryReplay(): Promise<{ output: unknown } | null> {
    const kept = await findKept(database, claim)
    return kept && { output: await replay(caller, procedure, input, kept) }
  }

  /** Where another call was faster, or where nobody knows whether it was committed, the row knows. */
  async function conclude(error: unknown): Promise<unknown> {
    if (isCausedBy(error, LockTakenError)) throw stillRunning()
    if (isCausedBy(error, KeyTakenError)) {
      const replayed = await tryReplay()
      if (replayed) return replayed.output
    }
    if (error instanceof OutcomeUnknownError && !meta.external) {
      const replayed = await tryReplay().catch(() => null)
      if (replayed) return replayed.output
      throw new OutcomeUnknownError(
        "The connection to the database was lost while this was being saved, and whether it was saved is not known yet. Send it again as it was: with the same Idempotency-Key it happens once.",
        error,
      )
    }
    // The verb itself says what went wrong, so nothing of it is under way any more.
    if (meta.external && error instanceof PlatformError && !(error instanceof OutcomeUnknownError))
      await forgetStart(database, claim)
    throw error
  }
}

const LONGEST_ANSWER_BYTES = 64 * 1024

function keyedRun(keyring: Keyring, meta: ProcedureMeta, claim: Claim): KeyedRun {
  return {
    begin: (transaction) => transaction.demandLock(nameOf(claim)),
    async keep(transaction, output) {
      const text = JSON.stringify(meta.once ? namedFields(meta.once, output) : (output ?? null))
      const keepable = Buffer.byteLength(text) <= LONGEST_ANSWER_BYTES
      // Not `secrets.seal`: that one remembers what it seals, and an answer is no credential to look for in log lines.
      const answer = keepable ? seal(keyring, text, KEPT_ANSWER.at(rowOf(claim))) : null
      const first = await (meta.external ? noteEnd : keepAnswer)(transaction, claim, answer)
      if (!first) throw new KeyTakenError()
    },
  }
}

/** After today's access check: whoever may no longer do it is not told what it answered either. */
async function replay(caller: Caller, procedure: AnyProcedure, input: unknown, kept: Kept): Promise<unknown> {
  const meta = metaOf(procedure)
  const { keyring } = caller.runtime.secrets
  if (!isSameInput(keyring, meta, input, kept))
    throw new PlatformError(
      "key_reused",
      "This Idempotency-Key came with another input before. Send a new change with a key of its own.",
    )
  const parsed = inputSchemaOf(procedure).safeParse(input ?? {}, { error: schemaWords })
  if (!parsed.success) throw invalidInput(meta.id, parsed.error, inputSchemaOf(procedure))
  // What it was about may be gone by its own doing.
  await preview(caller, procedure, parsed.data, async () => {}, undefined, "passed")
  if (!kept.ended)
    throw new OutcomeUnknownError(
      "This was begun before, and contact was lost on the way; whether it happened is not known. Look there first; to do it again, send it with a new Idempotency-Key.",
    )
  caller.http?.responseHeaders.set("idempotent-replayed", "true")
  // Also when it was sealed under a secret that this server no longer knows.
  if (kept.answer === null || !keyring.find(kept.key_id)) throw doneBefore()
  const answer = JSON.parse(open(keyring, kept.answer, KEPT_ANSWER.at(rowOf(claimOf(caller, meta, input)))))
  if (meta.once) throw new PlatformError("already_done", shownOnce(meta.once, answer))
  return answer
}

const NAMED_FIELD = /\{(\w+)\}/g

function namedFields(sentence: string, output: unknown): Record<string, unknown> {
  const named = [...sentence.matchAll(NAMED_FIELD)].map(([, field]) => field!)
  return Object.fromEntries(named.map((field) => [field, (output as Record<string, unknown>)[field]]))
}

function shownOnce(sentence: string, kept: Record<string, unknown>): string {
  return sentence.replace(NAMED_FIELD, (_, field) => String(kept[field]))
}

function doneBefore(): PlatformError {
  return new PlatformError(
    "already_done",
    "It was done the first time it was sent. Its answer is not kept, so read what was changed to see it.",
  )
}

/** Under a secret that this server no longer knows, nobody can tell. */
function isSameInput(keyring: Keyring, meta: ProcedureMeta, input: unknown, kept: Kept): boolean {
  const key = keyring.find(kept.key_id)
  return !key || macOf(key, meta, input) === kept.input_mac
}

function claimOf(caller: Caller, meta: ProcedureMeta, input: unknown): Claim {
  const { current } = caller.runtime.secrets.keyring
  return {
    principal: principalName(caller.principal),
    verb: meta.id,
    key: caller.idempotencyKey!,
    keyId: current.id,
    inputMac: macOf(current, meta, input),
  }
}

/** Keyed: anybody could guess an e-mail address or an id from a bare hash of it. */
function macOf(key: Key, meta: ProcedureMeta, input: unknown): string {
  return key.mac(`idempotent input v1\n${meta.id}\n${canonicalText(input)}`).toString("base64url")
}

function canonicalText(input: unknown): string {
  try {
    return canonicalJson(input ?? {})
  } catch {
    // Too deep for the stack: its schema is about to refuse it.
    return "unserialisable"
  }
}

function principalName(principal: Principal): string {
  const actsFor = principal.kind === "application" ? principal.actsFor : undefined
  return [principal.kind, principal.id, ...(actsFor ? [actsFor.id] : [])].join(":")
}

function nameOf(claim: Claim): string {
  return `idempotency ${rowOf(claim)}`
}

function rowOf({ principal, verb, key }: Claim): string {
  return `${principal} ${verb} ${key}`
}

class KeyTakenError extends Error {}

function isCausedBy(error: unknown, kind: new (...args: never[]) => Error): boolean {
  let cause = error
  for (let depth = 0; cause instanceof Error && depth < 5; depth++) {
    if (cause instanceof kind) return true
    cause = (cause as Error).cause
  }
  return false
}

function stillRunning(): PlatformError {
  return new PlatformError(
    "in_progress",
    "The first request with this Idempotency-Key is still at work. Send it again in a second to get its answer.",
    { retryAfterSeconds: 1 },
  )
}

// Across servers the lock in the transaction decides; before a verb has opened its own, this does for one server.
const running = new WeakMap<Database, Set<string>>()

function enter(database: Database, claim: Claim): () => void {
  const here = running.get(database) ?? new Set()
  running.set(database, here)
  const name = nameOf(claim)
  if (here.has(name)) throw stillRunning()
  here.add(name)
  return () => here.delete(name)
}
