import type { Tx } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { demandFreeName } from "../free-name.ts"
import { demandKnown, type KnownThing } from "../groups/membership-store.ts"
import { teamNotFound } from "../refusals.ts"
import type { SystemFields } from "./system-store.ts"

/** What is written of a system, its groups and environments included. */
export interface SystemDraft extends SystemFields {
  groupIds: string[]
  environmentIds: string[]
}

/** The things a draft refers to; undefined where it does not speak of them. */
export interface DraftReferences {
  ownerTeam: KnownThing | null | undefined
  groups: KnownThing[] | undefined
  environments: KnownThing[] | undefined
}

/** Checks a new or changed system against what is there: for the verbs, and for the previews of their tools. */
export async function checkSystemDraft(
  tx: Tx,
  draft: Partial<SystemDraft>,
  systemId?: string,
): Promise<DraftReferences> {
  const { name, ownerTeamId, groupIds, environmentIds } = draft
  const groups = groupIds && (await demandKnown(tx, "group", groupIds))
  const environments = environmentIds && (await demandKnown(tx, "environment", environmentIds))
  const ownerTeam = ownerTeamId ? await demandTeam(tx, ownerTeamId) : ownerTeamId
  await demandFreeName(tx, "system", name, systemId)
  return { ownerTeam, groups, environments } as DraftReferences
}

async function demandTeam(tx: Tx, id: string): Promise<KnownThing> {
  const result = await tx.execute<KnownThing & Record<string, unknown>>(
    sql`SELECT id, name, version FROM platform.team WHERE id = ${id}::uuid`,
  )
  const team = result.rows[0]
  if (!team) throw teamNotFound()
  return team
}
