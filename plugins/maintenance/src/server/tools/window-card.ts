import { listed, quoteName, ruleInWords } from "@countersign/core/contract"
import { type Ctx, type QuotedThing, quotedAuthor, thingCards } from "@countersign/core/server"
import type { Overlap, Window, WindowDetail } from "../../contract.ts"
import { presentWindow } from "../present-window.ts"
import { type FoundWindow, windows } from "../window-store.ts"
import { windowTimeline } from "../window-timeline.ts"

/** A window as cards show it: what people can change, things by name as far as the caller sees them. */
export async function windowCard(ctx: Ctx, found: FoundWindow) {
  const { systems, hiddenSystemCount, environments, hiddenEnvironmentCount } = await presentWindow(ctx, found)
  const { inherited, systemIds, environmentIds, createdBy, updatedAt, announced, ...rest } = found
  const { seriesAt, durationSeconds, occurrenceAt, ...shown } = rest
  return {
    ...shown,
    systems: windows.cardParents({ shown: systems, hidden: hiddenSystemCount }),
    environments:
      hiddenEnvironmentCount > 0 ? [...environments, `${hiddenEnvironmentCount} more you cannot see`] : environments,
  }
}

/** For `things` of a card that names environments, and for its rows. */
export const environmentCards = (ctx: Ctx, ids: readonly string[]) =>
  thingCards(ctx, "catalog.environment", ids, "An environment you cannot see")

export const named = ({ id, name }: { id: string; name: string }) => ({ id, name })

/** What else there is to know before one signs: how it repeats, and what it meets. */
export function timesInWords(
  times: { rrule: string | null; timeZone: string } | null,
  overlaps: readonly Overlap[],
): string[] {
  return [
    ...(times?.rrule ? [`It repeats: ${ruleInWords(times.rrule)}, at the same time of day in ${times.timeZone}.`] : []),
    ...overlaps.map(({ title, startsAt }) => `It overlaps ${quoteName(title)}, which begins at ${minute(startsAt)}.`),
  ]
}

/** Which systems begin or cease to count as in maintenance. */
export function coverInWords(systems: readonly (string | { name: string })[], how: string): string {
  const names = systems.map((one) => (typeof one === "string" ? one : quoteName(one.name)))
  return `${listed(names, names.length)} ${names.length === 1 ? "counts" : "count"} as in maintenance ${how}.`
}

export function minute(at: string): string {
  return `${at.slice(0, 16).replace("T", " ")} UTC`
}

/** Whose words the answers of the tools repeat. */
export function quotedInWindow(window: Window | WindowDetail): QuotedThing[] {
  return [
    ...windowTimeline.quoted(window),
    ...window.systems.map(windows.quotedParent),
    ...window.environments.map((environment) => ({ type: "catalog.environment", ...environment })),
    ...quotedAuthor(window.createdBy),
    ...("overlaps" in window ? window.overlaps.map(({ id, title }) => windows.quoted({ id, title })) : []),
  ]
}
