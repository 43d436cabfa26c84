import { type Ctx, thingNames } from "@countersign/core/server"
import type { Window } from "../contract.ts"
import { timesToEdit } from "./reschedule.ts"
import { type FoundWindow, windows } from "./window-store.ts"

/** Windows as the caller may see them: systems and environments by name, those out of sight only counted. */
export async function presentWindows(ctx: Ctx, found: readonly FoundWindow[]): Promise<Window[]> {
  const parents = await windows.shownParents(ctx, found)
  const environmentIds = found.flatMap((one) => one.environmentIds)
  const names = environmentIds.length > 0 ? await thingNames(ctx, "catalog.environment", environmentIds) : new Map()
  return found.map(({ inherited, systemIds, environmentIds, announced, seriesAt, durationSeconds, ...window }, at) => {
    const series = timesToEdit(found[at]!)
    const { shown, hidden } = parents[at]!
    const environments = environmentIds
      .flatMap((id) => (names.has(id) ? { id, name: names.get(id) ?? "" } : []))
      .sort((a, b) => a.name.localeCompare(b.name))
    return {
      ...window,
      series,
      systems: shown,
      hiddenSystemCount: hidden,
      environments,
      hiddenEnvironmentCount: environmentIds.length - environments.length,
    }
  })
}

export async function presentWindow(ctx: Ctx, found: FoundWindow): Promise<Window> {
  const [window] = await presentWindows(ctx, [found])
  return window!
}
