import { listed, quoteName } from "@countersign/core/contract"
import { type Caller, NotFoundError } from "@countersign/core/server"
import {
  incidentContract,
  incidentDeleted,
  incidentOpened,
  incidentResolved,
  incidentUpdated,
  SEVERITIES,
  Severity,
  STATUS_WORDS,
} from "@countersign/incident/contract"
import { z } from "zod"
import { ask } from "./ask.ts"
import { nothingMore, sightOf } from "./gone.ts"
import { moment, type Source } from "./source.ts"

/**
 * A cause is the incident, from its opening on; opened again, it goes on. Of one that is to be kept quiet nobody is told anything, but
 * those who knew of it before hear that it is over.
 */
export const incidentSource: Source = {
  topic: "incidents",
  events: [incidentOpened.id, incidentUpdated.id, incidentResolved.id, incidentDeleted.id],
  goesOn: true,

  async hear(_ctx, { event, at, payload }, cause) {
    const news = incidentUpdated.payload.parse(payload)
    const { status, severity, systemIds } = news
    const deleted = event === incidentDeleted.id
    const resolved = status === "resolved" || deleted
    if (news.suppressNotifications && !resolved) return null
    // What is posted while it is kept quiet is not told either.
    const update = news.suppressNotifications ? null : news.update
    // Whoever was never told of it need not hear that it is over.
    if (!cause && resolved) return null
    // What is mended in a resolved one is no news; what is posted is.
    if (resolved && cause?.closedAt && !update) return null
    // An update that is corrected says nothing new.
    const state = [deleted ? "deleted" : status, severity, update?.id ?? cause?.state.split(" ")[2] ?? ""]
      .join(" ")
      .trim()
    const phase = resolved ? "over" : cause ? "change" : "first"
    return {
      state,
      phase,
      rank: resolved ? 0 : SEVERITIES.indexOf(severity) + 1,
      systemIds,
      facts: {
        status,
        severity,
        updateId: update?.id ?? null,
        at,
        again: cause?.closedAt != null && !resolved,
        updateOnly: cause !== null && update !== null && cause.state.startsWith(`${status} ${severity}`),
      },
    }
  },

  async silence(service, { aboutId, phase }, { before }) {
    const incident = await readAs(service, aboutId)
    if (!incident?.suppressNotifications || (phase === "over" && before)) return null
    return "The notifications of the incident are suppressed."
  },

  async wordsOfGone(service, reader, { event, phase, facts, openedAt }, last) {
    const told = ToldFacts.safeParse(last.facts)
    if (phase !== "over" || !told.success) return null
    const { incident, systems } = told.data
    const sight = await sightOf(service, reader, systems)
    // It is there, and hidden from a reader who sees, or could see, its systems.
    if (sight === "hidden" || (sight === "seen" && event !== incidentDeleted.id)) return null
    const { status, severity, at } = facts as unknown as Facts
    const shown = { event: "incident", phase, status, severity, incident, update: null }
    if (sight === "gone") return nothingMore(incident.title, { ...shown, systems: [] })
    return {
      subject: `Deleted: ${quoteName(incident.title)}`,
      lines: [
        "The incident was deleted.",
        `Affected: ${listed(systems.map(({ name }) => quoteName(name)))}.`,
        `From ${moment(openedAt)} to ${moment(at)}.`,
      ],
      link: null,
      facts: { ...shown, status: "deleted", systems },
    }
  },

  async words(reader, { aboutId, phase, facts, openedAt }, { before }) {
    const incident = await readAs(reader, aboutId)
    if (!incident) return null
    const { status, severity, updateId, at, again, updateOnly } = facts as unknown as Facts
    const update = incident.updates.find(({ id }) => id === updateId)
    // What was posted is all the news, and not for this reader, who need not know that there was something.
    if (updateOnly && !update) return null
    const title = quoteName(incident.title)
    const systems = listed(incident.systems.map(({ name }) => quoteName(name)))
    const subject =
      phase === "over"
        ? before
          ? `Resolved: ${title}`
          : `${title} was opened and is resolved`
        : phase === "first" || !before
          ? `${Severity.parse(severity) === "minor" ? "Incident" : `${capital(severity)} incident`}: ${title}`
          : again
            ? `Opened again: ${title}`
            : `${STATUS_WORDS[status]}: ${title}`
    return {
      subject,
      lines: [
        ...(update?.message ? [update.message] : []),
        `Status: ${STATUS_WORDS[status]}. Severity: ${severity}.`,
        ...(systems ? [`Affected: ${systems}.`] : []),
        phase === "over" ? `From ${moment(openedAt)} to ${moment(at)}.` : `Since ${moment(openedAt)}.`,
      ],
      link: `/incidents/${aboutId}`,
      facts: {
        event: "incident",
        phase,
        status,
        severity,
        incident: { id: aboutId, title: incident.title },
        systems: incident.systems,
        update: update?.message ?? null,
      },
    }
  },
}

/** As a message about an incident has them. */
const ToldFacts = z.object({
  incident: z.object({ id: z.string(), title: z.string() }),
  systems: z.array(z.object({ id: z.string(), name: z.string() })),
})

interface Facts {
  status: keyof typeof STATUS_WORDS
  severity: (typeof SEVERITIES)[number]
  updateId: string | null
  at: string
  again: boolean
  updateOnly: boolean
}

async function readAs(reader: Caller, id: string) {
  try {
    return await ask(reader, incidentContract.get, { id })
  } catch (error) {
    if (error instanceof NotFoundError) return null
    throw error
  }
}

function capital(word: string): string {
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`
}
