import { EnvironmentId, SystemId } from "@countersign/catalog/contract"
import {
  Author,
  cardWords,
  Instant,
  idsOf,
  line,
  Named,
  paragraph,
  RecurrenceRule,
  refersTo,
  TimeZone,
  timelineContract,
  Version,
} from "@countersign/core/contract"
import { z } from "zod"
import { bySystem } from "./access.ts"

export const WINDOW_STATUSES = ["scheduled", "inProgress", "completed", "cancelled"] as const
export const STATUS_WORDS: Record<(typeof WINDOW_STATUSES)[number], string> = {
  scheduled: "Scheduled",
  inProgress: "In progress",
  completed: "Completed",
  cancelled: "Cancelled",
}
export const WindowStatus = cardWords(z.enum(WINDOW_STATUSES), { label: "Status", values: STATUS_WORDS })
export type WindowStatus = z.infer<typeof WindowStatus>

/** A month: what is down for longer is no maintenance, and a forgotten window ends some day. */
export const MOST_MINUTES = 31 * 24 * 60

export const WindowId = refersTo(z.uuid().toLowerCase(), "maintenance.window")
export const windowFields = {
  title: line("A title", 200),
  description: paragraph(10_000),
  systemIds: idsOf(SystemId, { one: "system", most: 100, tooMany: "A window has at most 100 systems." }),
  /** None: all of them. */
  environmentIds: z.array(EnvironmentId).max(20, "A window has at most 20 environments."),
  startsAt: cardWords(Instant, { label: "Begins" }),
  endsAt: cardWords(Instant, { label: "Ends" }),
  /** RFC 5545, such as FREQ=WEEKLY;BYDAY=TU; the time of day is that of `startsAt` in `timeZone`. */
  rrule: cardWords(RecurrenceRule.nullable(), {
    label: "Rule of repetition",
  }),
  timeZone: cardWords(TimeZone, { label: "Time zone of the rule" }),
}

export const Window = z.object({
  id: z.uuid(),
  title: z.string(),
  description: z.string(),
  status: WindowStatus,
  /** Of the occurrence that is going on or comes next; of the last one when it is over. */
  startsAt: Instant,
  endsAt: Instant,
  /** Which one that is, by when the rule has it. */
  occurrenceAt: Instant,
  /** What new times for all are chosen from: those of the series, also where the next occurrence alone was moved. */
  series: z.object({ startsAt: Instant, endsAt: Instant }),
  rrule: z.string().nullable(),
  timeZone: z.string(),
  /** Only those the caller may see; the counts are of the others. */
  systems: z.array(Named),
  hiddenSystemCount: z.int(),
  /** None, and none hidden: its systems in all of their environments. */
  environments: z.array(Named),
  hiddenEnvironmentCount: z.int(),
  /** What whoever plans it should know, such as environments in which it covers nothing. Where one window is answered. */
  notes: z.array(z.string()).optional(),
  createdBy: Author,
  createdAt: Instant,
  updatedAt: Instant,
  version: Version,
})
export type Window = z.infer<typeof Window>

export const Occurrence = z.object({
  occurrenceAt: Instant,
  startsAt: Instant,
  endsAt: Instant,
  state: z.enum(["planned", "done", "skipped"]),
  /** At another time than the rule says. */
  moved: z.boolean(),
})
export type Occurrence = z.infer<typeof Occurrence>

/** Another open window of the same systems, with the first of its occurrences that is in the way. */
export const Overlap = z.object({ id: z.uuid(), title: z.string(), startsAt: Instant, endsAt: Instant })
export type Overlap = z.infer<typeof Overlap>

export const windowTimeline = timelineContract({
  noun: "window",
  id: WindowId,
  access: bySystem,
  status: WindowStatus,
  fields: ["title", "description", "startsAt", "endsAt", "occurrence", "rrule", "timeZone", "systems", "environments"],
})
export type RevisedField = (typeof windowTimeline.fields)[number]

export const WindowDetail = Window.extend({
  ...windowTimeline.detail,
  overlaps: z.array(Overlap),
  /** Whether the caller may change it, by rule or by editor grants on all of its systems. */
  mayChange: z.boolean(),
})
export type WindowDetail = z.infer<typeof WindowDetail>
