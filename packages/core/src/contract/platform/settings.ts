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

export const settingsContract = defineContract("platform", {
  getSettings: procedure({
    summary: "Read this installation's settings.",
    effect: "read",
    access: settingAccess.read,
    input: z.object({}),
    output: InstanceSettings,
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
