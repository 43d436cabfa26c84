import { z } from "zod"
import { Version } from "../paging.ts"
import { defineContract, procedure } from "../procedure.ts"
import { mailAccess } from "./access.ts"
import { Email } from "./session.ts"

export { mailAccess } from "./access.ts"

export const MailSettings = z.object({
  /** False until a server is set: nothing is mailed then. */
  configured: z.boolean(),
  host: z.string(),
  port: z.int(),
  /** `tls` from the first byte (usually 465), `starttls` required after a plain greeting (usually 587), `none` for a relay on your own network. */
  encryption: z.enum(["tls", "starttls", "none"]),
  username: z.string(),
  /** The password itself is never shown again. */
  hasPassword: z.boolean(),
  /** The sender people see: `Countersign <countersign@example.com>`. */
  fromName: z.string(),
  fromAddress: z.string(),
  version: Version,
})
export type MailSettings = z.infer<typeof MailSettings>

/** The SMTP server, set by an administrator. */
export const mailContract = defineContract("platform", {
  getMailSettings: procedure({
    summary: "Show the mail server's settings, without its password.",
    effect: "read",
    access: mailAccess.manage,
    input: z.object({}),
    output: MailSettings,
  }),
  updateMailSettings: procedure({
    summary: "Set the mail server. Leave the password out to keep the one that is stored; null removes it.",
    effect: "mutate",
    access: mailAccess.manage,
    input: z.object({
      host: z.string().trim().max(253),
      port: z.int().min(1).max(65_535),
      encryption: z.enum(["tls", "starttls", "none"]),
      username: z.string().trim().max(254).default(""),
      password: z.string().min(1).max(1_000).nullable().optional(),
      fromName: z.string().trim().max(120).default("Countersign"),
      fromAddress: Email,
      version: Version,
    }),
    output: MailSettings,
  }),
  removeMailSettings: procedure({
    summary: "Forget the mail server: nothing is mailed any more.",
    effect: "destructive",
    access: mailAccess.manage,
    input: z.object({ version: Version }),
    output: MailSettings,
  }),
  sendTestMail: procedure({
    summary: "Send a test message through the stored settings, to yourself unless another address is given.",
    effect: "mutate",
    access: mailAccess.manage,
    input: z.object({ to: Email.optional() }),
    output: z.object({ to: z.string() }),
  }),
})
