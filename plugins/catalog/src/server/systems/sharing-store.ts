import type { Tx } from "@countersign/core/server"
import { sql } from "drizzle-orm"

export interface SystemSharing {
  grants: { team: string; level: string }[]
  private: boolean
}

export async function readSharing(tx: Tx, systemId: string): Promise<SystemSharing> {
  const result = await tx.execute<{ grants: { team: string; level: string }[]; private: boolean }>(sql`
    SELECT coalesce((SELECT jsonb_agg(jsonb_build_object('team', t.name, 'level', g.level) ORDER BY lower(t.name))
        FROM platform.team_grant g JOIN platform.team t ON t.id = g.team_id
        WHERE g.resource = 'catalog.system' AND g.thing_id = ${systemId}), '[]') AS grants,
      EXISTS (SELECT 1 FROM platform.private_thing WHERE resource = 'catalog.system' AND thing_id = ${systemId}) AS private`)
  return result.rows[0] ?? { grants: [], private: false }
}
