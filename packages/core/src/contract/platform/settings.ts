import { z } from "zod"
import { Version } from "../paging.ts"
import { defineContract, procedure } from "../procedure.ts"
import { line } from "../text/line.ts"
import { settingAccess } from "./access.ts"

export { settingAccess } from "./access.ts"

/** An IANA zone that this runtime knows: `Europe/Berlin`, `UTC`. */
export const TimeZone = z
  .string()
  .min(1)
  .max(64)
  .refine(isTimeZone, "Takes the name of a time zone, such as Europe/Berlin or UTC.")

export const InstanceSettings = z.object({
  /** Shown in the frame, in mails and on the sign-in page. */
  name: z.string(),
  /** Where no browser says which zone its person is in: mails, scheduled work, exports. */
  timeZone: z.string(),
  /** The address people use, from PUBLIC_URL; null when it is taken from each request. */
  publicUrl: z.string().nullable(),
  version: Version,
})
export type InstanceSettings = z.infer<typeof InstanceSettings>

/** What was found about a server and the machine it runs on. */
export const DoctorFinding = z.object({
  /** What it is about: `Memory`. */
  subject: z.string(),
  state: z.enum(["good", "doubtful", "bad"]),
  /** Goes on after the subject and a colon, and ends with a full stop. */
  says: z.string(),
  /** What to do, when there is something to do. */
  remedy: z.string().optional(),
})
export type DoctorFinding = z.infer<typeof DoctorFinding>

export const settingsContract = defineContract("platform", {
  getSettings: procedure({
    summary: "Read this installation's settings.",
    effect: "read",
    access: settingAccess.read,
    input: z.object({}),
    output: InstanceSettings,
  }),
  examineServer: procedure({
    summary: "Look at what the machine can do that the server which answers runs on.",
    effect: "read",
    access: settingAccess.manage,
    input: z.object({}),
    output: z.object({ findings: z.array(DoctorFinding) }),
  }),
  updateSettings: procedure({
    summary: "Change this installation's name or time zone.",
    effect: "mutate",
    access: settingAccess.manage,
    input: z.object({
      name: line("A name", 80).optional(),
      timeZone: TimeZone.optional(),
      /** The version the change was based on. */
      version: Version,
    }),
    output: InstanceSettings,
  }),
})

/** Offsets such as +01:30 are none: the clock reads them, and calendars do not. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: name }))
  } catch {
    return false
  }
}
