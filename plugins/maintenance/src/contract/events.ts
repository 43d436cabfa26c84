import { defineEvent, Instant, Visibility } from "@countersign/core/contract"
import { z } from "zod"
import { windowAccess } from "./access.ts"
import { WindowStatus } from "./window.ts"

const news = {
  payload: z.object({
    id: z.uuid(),
    title: z.string(),
    status: WindowStatus,
    startsAt: Instant,
    endsAt: Instant,
    systemIds: z.array(z.uuid()).max(1_000),
    environmentIds: z.array(z.uuid()).max(1_000),
    /** The update that was posted with it, and who may learn of that one. */
    update: z.object({ id: z.uuid(), visibility: Visibility }).nullable(),
  }),
  about: { type: "maintenance.window", path: "id" },
  access: windowAccess.read,
} as const

export const windowScheduled = defineEvent("maintenance.scheduled", { summary: "A window was scheduled.", ...news })
export const windowChanged = defineEvent("maintenance.changed", {
  summary: "Fields or times of a window changed, or an update was posted or corrected.",
  ...news,
})
export const windowApproaching = defineEvent("maintenance.approaching", {
  summary: "A window begins within the hour. Not told of those that were scheduled later than that.",
  ...news,
})
export const windowStarted = defineEvent("maintenance.started", { summary: "A window is in progress now.", ...news })
export const windowEnded = defineEvent("maintenance.ended", {
  summary: "A window, or one occurrence of it, is over: its time has come or somebody closed it.",
  ...news,
})
export const windowCancelled = defineEvent("maintenance.cancelled", {
  summary: "A window was called off or deleted, or lost its last system, before it was over.",
  ...news,
})
