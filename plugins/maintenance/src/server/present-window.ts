import { type Ctx, shownThings } from "@countersign/core/server"
import type { Window } from "../contract.ts"
import { timesToEdit } from "./reschedule.ts"
import { type FoundWindow, windows } from "./window-store.ts"

/** Windows as the caller may see them: systems and environments by name, those out of sight only counted. */
export async function presentWindows(ctx: Ctx, found: readonly FoundWindow[]): Promise<Window[]> {
  const systems = await windows.shownParents(ctx, found)
  const lists = found.map(({ environmentIds }) => environmentIds)
  const environments = await shownThings(ctx, "catalog.environment", lists)
  return found.map(({ inherited, systemIds, environmentIds, announced, seriesAt, durationSeconds, ...window }, at) => ({
    ...window,
    series: timesToEdit(found[at]!),
    systems: systems[at]!.shown,
    hiddenSystemCount: systems[at]!.hidden,
    environments: environments[at]!.shown,
    hiddenEnvironmentCount: environments[at]!.hidden,
  }))
}

export async function presentWindow(ctx: Ctx, found: FoundWindow): Promise<Window> {
  const [window] = await presentWindows(ctx, [found])
  return window!
}
