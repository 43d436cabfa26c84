import { type AuditEntry, insertAuditEntries } from "../audit/change-store.ts"
import { copyHands } from "../audit/copy-hands.ts"
import { type Hand, handOf, handOfColleague, OUTSIDE } from "../audit/hand.ts"
import { rulesOf } from "../contract/access.ts"
import type { ProcedureMeta } from "../contract/procedure.ts"
import type { TaintSource } from "../contract/proposal.ts"
import type { Database } from "../db/database.ts"
import { LazyTransaction } from "../db/transaction.ts"
import { holds, type Principal } from "../identity/principal/principal.ts"
import { scopeResource } from "./authorize.ts"
import type { AuditChange, Caller, ThingRef } from "./ctx.ts"
import type { Frame } from "./frame.ts"

type Mask = (text: string) => string

export async function recordChanges(
  transaction: LazyTransaction,
  caller: Caller,
  { changes, wrote }: Pick<Frame, "changes" | "wrote">,
  mask: Mask,
): Promise<void> {
  const entries = changes.map(({ procedure, change }) => toEntry(caller, procedure, change))
  const hands = changes.flatMap(({ procedure, change }, at) => handsOf(caller, procedure, change, entries[at]!.thing))
  const besides = wrote.flatMap(({ procedure, things }) => handsOf(caller, procedure, { wroteOn: things }, NO_THING))
  await insertAuditEntries(transaction, entries, mask, [...hands, ...besides])
  for (const { things, copiedFrom } of wrote)
    if (copiedFrom.length > 0) await copyHands(transaction, things, copiedFrom)
}

const NO_THING = { type: null, id: null, name: null }

export async function recordRefusal(
  database: Database,
  caller: Caller,
  procedure: ProcedureMeta,
  note: string,
  mask: Mask,
): Promise<void> {
  const transaction = new LazyTransaction(database, "write")
  try {
    await insertAuditEntries(transaction, [{ ...toEntry(caller, procedure, { note }), outcome: "refused" }], mask)
    await transaction.commit()
  } catch (error) {
    await transaction.rollback()
    throw error
  }
}

function toEntry(caller: Caller, procedure: ProcedureMeta, change: AuditChange): AuditEntry {
  const { before = null, after = null, note = null } = change
  return {
    principal: caller.principal,
    transport: caller.transport,
    correlationId: caller.correlationId,
    procedure,
    outcome: "executed",
    thing: thingOf(procedure, change),
    before,
    after,
    note,
  }
}

/** What a change is about, as it was said or as its record tells. */
export function thingOf(procedure: ProcedureMeta, { thing, before, after }: AuditChange): AuditEntry["thing"] {
  const record = (after ?? before ?? {}) as Record<string, unknown>
  const text = (value: unknown) => (typeof value === "string" ? value : null)
  return {
    type: thing?.type ?? thingType(procedure),
    id: thing?.id ?? text(record.id),
    name: thing?.name ?? text(record.name) ?? text(record.title),
  }
}

function thingType(procedure: ProcedureMeta): string | null {
  const resource = scopeResource({ ...procedure, scope: { by: "rule" } })
  return resource === procedure.id ? null : resource
}

/** Whose words stand on which things from now on. What takes words away adds nobody. */
function handsOf(
  { principal, unsigned, wordedAfter: read = [] }: Caller,
  procedure: ProcedureMeta,
  { after, wroteOn, wordedAfter = unsigned ? read : [] }: AuditChange,
  thing: AuditEntry["thing"],
): Hand[] {
  const own = after && thing.type !== null && thing.id !== null ? [{ type: thing.type, id: thing.id }] : []
  return (wroteOn ?? own).flatMap(({ type, id }): Hand[] => [
    ...(writes(principal, procedure, { type, id })
      ? [{ type, id, principal: handOf(principal), managed: couldManage(principal, procedure, type) }]
      : []),
    ...wordedAfter.flatMap((source) => handsBehind(source, { type, id })),
  ])
}

/** Colleagues of whom it is not known who they are might be anybody. */
function handsBehind({ class: from, people = [] }: TaintSource, { type, id }: ThingRef): Hand[] {
  if (from !== "colleague" || people.length === 0) return [{ type, id, principal: OUTSIDE, managed: false }]
  return people.map((colleague) => ({ type, id, principal: handOfColleague(colleague), managed: true }))
}

/**
 * The platform's own upkeep moves what others wrote and adds nothing to it. Who signs up or in is nobody yet: what a
 * person is called is their own word in any case.
 */
function writes(principal: Principal, { access }: ProcedureMeta, { type }: ThingRef): boolean {
  if (principal.kind === "service") return access !== "internal" && type !== PERSON
  return principal.kind !== "anonymous" || type !== PERSON
}

const PERSON = "platform.person"

/** By a rule of theirs, or because the verb lets nobody in who could not: by a grant on the thing, or on what it is about. */
function couldManage(principal: Principal, { access }: ProcedureMeta, type: string): boolean {
  if (principal.kind !== "user" && principal.kind !== "application") return false
  return (
    holds(principal, `${type}.manage`) || rulesOf(access).some(({ resource, id }) => resource === type && !isRead(id))
  )
}

function isRead(ruleId: string): boolean {
  return ruleId.endsWith(".read")
}
