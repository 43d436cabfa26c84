import { DeletedSystem, SystemId } from "@countersign/catalog/contract"
import {
  calendarFeedProcedures,
  cardWords,
  defineContract,
  foreseeProcedure,
  Instant,
  issuesProcedure,
  Message,
  pageInput,
  pageOf,
  procedure,
  sampleProcedures,
  Version,
  Visibility,
} from "@countersign/core/contract"
import { z } from "zod"
import { bySystem } from "./contract/access.ts"
import {
  MOST_MINUTES,
  Occurrence,
  Overlap,
  Window,
  WindowDetail,
  WindowId,
  WindowStatus,
  windowFields,
  windowTimeline,
} from "./contract/window.ts"

export { windowAccess, windowPageAccess } from "./contract/access.ts"
export * from "./contract/events.ts"
export * from "./contract/window.ts"

const { reading, changing, destroying } = bySystem
const { title, description, systemIds, environmentIds, startsAt, endsAt, rrule, timeZone } = windowFields

export const maintenanceContract = defineContract("maintenance", {
  list: procedure({
    summary: "List maintenance windows: those in progress and to come by their beginning, then those that are over.",
    ...reading,
    input: z.object({
      state: z.enum(["all", "open", "over"]).default("all"),
      status: WindowStatus.optional(),
      systemId: SystemId.optional(),
      /** Words that the title or the description contains. */
      text: z.string().trim().max(200).optional(),
      ...pageInput(["soonest", "startsAt", "updatedAt", "title", "match"]),
    }),
    output: pageOf(Window),
  }),
  get: procedure({
    summary: "Read one window with its newest updates, its links and the windows it overlaps.",
    ...reading,
    input: z.object({ id: WindowId }),
    output: WindowDetail,
  }),
  listOccurrences: procedure({
    summary: "List the occurrences of a window, past and planned as far as they are known: some weeks or months ahead.",
    ...reading,
    input: z.object({ id: WindowId, from: Instant.optional(), ...pageInput(["startsAt"]) }),
    output: pageOf(Occurrence),
  }),
  preview: procedure({
    summary: "Tell when a window would take place and which open windows of the same systems it would overlap.",
    ...reading,
    input: z.object({
      systemIds: z.array(SystemId).max(100),
      environmentIds: environmentIds.default([]),
      startsAt,
      endsAt,
      rrule: rrule.default(null),
      timeZone: timeZone.default("UTC"),
      /** The window itself, when it is there already. */
      exceptId: WindowId.optional(),
    }),
    output: z.object({
      occurrences: z.array(z.object({ startsAt: Instant, endsAt: Instant })),
      overlaps: z.array(Overlap),
      notes: z.array(z.string()),
    }),
  }),
  create: procedure({
    summary: "Schedule a window, once or recurring. Without a beginning it begins now.",
    ...changing,
    input: z
      .object({
        title,
        description: description.default(""),
        systemIds,
        environmentIds: environmentIds.default([]),
        startsAt: startsAt.optional(),
        endsAt: endsAt.optional(),
        /** Instead of an end; an hour if neither is given. */
        minutes: cardWords(z.int().min(1).max(MOST_MINUTES), { label: "Lasts (minutes)" }).optional(),
        rrule: rrule.default(null),
        timeZone: timeZone.default("UTC"),
        /** The first update, if there is something to say already. */
        message: Message.optional(),
        visibility: Visibility.default("signedIn"),
      })
      .refine(({ endsAt, minutes }) => endsAt === undefined || minutes === undefined, {
        path: ["endsAt"],
        message: "Say when it ends or how many minutes it lasts, not both.",
      }),
    output: Window,
  }),
  update: procedure({
    summary:
      "Change a window's fields, systems or times. What is left out stays. With `occurrenceAt`, only that occurrence is moved or left out.",
    ...changing,
    input: z.object({
      id: WindowId,
      version: Version,
      title: title.optional(),
      description: description.optional(),
      systemIds: systemIds.optional(),
      environmentIds: environmentIds.optional(),
      startsAt: startsAt.optional(),
      endsAt: endsAt.optional(),
      rrule: rrule.optional(),
      timeZone: timeZone.optional(),
      /** One of listOccurrences. Left out: the next one and all after it. */
      occurrenceAt: cardWords(Instant, { label: "Only the occurrence of" }).optional(),
      /** Whether that occurrence is left out. */
      skipped: cardWords(z.boolean(), { label: "Left out" }).optional(),
    }),
    output: Window,
  }),
  close: procedure({
    summary:
      "End what is in progress, or call off what is scheduled. A recurring window goes on with its next occurrence, unless the whole series is meant.",
    ...changing,
    input: z.object({
      id: WindowId,
      note: Message,
      visibility: Visibility.default("signedIn"),
      series: cardWords(z.boolean(), { label: "All later occurrences too" }).default(false),
    }),
    output: Window,
  }),
  delete: procedure({
    summary: "Delete a window with its timeline, links and history. Calendars are told that it is off.",
    ...destroying,
    input: z.object({ id: WindowId }),
    output: z.object({ id: z.uuid() }),
  }),
  ...windowTimeline.procedures,

  ...calendarFeedProcedures("windows", bySystem),

  listIssues: issuesProcedure({
    summary: "List the windows that are in progress or begin within the hour.",
    access: reading.access,
    scope: reading.scope,
  }),
  ...sampleProcedures("maintenance windows"),
  foreseeSystemDeletion: foreseeProcedure("Tell what deleting a system would do to maintenance windows."),
  forgetSystem: procedure({
    summary: "Take a deleted system out of the windows that named it.",
    effect: "mutate",
    access: "internal",
    input: DeletedSystem,
    output: z.object({ windows: z.int() }),
  }),
  moveOn: procedure({
    summary: "Let a window begin, end or go on to its next occurrence when its time has come.",
    effect: "mutate",
    access: "internal",
    input: z.object({ id: z.uuid(), lease: z.uuid() }),
    output: z.object({}),
  }),
})
