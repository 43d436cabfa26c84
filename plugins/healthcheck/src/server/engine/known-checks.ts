import { type Tx, uuids } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import type { Configuration } from "../../probe/configuration/validate.ts"
import { placeholdersIn } from "../../probe/templates/placeholders.ts"
import type { Claim } from "./claim.ts"
import { hostOf } from "./host-of.ts"

/** A check as runs need it, read once for each of its versions. */
export interface KnownCheck {
  id: string
  version: number
  name: string
  configuration: Configuration
  /** Its runs need facts of the catalog. */
  needsFacts: boolean
  secretNames: readonly string[]
  host: string | null
}

/** Far more than an installation has: only deleted ones ever pile up. */
const MOST_KNOWN = 20_000

export interface KnownChecks {
  /** Those of the claims; one that was deleted meanwhile is not among them. */
  of(claims: readonly Claim[]): Promise<ReadonlyMap<string, KnownCheck>>
}

export function createKnownChecks(tx: Tx): KnownChecks {
  const known = new Map<string, KnownCheck>()
  return {
    async of(claims) {
      const unknown = claims.filter(({ checkId, checkVersion }) => known.get(checkId)?.version !== checkVersion)
      if (unknown.length > 0) {
        if (known.size > MOST_KNOWN) known.clear()
        const ids = [...new Set(unknown.map(({ checkId }) => checkId))]
        for (const id of ids) known.delete(id)
        for (const check of await readChecks(tx, ids)) known.set(check.id, check)
      }
      return known
    },
  }
}

async function readChecks(tx: Tx, ids: readonly string[]): Promise<KnownCheck[]> {
  const { rows } = await tx.execute<CheckRow>(sql`
    SELECT id, version, name, strategy_id, config, collectors, interval_seconds, timeout_seconds, retries
    FROM healthcheck."check" WHERE id = ANY(${uuids(ids)})`)
  return rows.map(({ id, version, name, strategy_id, config, collectors, ...row }) => {
    // Sources of scripts are no place for either: what they are given is listed beside them.
    const placeholders = placeholdersIn(JSON.stringify({ ...config, source: undefined }))
    return {
      id,
      version,
      name,
      configuration: {
        strategyId: strategy_id,
        config,
        collectors,
        intervalSeconds: row.interval_seconds,
        timeoutSeconds: row.timeout_seconds,
        retries: row.retries,
      },
      needsFacts: placeholders.some(({ kind }) => kind === "template") || ["script", "shell"].includes(strategy_id),
      secretNames: [...new Set(placeholders.flatMap(({ kind, name }) => (kind === "secret" ? [name] : [])))],
      host: hostOf(strategy_id, config),
    }
  })
}

interface CheckRow extends Record<string, unknown> {
  id: string
  version: number
  name: string
  strategy_id: string
  config: Configuration["config"]
  collectors: Configuration["collectors"]
  interval_seconds: number
  timeout_seconds: number
  retries: number
}
