import { z } from "zod"
import type { Strategy } from "../../contract/strategy.ts"
import {
  familyField,
  filled,
  hostField,
  milliseconds,
  portField,
  secretField,
  secretNamed,
  words,
} from "../configuration/fields.ts"
import type { ProbeLimits } from "../limits.ts"

const config = z.strictObject({
  host: hostField,
  port: portField(25),
  security: z
    .enum(["none", "starttls", "tls"])
    .default("starttls")
    .meta(words("Encryption", "starttls (usual on ports 25 and 587), tls from the start (465), or none.")),
  acceptUntrusted: z
    .boolean()
    .default(false)
    .meta(words("Accept any certificate", "Also an expired or self-signed one.")),
  user: filled(z.string().min(1).max(200), {
    ...words("User", "To sign in. Left out: nobody signs in."),
    takes: ["templates"],
  }).optional(),
  password: secretField("Password", secretNamed("MAIL_PASSWORD")).optional(),
  family: familyField,
})
type Config = z.infer<typeof config>

export const smtp = {
  id: "smtp",
  title: "Mail server",
  description: "Greets a mail server (SMTP), secures the connection, and can sign in. It sends no mail.",
  config,
  version: 1,
  migrations: {},
  collectors: [
    {
      id: "session",
      title: "Conversation",
      description: "What the mail server said.",
      result: z.object({
        greeting: z.string().meta(words("Greeting", "The answer to EHLO.")),
        encrypted: z.boolean().meta(words("Encrypted")),
        signedIn: z.boolean().meta(words("Signed in")),
        certificateDays: z.number().nullable().meta(words("Certificate days left")),
        durationMs: milliseconds("Duration"),
      }),
    },
  ],
  async check({ user, password, security }: Config) {
    if ((user === undefined) !== (password === undefined))
      return [
        { path: user === undefined ? "user" : "password", message: "To sign in, both user and password are needed." },
      ]
    if (user !== undefined && security === "none")
      return [{ path: "security", message: "A password is not sent without encryption. Choose starttls or tls." }]
    return []
  },
  async probe(_target, asked: Config, limits: ProbeLimits) {
    const { greetMailServer } = await import("../clients/smtp-client.ts")
    return { values: { session: await greetMailServer(asked, limits) } }
  },
} satisfies Strategy<Config, unknown>
