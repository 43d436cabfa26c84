import { listed, quoteName } from "@countersign/core/contract"
import type { Ctx, QuotedThing } from "@countersign/core/server"
import { quotedAuthor, thingNames, thingVersions } from "@countersign/core/server"
import { ruleInWords } from "../../contract/rule.ts"
import type { Overlap, Window, WindowDetail } from "../../contract.ts"
import { presentWindow } from "../present-window.ts"
import { type FoundWindow, windows } from "../window-store.ts"

/** A window as cards show it: what people can change, things by name as far as the caller sees them. */
export async function windowCard(ctx: Ctx, found: FoundWindow) {
  const { systems, hiddenSystemCount, environments, hiddenEnvironmentCount } = await presentWindow(ctx, found)
  const { inherited, systemIds, environmentIds, createdBy, updatedAt, announced, ...rest } = found
  const { seriesAt, durationSeconds, occurrenceAt, ...shown } = rest
  return {
    ...shown,
    systems: hiddenSystemCount > 0 ? [...systems, windows.unseen(hiddenSystemCount)] : systems,
    environments:
      hiddenEnvironmentCount > 0 ? [...environments, `${hiddenEnvironmentCount} more you cannot see`] : environments,
  }
}

/** For `things` of a card that names environments, and for its rows. */
export async function environmentCards(ctx: Ctx, ids: readonly string[]) {
  const type = "catalog.environment"
  const names = await thingNames(ctx, type, ids)
  const versions = await thingVersions(ctx, type, ids)
  const nameOf = (id: string) => names.get(id) ?? "An environment you cannot see"
  return ids.map((id) => ({ type, id, name: nameOf(id), state: { version: versions.get(id) ?? 0 } }))
}

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

/** Whose words the answers of the tools repeat. Updates and links are written on the window. */
export function quotedInWindow(window: Window | WindowDetail): QuotedThing[] {
  return [
    windows.quoted(window),
    ...window.systems.map(windows.quotedParent),
    ...window.environments.map((environment) => ({ type: "catalog.environment", ...environment })),
    ...quotedAuthor(window.createdBy),
    ...("updates" in window ? window.updates.flatMap(({ author }) => quotedAuthor(author)) : []),
    ...("links" in window ? window.links.flatMap(({ addedBy }) => quotedAuthor(addedBy)) : []),
    ...("overlaps" in window ? window.overlaps.map(({ id, title }) => windows.quoted({ id, title })) : []),
  ]
}
