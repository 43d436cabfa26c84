import { asFeedback, defineTool } from "@countersign/core/server"
import { coverNotes } from "../cover-notes.ts"
import { listOverlaps } from "../occurrence-store.ts"
import { planChange, updateWindow } from "../update-window.ts"
import { windows } from "../window-store.ts"
import { environmentCards, named, quotedInWindow, timesInWords, windowCard } from "./window-card.ts"

export const updateTool = defineTool({
  name: "update",
  describe: ({ id }, say) => `Change ${say.name(id) ?? "a maintenance window"}`,
  verb: updateWindow,
  description:
    "Change a maintenance window's title, description, systems, environments, times or rule of repetition; also to extend one " +
    "in progress. Pass its id from maintenance.list and only the fields to change. `systemIds` and `environmentIds` replace the " +
    "old lists. Without `occurrenceAt` new times count for the next occurrence and all after it; with it (an `occurrenceAt` " +
    "that maintenance.list or maintenance.get told) only for that one, and `skipped` leaves that one out.",
  quotes: ({ input, result }) => (result ? quotedInWindow(result) : [windows.quoted(input)]),
  async preview(ctx, { id, ...wanted }) {
    const before = await windows.readToChange(ctx, id)
    const planned = await asFeedback("startsAt", async () => planChange(ctx, before, wanted, await ctx.now()))
    const whole = await windowCard(ctx, before)
    const { systemIds, environmentIds, skipped, ...fields } = wanted
    const { one, all } = planned
    const target = one ? { ...whole, ...times(one.before), skipped: one.before.state === "skipped" } : whole
    const systems = await windows.parentCards(ctx, systemIds ?? [])
    const environments = await environmentCards(ctx, environmentIds ?? [])
    const slots = one ? [one.slot] : (all?.slots ?? [])
    const overlaps = one?.skipped ? [] : await listOverlaps(ctx, systemIds ?? before.systemIds, slots, id)
    return {
      summary: windows.changeSummary(before, wanted.title),
      target,
      after: {
        ...target,
        ...fields,
        ...times(one?.slot ?? all?.slots[0] ?? before),
        // Where the rule ends after a number of times, those that are left.
        ...(all && { rrule: all.times.rrule }),
        ...(one && { skipped: one.skipped }),
        systems: systemIds ? systems.map(named) : target.systems,
        environments: environmentIds ? environments.map(named) : target.environments,
      },
      things: [windows.card(before), ...systems, ...environments],
      consequences: [
        ...timesInWords(all ? all.times : null, overlaps),
        ...(await coverNotes(ctx, {
          systemIds: systemIds ?? before.systemIds,
          environmentIds: environmentIds ?? before.environmentIds,
        })),
        ...(all && before.rrule !== null ? ["What was changed of single occurrences to come is forgotten."] : []),
      ],
    }
  },
})

function times({ startsAt, endsAt }: { startsAt: string; endsAt: string }) {
  return { startsAt, endsAt }
}
