/** What everybody may know, taken over when others announce that it changed. */

import { quoteName } from "@countersign/core/contract"
import { type Ctx, implement, NotFoundError } from "@countersign/core/server"
import { STATUS_WORDS as INCIDENT_WORDS, incidentContract } from "@countersign/incident/contract"
import { maintenanceContract, STATUS_WORDS as WINDOW_WORDS } from "@countersign/maintenance/contract"
import { siteContract } from "../../contract.ts"
import type { Values } from "../../render.ts"
import { refreshSources } from "../publish/refresh.ts"
import { plainWords } from "./plain-words.ts"
import { lockPublicNames, publicNameOf, publicRow, setPublicNameOf, setPublicRow } from "./public-store.ts"
import { statusFields } from "./status-words.ts"

export const followStatus = implement(siteContract.followStatus, async (ctx, { systemId, after, at }) => {
  await lockPublicNames(ctx, [systemId])
  const shown = await publicNameOf(ctx.tx, systemId)
  if (!shown) return { changed: false }
  const fields = { name: shown.name, heading: shown.heading, ...statusFields(after), since: at }
  return keep(ctx, "systems", systemId, { fields, systemIds: [systemId] })
})

export const forgetSystem = implement(siteContract.forgetSystem, async (ctx, { systemId }) => {
  await lockPublicNames(ctx, [systemId])
  await setPublicNameOf(ctx.tx, systemId, null)
  const kept = await keep(ctx, "systems", systemId, null)
  if (kept.changed) await refreshSources(ctx, ["incidents", "maintenance"])
  return kept
})

export const foreseeSystemDeletion = implement(siteContract.foreseeSystemDeletion, async (ctx, { id }) => {
  const shown = await publicNameOf(ctx.tx, id)
  return { sentences: shown ? [`It leaves the public site, where it is called ${quoteName(shown.name)}.`] : [] }
})

/** Everybody hears of an incident once something was said of it in public, and then of its title and state as well. */
export const followIncident = implement(siteContract.followIncident, async (ctx, { id }) => {
  const incident = await orGone(ctx.call(incidentContract.get, { id }))
  const latest = incident && (await latestPublic(ctx, "incidents", id, incident.updates))
  if (!incident || latest === null) return keep(ctx, "incidents", id, null)
  const { title, status, healthOverride, openedAt, resolvedAt, systems } = incident
  return keep(ctx, "incidents", id, {
    fields: {
      title,
      open: status !== "resolved",
      status: healthOverride === "unhealthy" ? "unhealthy" : "degraded",
      statusWords: INCIDENT_WORDS[status],
      latest,
      startedAt: openedAt,
      resolvedAt,
    },
    systemIds: systems.map((system) => system.id),
  })
})

export const followWindow = implement(siteContract.followWindow, async (ctx, { id }) => {
  const window = await orGone(ctx.call(maintenanceContract.get, { id }))
  const latest = window && (await latestPublic(ctx, "maintenance", id, window.updates))
  // What is over is of no use to whoever plans their day.
  if (!window || latest === null || window.status === "completed" || window.status === "cancelled")
    return keep(ctx, "maintenance", id, null)
  const { title, status, startsAt, endsAt, systems } = window
  return keep(ctx, "maintenance", id, {
    fields: { title, statusWords: WINDOW_WORDS[status], latest, startsAt, endsAt },
    systemIds: systems.map((system) => system.id),
  })
})

async function keep(
  ctx: Ctx,
  source: string,
  id: string,
  row: { fields: Values; systemIds: readonly string[] } | null,
): Promise<{ changed: boolean }> {
  const changed = await setPublicRow(ctx.tx, { source, id }, row)
  if (changed) await refreshSources(ctx, [source])
  return { changed }
}

async function orGone<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read
  } catch (error) {
    if (error instanceof NotFoundError) return null
    throw error
  }
}

/** Null where nothing was said in public. Only the newest updates are at hand: what was public before stays so. */
async function latestPublic(
  ctx: Ctx,
  source: string,
  id: string,
  updates: readonly { message: string; visibility: string; at: string }[],
): Promise<string | null> {
  const spoken = updates.filter(({ visibility }) => visibility === "public").toSorted((a, b) => (a.at < b.at ? 1 : -1))
  if (spoken[0]) return plainWords(spoken[0].message)
  if (updates.length < NEWEST_UPDATES) return null
  const before = (await publicRow(ctx.tx, source, id))?.latest
  return typeof before === "string" ? before : null
}
/** Fewer than this are all there are. */
const NEWEST_UPDATES = 20
