import { listed, quoteName } from "@countersign/core/contract"
import { type Ctx, InvalidInputError, uuids } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { CHANGE_KEPT_DAYS, changeAccess } from "../../contract.ts"
import type { KnownThing } from "../groups/membership-store.ts"
import { systemNotFound } from "../refusals.ts"
import { closestNames } from "./closest-names.ts"

/** What a change is about, as whoever records it says. */
export interface ChangeDraft {
  systemIds: readonly string[]
  systemNames: readonly string[]
  environmentId?: string | undefined
  environmentName?: string | undefined
  at?: string | undefined
}

export interface CheckedChange {
  systems: KnownThing[]
  environment: KnownThing | null
  at: Date
}

/** Finds what a change is about, or says what to mend: for the verb, and for the card of its tool. */
export async function checkChange(ctx: Ctx, draft: ChangeDraft): Promise<CheckedChange> {
  const at = await demandTime(ctx, draft.at)
  const systems = await demandSystems(ctx, draft)
  return { systems, environment: await demandEnvironment(ctx, draft, systems), at }
}

// As far as clocks of build servers may be ahead.
const AHEAD_MS = 5 * 60_000
const DAY_MS = 86_400_000

async function demandTime(ctx: Ctx, given: string | undefined): Promise<Date> {
  const now = await ctx.now()
  if (given === undefined) return now
  const at = new Date(given)
  const refuse = (message: string) => new InvalidInputError(message, [{ path: "at", message }])
  if (at.getTime() > now.getTime() + AHEAD_MS)
    throw refuse("The time lies in the future. Record a change when it has happened.")
  if (at.getTime() < now.getTime() - CHANGE_KEPT_DAYS * DAY_MS)
    throw refuse(`Changes are kept for ${CHANGE_KEPT_DAYS} days, and this one is older.`)
  return at
}

/** Those named by id were found within reach before; names are looked for within reach alone, so that no other is told of. */
async function demandSystems(ctx: Ctx, { systemIds, systemNames }: ChangeDraft): Promise<KnownThing[]> {
  if (systemIds.length + systemNames.length === 0)
    throw new InvalidInputError("Say which systems changed, by their names or their ids.", [
      { path: "systemNames", message: "Name at least one system." },
    ])
  const found = new Map<string, KnownThing>()
  const byId = await ctx.tx.execute<KnownThing & Record<string, unknown>>(
    sql`SELECT id, name, version FROM catalog.system WHERE id = ANY(${uuids(systemIds)})`,
  )
  for (const system of byId.rows) found.set(system.id, system)
  const gone = systemIds.find((id) => !found.has(id))
  if (gone !== undefined) throw systemNotFound(gone)

  const within = ctx.reach(sql`s.id::text`, {
    resource: "catalog.system",
    level: "editor",
    rules: [changeAccess.record],
  })
  const byName = await ctx.tx.execute<KnownThing & { place: number } & Record<string, unknown>>(sql`
    SELECT w.place::integer AS place, s.id, s.name, s.version
    FROM unnest(${sql.param([...systemNames])}::text[]) WITH ORDINALITY AS w(name, place)
    JOIN catalog.system s ON s.name_key = lower(w.name) WHERE ${within}`)
  for (const { id, name, version } of byName.rows) found.set(id, { id, name, version })
  const unknown = systemNames.findIndex((_, at) => !byName.rows.some(({ place }) => place === at + 1))
  if (unknown >= 0) throw await unknownName(ctx, systemNames[unknown]!, unknown)
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name))
}

async function unknownName(ctx: Ctx, name: string, place: number): Promise<InvalidInputError> {
  const closest = await closestNames(ctx, name)
  const names = listed(closest.map(quoteName))
  const perhaps =
    names && (closest.length === 1 ? ` The closest name is ${names}.` : ` The closest names are ${names}.`)
  const message = `There is no system called ${quoteName(name)} whose changes you may record.${perhaps}`
  return new InvalidInputError(message, [{ path: `systemNames.${place}`, message }])
}

/** The same words for an environment that is not there: nobody learns of one by trying. */
async function demandEnvironment(
  ctx: Ctx,
  { environmentId: id, environmentName: name }: ChangeDraft,
  systems: readonly KnownThing[],
): Promise<KnownThing | null> {
  if (id === undefined && name === undefined) return null
  if (id !== undefined && name !== undefined)
    throw new InvalidInputError("Say in which environment it changed by its name or by its id, not by both.", [
      { path: "environmentName", message: "Leave either the name or the id out." },
    ])
  const asked = id === undefined ? sql`e.name_key = lower(${name})` : sql`e.id = ${id}::uuid`
  const { rows } = await ctx.tx.execute<KnownThing & { members: string[] } & Record<string, unknown>>(sql`
    SELECT e.id, e.name, e.version, ARRAY(SELECT m.system_id::text FROM catalog.system_environment m
      WHERE m.environment_id = e.id AND m.system_id = ANY(${uuids(systems.map((system) => system.id))})) AS members
    FROM catalog.environment e WHERE ${asked}`)
  const [environment] = rows
  const elsewhere = systems.filter((system) => !environment?.members.includes(system.id))
  if (environment && elsewhere.length === 0)
    return { id: environment.id, name: environment.name, version: environment.version }
  const said = name === undefined ? `the environment ${id}` : `the environment ${quoteName(name)}`
  const verb = elsewhere.length === 1 ? "does" : "do"
  const message =
    `${listed(elsewhere.map((system) => quoteName(system.name)))} ${verb} not run in ${said}. ` +
    "Leave the environment out, or add it to the system first."
  throw new InvalidInputError(message, [{ path: name === undefined ? "environmentId" : "environmentName", message }])
}
