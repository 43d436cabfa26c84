import { listed, quoteName } from "@countersign/core/contract"
import { type Caller, NotFoundError } from "@countersign/core/server"
import {
  maintenanceContract,
  windowApproaching,
  windowCancelled,
  windowChanged,
  windowEnded,
  windowScheduled,
  windowStarted,
} from "@countersign/maintenance/contract"
import { z } from "zod"
import { ask } from "./ask.ts"
import { nothingMore, sightOf } from "./gone.ts"
import { moment, type Source } from "./source.ts"

/** A cause is one occurrence: from when it is first told of until it is over or called off. */
export const maintenanceSource: Source = {
  topic: "maintenance",
  events: [windowScheduled, windowChanged, windowApproaching, windowStarted, windowEnded, windowCancelled].map(
    ({ id }) => id,
  ),
  goesOn: false,

  async hear(_ctx, { event, at, payload }, cause) {
    const { startsAt, endsAt, systemIds, update, status } = windowChanged.payload.parse(payload)
    const over = event === windowEnded.id || event === windowCancelled.id
    // A correction of what was over before, or the end of what nobody was told of.
    if (!cause && (over || status === "completed" || status === "cancelled")) return null
    const said = update?.id ?? ""
    // A window that begins and ends at other times is news; one whose title was mended is not.
    const what = event === windowChanged.id ? (cause?.state.split(" ")[0] ?? "changed") : event.split(".")[1]!
    const keeps = event === windowChanged.id && cause && said === ""
    const state = [what, startsAt, endsAt, keeps ? (cause.state.split(" ")[3] ?? "") : said].join(" ").trim()
    const phase = over ? "over" : cause ? "change" : "first"
    return {
      state,
      phase,
      rank: over ? 0 : 3,
      systemIds,
      facts: {
        event,
        startsAt,
        endsAt,
        updateId: update?.id ?? null,
        at,
        updateOnly: cause !== null && update !== null && cause.state.startsWith(`${what} ${startsAt} ${endsAt}`),
      },
    }
  },

  async wordsOfGone(service, reader, { aboutId, phase, facts }, last) {
    const told = ToldFacts.safeParse(last.facts)
    if (phase !== "over" || !told.success) return null
    const { window, systems } = told.data
    const sight = await sightOf(service, reader, systems)
    if (sight === "hidden" || (sight === "seen" && (await readAs(service, aboutId)))) return null
    const { startsAt, endsAt } = facts as { startsAt: string; endsAt: string }
    const shown = { event: "maintenance", phase, status: "cancelled", window, startsAt, endsAt, update: null }
    if (sight === "gone") return nothingMore(window.title, { ...shown, systems: [] })
    return {
      subject: `${SAID[windowCancelled.id]}: ${quoteName(window.title)}`,
      lines: [
        "It was deleted.",
        `From ${moment(startsAt)} to ${moment(endsAt)}.`,
        `Affected: ${listed(systems.map(({ name }) => quoteName(name)))}.`,
      ],
      link: null,
      facts: { ...shown, systems },
    }
  },

  async words(reader, { aboutId, phase, facts }, { before }) {
    const window = await readAs(reader, aboutId)
    if (!window) return null
    const { event, startsAt, endsAt, updateId, updateOnly } = facts as {
      event: string
      startsAt: string
      endsAt: string
      updateId: string | null
      updateOnly: boolean
    }
    const update = window.updates.find(({ id }) => id === updateId)
    // What was posted is all the news, and not for this reader, who need not know that there was something.
    if (updateOnly && !update) return null
    const systems = listed(window.systems.map(({ name }) => quoteName(name)))
    const what = phase === "over" && !before ? LATE[event] : SAID[event]
    return {
      subject: `${what ?? "Maintenance"}: ${quoteName(window.title)}`,
      lines: [
        ...(update?.message ? [update.message] : []),
        `From ${moment(startsAt)} to ${moment(endsAt)}.`,
        ...(systems ? [`Affected: ${systems}.`] : []),
      ],
      link: `/maintenance/${aboutId}`,
      facts: {
        event: "maintenance",
        phase,
        status: event.split(".")[1],
        window: { id: aboutId, title: window.title },
        startsAt,
        endsAt,
        systems: window.systems,
        update: update?.message ?? null,
      },
    }
  },
}

/** As a message about a window has them. */
const ToldFacts = z.object({
  window: z.object({ id: z.string(), title: z.string() }),
  systems: z.array(z.object({ id: z.string(), name: z.string() })),
})

const SAID: Record<string, string> = {
  [windowScheduled.id]: "Maintenance scheduled",
  [windowChanged.id]: "Maintenance changed",
  [windowApproaching.id]: "Maintenance begins within the hour",
  [windowStarted.id]: "Maintenance has begun",
  [windowEnded.id]: "Maintenance is over",
  [windowCancelled.id]: "Maintenance was called off",
}
const LATE: Record<string, string> = {
  [windowEnded.id]: "Maintenance took place and is over",
  [windowCancelled.id]: "Maintenance was scheduled and called off",
}

async function readAs(reader: Caller, id: string) {
  try {
    return await ask(reader, maintenanceContract.get, { id })
  } catch (error) {
    if (error instanceof NotFoundError) return null
    throw error
  }
}
