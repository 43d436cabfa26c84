import { type AuditEntry, insertAuditEntries } from "../audit/change-store.ts"
import type { ProcedureMeta } from "../contract/procedure.ts"
import type { Database } from "../db/database.ts"
import { LazyTransaction } from "../db/transaction.ts"
import { scopeResource } from "./authorize.ts"
import type { AuditChange, Caller } from "./ctx.ts"

type Mask = (text: string) => string

export async function recordChanges(
  transaction: LazyTransaction,
  caller: Caller,
  changes: readonly { procedure: ProcedureMeta; change: AuditChange }[],
  mask: Mask,
): Promise<void> {
  const entries = changes.map(({ procedure, change }) => toEntry(caller, procedure, change))
  await insertAuditEntries(transaction, entries, mask)
}

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
  const record = (after ?? before ?? {}) as Record<string, unknown>
  const text = (value: unknown) => (typeof value === "string" ? value : null)
  return {
    principal: caller.principal,
    transport: caller.transport,
    correlationId: caller.correlationId,
    procedure,
    outcome: "executed",
    thing: {
      type: change.thing?.type ?? thingType(procedure),
      id: change.thing?.id ?? text(record.id),
      name: change.thing?.name ?? text(record.name) ?? text(record.title),
    },
    before,
    after,
    note,
  }
}

function thingType(procedure: ProcedureMeta): string | null {
  const resource = scopeResource({ ...procedure, scope: { by: "rule" } })
  return resource === procedure.id ? null : resource
}
