import { type Status, statusChanged, systemAccess, systemDeleted } from "@countersign/catalog/contract"
import { quoteName } from "@countersign/core/contract"
import { holds, NotFoundError, thingNames } from "@countersign/core/server"
import { type Incident, incidentContract } from "@countersign/incident/contract"
import { z } from "zod"
import { LOWEST } from "../../contract.ts"
import { ask } from "./ask.ts"
import { nothingMore } from "./gone.ts"
import { moment, type Source } from "./source.ts"

const RANKS: Partial<Record<Status, number>> = { degraded: 1, unhealthy: 3 }

/**
 * A cause is an episode: from the first bad status until the system is well again or deleted. Maintenance interrupts it without a word: what health
 * checks and dependencies find meanwhile does not count in the catalog, so it is no change of status, and nobody hears of it.
 */
export const statusSource: Source = {
  topic: "status",
  events: [statusChanged.id, systemDeleted.id],
  goesOn: false,

  async hear(ctx, { event, about, at: deletedAt, payload }, cause) {
    if (event === systemDeleted.id) {
      if (!cause) return null
      const { wasPrivate } = systemDeleted.payload.parse(payload)
      const gone = { wasPrivate, reason: "", source: "", at: deletedAt }
      return { state: "deleted", phase: "over", rank: 0, systemIds: [about.id], facts: gone }
    }
    const { systemId, after, reason, source, at } = statusChanged.payload.parse(payload)
    const facts = { status: after, reason, source, at }
    const rank = RANKS[after ?? "healthy"] ?? 0
    if (after === "maintenance") return null
    if (rank > 0) {
      if (cause?.state === after) return null
      const incident = await incidentBehind((id) => ctx.call(incidentContract.get, { id }), source)
      if (incident?.suppressNotifications) return null
      const phase = cause ? "change" : "first"
      const toldAs = incident && { topic: "incidents" as const, rank: LOWEST.indexOf(incident.severity) + 1 }
      return { state: after!, phase, rank, systemIds: [systemId], facts, ...(toldAs && { toldAs }) }
    }
    if (!cause) return null
    if (after === "unknown") return { state: after, phase: "change", rank: 0, systemIds: [systemId], facts }
    return { state: after ?? "notReported", phase: "over", rank: 0, systemIds: [systemId], facts }
  },

  async silence(service, { phase, facts }) {
    if (phase === "over") return null
    const read = (id: string) => ask(service, incidentContract.get, { id })
    const incident = await incidentBehind(read, String(facts.source))
    return incident?.suppressNotifications ? "The notifications of the incident that set it are suppressed." : null
  },

  async wordsOfGone(_service, reader, { event, phase, facts, openedAt }, last) {
    const told = ToldFacts.safeParse(last.facts)
    if (event !== systemDeleted.id || !told.success) return null
    const { system } = told.data
    const { at, wasPrivate } = facts as { at: string; wasPrivate: boolean }
    const shown = { event: "status", phase, status: "deleted", system, reason: "" }
    // Of a private one nobody knows any more who could see it.
    if (wasPrivate || !holds(reader.principal, systemAccess.read)) return nothingMore(system.name, shown)
    return {
      subject: `${quoteName(system.name)} was deleted`,
      lines: [`From ${moment(openedAt)} to ${moment(at)}.`],
      link: null,
      facts: shown,
    }
  },

  async words(reader, { aboutId, state, phase, facts, openedAt }, { before, worst }) {
    const name = (await thingNames(reader, "catalog.system", [aboutId])).get(aboutId)
    if (name === undefined) return null
    const system = quoteName(name)
    const { reason, at } = facts as { reason: string; at: string }
    const says = reason ? [reason] : []
    const lasted = `From ${moment(openedAt)} to ${moment(at)}.`
    return {
      ...(phase === "over"
        ? {
            subject: before ? `${system} ${IS[state]}` : `${system} was ${worst ?? "in trouble"} and ${IS[state]}`,
            lines: [lasted],
          }
        : { subject: `${system} is ${state}`, lines: [...says, `Since ${moment(at)}.`] }),
      link: `/catalog/systems/${aboutId}`,
      facts: { event: "status", phase, status: state, system: { id: aboutId, name }, reason },
    }
  },
}

const IS: Record<string, string> = {
  healthy: "is healthy again",
  notReported: "is no longer reported on by anybody",
}

/** As a message about a status has them. */
const ToldFacts = z.object({ system: z.object({ id: z.string(), name: z.string() }) })

/** A status that an incident set, as long as that one is there. */
async function incidentBehind(read: (id: string) => Promise<Incident>, source: string): Promise<Incident | null> {
  const [reporter, id = ""] = source.split(":")
  if (reporter !== "incident") return null
  try {
    return await read(id)
  } catch (error) {
    if (error instanceof NotFoundError) return null
    throw error
  }
}
