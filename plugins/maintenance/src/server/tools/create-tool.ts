import { quoteName } from "@countersign/core/contract"
import { asFeedback, defineTool } from "@countersign/core/server"
import { coverNotes } from "../cover-notes.ts"
import { createWindow, demandEnvironments, timesOf } from "../create-window.ts"
import { listOverlaps } from "../occurrence-store.ts"
import { planTimes } from "../plan-times.ts"
import { windows } from "../window-store.ts"
import { coverInWords, environmentCards, named, quotedInWindow, timesInWords } from "./window-card.ts"

export const createTool = defineTool({
  name: "create",
  describe: ({ title }, say) => (title ? `Schedule the maintenance ${say.quote(title)}` : "Schedule maintenance"),
  verb: createWindow,
  description:
    "Schedule a maintenance window when the operator asks for one. Pass the ids of the systems from catalog.listSystems, and of " +
    "environments from catalog.listEnvironments if only some are meant, never names. Give `startsAt` (left out: now) and either " +
    "`endsAt` or `minutes`. For a recurring one pass `rrule` (RFC 5545, without DTSTART, such as FREQ=WEEKLY;BYDAY=TU) and the " +
    "`timeZone` in which its time of day is meant. Ask for times that the operator did not give.",
  quotes: ({ input, result }) =>
    result ? quotedInWindow(result) : (input.systemIds ?? []).map((id) => windows.quotedParent({ id })),
  async preview(ctx, input) {
    const { systemIds, environmentIds, message, visibility, ...draft } = input
    const systems = await asFeedback("systemIds", () => windows.demandParents(ctx, systemIds))
    await asFeedback("environmentIds", () => demandEnvironments(ctx, environmentIds))
    const times = timesOf(draft, await ctx.now())
    const slots = await asFeedback("startsAt", async () => planTimes(times, await ctx.now()))
    const environments = await environmentCards(ctx, environmentIds)
    return {
      summary: `Schedule the maintenance ${quoteName(draft.title)}`,
      after: { ...draft, systems, environments: environments.map(named) },
      things: [...(await windows.parentCards(ctx, systemIds)), ...environments],
      consequences: [
        coverInWords(systems, "while it is in progress"),
        ...timesInWords(times, await listOverlaps(ctx, systemIds, slots)),
        ...(await coverNotes(ctx, { systemIds, environmentIds })),
        ...(draft.startsAt === undefined ? ["It begins as soon as this is signed."] : []),
      ],
    }
  },
})
