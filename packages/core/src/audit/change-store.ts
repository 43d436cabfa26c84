import type { Transport } from "../contract/effect.ts"
import type { AUDIT_OUTCOMES } from "../contract/platform/audit.ts"
import type { ProcedureMeta } from "../contract/procedure.ts"
import type { LazyTransaction } from "../db/transaction.ts"
import type { Principal } from "../identity/principal/principal.ts"
import { maskedJson } from "../secrets/mask/mask.ts"
import { type Hand, handColumns, writeHands } from "./hand.ts"

/** What an audit row says besides when: it is written in the transaction it describes. */
export interface AuditEntry {
  principal: Principal
  transport: Transport
  correlationId: string
  procedure: ProcedureMeta
  outcome: (typeof AUDIT_OUTCOMES)[number]
  thing: { type: string | null; id: string | null; name: string | null }
  before: object | null
  after: object | null
  note: string | null
}

const COLUMNS = [
  ["principal_kind", "text"],
  ["principal_id", "text"],
  ["principal_name", "text"],
  ["transport", "text"],
  ["correlation_id", "text"],
  ["action", "text"],
  ["effect", "text"],
  ["outcome", "text"],
  ["thing_type", "text"],
  ["thing_id", "text"],
  ["thing_name", "text"],
  ["before", "jsonb"],
  ["after", "jsonb"],
  ["note", "text"],
] as const

// One statement text for any number of rows keeps the plan cached and the round trips at one.
const INSERT = `${writeHands(COLUMNS.length + 1)} INSERT INTO platform.audit (${COLUMNS.map(([name]) => name).join(", ")})
  SELECT * FROM unnest(${COLUMNS.map(([, type], index) => `$${index + 1}::${type}[]`).join(", ")})
  RETURNING pg_current_xact_id()::text AS transaction_id`

export async function insertAuditEntries(
  transaction: LazyTransaction,
  entries: readonly AuditEntry[],
  mask: (text: string) => string,
  hands: readonly Hand[] = [],
): Promise<void> {
  const rows = entries.map((entry) => toRow(entry, mask))
  const [first] = await transaction.query<{ transaction_id: string }>({ name: "insert-audit-entries", text: INSERT }, [
    ...COLUMNS.map((_, index) => rows.map((row) => row[index])),
    ...handColumns(hands),
  ])
  // Known before the COMMIT, at no cost: what became of it can then be asked should its answer be lost.
  if (first) transaction.noteId(first.transaction_id)
}

function toRow(entry: AuditEntry, mask: (text: string) => string): (string | null)[] {
  const text = (value: string | null) => (value === null ? null : mask(value))
  const json = (value: object | null) => (value === null ? null : storable(maskedJson(value, mask)))
  return [
    entry.principal.kind,
    entry.principal.id,
    mask(entry.principal.name),
    entry.transport,
    entry.correlationId,
    entry.procedure.id,
    entry.procedure.effect,
    entry.outcome,
    entry.thing.type,
    text(entry.thing.id),
    text(entry.thing.name),
    json(entry.before),
    json(entry.after),
    text(entry.note),
  ]
}

/**
 * jsonb cannot hold U+0000. Each escape is looked at as a whole: a text with the six characters of this one in it, such as the source
 * of a script, has another backslash before them.
 */
function storable(json: string): string {
  if (!json.includes("\\u0000")) return json
  return json.replace(/\\(?:u[0-9a-f]{4}|.)/g, (written) => (written === "\\u0000" ? "" : written))
}
