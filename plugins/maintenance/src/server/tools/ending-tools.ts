import { quoteName } from "@countersign/core/contract"
import { asFeedback, defineTool } from "@countersign/core/server"
import { closeWindow, demandOpen } from "../close-window.ts"
import { deleteWindow } from "../delete-window.ts"
import { type FoundWindow, windows } from "../window-store.ts"
import { windowTimeline } from "../window-timeline.ts"
import { coverInWords, quotedInWindow, windowCard } from "./window-card.ts"

export const closeTool = defineTool({
  name: "close",
  describe: ({ id }, say) => `Close ${say.name(id) ?? "a maintenance window"}`,
  verb: closeWindow,
  description:
    "End a maintenance window that is in progress before its time, or call off one that is scheduled, when the operator says so. " +
    "Pass an id from maintenance.list, never a title, and a note that says why. A recurring window goes on with its next " +
    "occurrence; pass `series: true` only if the operator wants no more of them.",
  quotes: ({ input, result }) => (result ? quotedInWindow(result) : [windows.quoted(input)]),
  async preview(ctx, { id, series }) {
    const before = await windows.readToChange(ctx, id)
    await asFeedback("id", () => demandOpen(ctx, before))
    const target = await windowCard(ctx, before)
    const goesOn = before.rrule !== null && !series
    const ends = before.status === "inProgress"
    return {
      summary: `${ends ? "End" : goesOn ? "Call off the next occurrence of" : "Call off"} the maintenance ${quoteName(before.title)}`,
      target,
      // Of a recurring one the next occurrence is on show afterwards, with times of its own.
      after: goesOn ? target : { ...target, status: ends ? "completed" : "cancelled" },
      things: [windows.card(before)],
      consequences: [
        ...uncovered(before, target.systems),
        ...(goesOn ? ["It goes on with its next occurrence."] : []),
        ...(before.rrule !== null && series ? ["No later occurrence takes place."] : []),
      ],
    }
  },
})

export const deleteTool = defineTool({
  name: "delete",
  describe: ({ id }, say) => `Delete ${say.name(id) ?? "a maintenance window"}`,
  verb: deleteWindow,
  description:
    "Delete a maintenance window with its timeline, links and history, only when the operator asks for exactly that: it cannot " +
    "be undone. To end or call off a window use maintenance.close. Pass an id from maintenance.list, never a title.",
  quotes: ({ input }) => [windows.quoted(input)],
  async preview(ctx, { id }) {
    const before = await windows.readToChange(ctx, id)
    const target = await windowCard(ctx, before)
    return {
      summary: `Delete the maintenance window ${quoteName(before.title)}`,
      target,
      after: null,
      things: [windows.card(before)],
      consequences: [await windowTimeline.losses(ctx.tx, id), ...uncovered(before, target.systems)],
    }
  },
})

function uncovered({ status }: FoundWindow, systems: readonly (string | { name: string })[]): string[] {
  return status === "inProgress" ? [coverInWords(systems, "no longer because of it")] : []
}
