import { quoteName } from "@countersign/core/contract"
import { type Ctx, ForbiddenError, NotFoundError, type ReachOptions } from "@countersign/core/server"
import { type SQL, sql } from "drizzle-orm"
import { incidentAccess, SYSTEM_RESOURCE, VISIBILITIES, type Visibility } from "../contract.ts"
import { type FoundIncident, findIncident, type IncidentReach, lockIncident } from "./incident-store.ts"
import { type SeenSystem, seenSystems } from "./system-names.ts"

/** Seeing incidents of a system: the rule, or a viewer grant on it. */
const READ: ReachOptions = { resource: SYSTEM_RESOURCE, rules: [incidentAccess.read], level: "viewer" }
/** Working on incidents of a system: the rule, or an editor grant on it. */
const WORK: ReachOptions = { resource: SYSTEM_RESOURCE, rules: [incidentAccess.manage], level: "editor" }

/** One system within reach makes an incident readable; changing it takes all of them. */
export function incidentReach(ctx: Ctx): IncidentReach {
  const read = ctx.reach(systemId, READ)
  const work = ctx.reach(systemId, WORK)
  return {
    // Without systems there is nothing to inherit rights from: only who may do everything can tidy it up.
    readable: mayDoEverything(ctx) ? sql`(${someSystem(read)} OR NOT ${someSystem(sql`true`)})` : readableBy(ctx, read),
    reachedSystemIds: sql`ARRAY(SELECT s.system_id::text ${ofThisIncident} AND ${read})`,
    mayChange: sql`NOT ${someSystem(sql`NOT ${work}`)}`,
    seesInternal: sql`(${someSystem(work)} OR NOT ${someSystem(sql`true`)})`,
  }
}

/** Whether an incident affects a system. One out of reach affects nothing, or a filter would tell what is hidden. */
export function affectsSystem(ctx: Ctx, id: string): SQL {
  return someSystem(sql`s.system_id = ${id}::uuid AND ${ctx.reach(systemId, READ)}`)
}

export async function readIncident(ctx: Ctx, id: string): Promise<FoundIncident> {
  const found = await findIncident(ctx.tx, id, incidentReach(ctx))
  if (!found) throw goneIncident(id)
  return found
}

/** Reads an incident that nobody else changes until this verb ends, and that the caller may change. */
export async function holdIncident(ctx: Ctx, id: string): Promise<FoundIncident> {
  // Two statements: what a locking read returns after a wait mixes the new row with systems as they were before.
  // The second also runs for one that is gone, so that it takes as long as for one out of reach.
  await lockIncident(ctx.tx, id)
  return readToChange(ctx, id)
}

/** Reads an incident that the caller may change, without holding it: for previews, which write nothing. */
export async function readToChange(ctx: Ctx, id: string): Promise<FoundIncident> {
  const found = await readIncident(ctx, id)
  if (!found.mayChange)
    throw new ForbiddenError(
      `${ctx.principal.name} may see ${quoteName(found.title)} but not change it: that takes the permission ` +
        `${incidentAccess.manage.id} or an editor grant on every system it affects, and a grant on each private one. ` +
        "An administrator can give either.",
    )
  return found
}

/** Refuses systems the caller does not see as if they were gone, and those it may only look at by name. */
export async function demandSystems(ctx: Ctx, ids: readonly string[]): Promise<SeenSystem[]> {
  const seen = await seenSystems(ctx, ids)
  const unseen = ids.find((id) => !seen.has(id))
  if (unseen !== undefined)
    throw new NotFoundError(
      `The system ${unseen} does not exist, or is not yours to see. Find the right one with catalog.listSystems.`,
    )
  const workable = await ctx.reachable(ids, WORK)
  const beyond = ids.find((id) => !workable.has(id))
  if (beyond !== undefined)
    throw new ForbiddenError(
      `${ctx.principal.name} may see ${quoteName(seen.get(beyond)?.name ?? "")} but not open or change incidents on it: that takes the ` +
        `permission ${incidentAccess.manage.id} or, if the system is private, an editor grant on it. An administrator can give either.`,
    )
  return [...seen.values()]
}

export function reachedSystems(ctx: Ctx, ids: readonly string[]): Promise<Set<string>> {
  return ctx.reachable(ids, READ)
}

export function visibleTo(ctx: Ctx, incident: FoundIncident): readonly Visibility[] {
  if (ctx.principal.kind === "anonymous") return ["public"]
  return incident.seesInternal ? VISIBILITIES : ["public", "signedIn"]
}

export function goneIncident(id: string): NotFoundError {
  return new NotFoundError(
    `No incident has the id ${id}, or it is not yours to see. List them with incident.list to find the right one.`,
  )
}

// Grants and private things name what they are about as text.
const systemId = sql`s.system_id::text`
const ofThisIncident = sql`FROM incident.incident_system s WHERE s.incident_id = incident.id`

/**
 * OFFSET 0 keeps Postgres from reading the systems of all incidents into a hash first: it looks up those of the rows
 * it returns. With 20,000 incidents a page took 65 ms without it and 10 ms with it.
 */
function someSystem(condition: SQL): SQL {
  return sql`EXISTS (SELECT 1 ${ofThisIncident} AND ${condition} OFFSET 0)`
}

/** Who has the rule reads most rows, so they are looked at in order; who has grants reads few, so the systems come first. */
function readableBy({ principal }: Ctx, read: SQL): SQL {
  if (principal.rules.has(incidentAccess.read.id)) return someSystem(read)
  return sql`incident.id IN (SELECT s.incident_id FROM incident.incident_system s WHERE ${read})`
}

function mayDoEverything({ principal }: Ctx): boolean {
  return principal.kind === "service" || principal.rules.has("*")
}
