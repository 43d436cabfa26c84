import { z } from "zod"
import type { Strategy } from "../../contract/strategy.ts"
import { familyField, filled, hostField, milliseconds, portField, secretField, words } from "../configuration/fields.ts"
import type { ProbeLimits } from "../limits.ts"

const config = z.strictObject({
  host: hostField,
  port: portField(22),
  hostKey: z
    .string()
    .regex(/^SHA256:[A-Za-z0-9+/]{43}=?$/, "Write a fingerprint as ssh shows it: SHA256: and 43 characters.")
    .optional()
    .meta(
      words(
        "Host key",
        "Its fingerprint, such as SHA256:... Another one fails the check before anything secret is sent.",
      ),
    ),
  user: filled(z.string().min(1).max(128), { ...words("User", "To run a command."), takes: ["templates"] }).optional(),
  password: secretField("Password", "A secret, or a private key below.").optional(),
  privateKey: secretField("Private key", "A secret in OpenSSH or PEM form.").optional(),
  passphrase: secretField("Passphrase", "Of the private key, where it has one.").optional(),
  command: filled(z.string().min(1).max(4_000), {
    ...words("Command", "What to run. Left out: only the host key is looked at, and nobody signs in."),
    takes: ["templates"],
    lines: "several",
  }).optional(),
  family: familyField,
})
type Config = z.infer<typeof config>

export const ssh = {
  id: "ssh",
  title: "SSH",
  description: "Looks at the host key of an SSH server, and can sign in and run a command.",
  config,
  version: 1,
  migrations: {},
  collectors: [
    {
      id: "hostKey",
      title: "Host key",
      description: "What the server identified itself with.",
      result: z.object({
        fingerprint: z.string().meta(words("Fingerprint", "SHA-256, as ssh shows it.")),
        type: z.string().meta(words("Type", "Such as ssh-ed25519.")),
        connectMs: milliseconds("Until the host key"),
      }),
    },
    {
      id: "command",
      title: "Command",
      description: "What the command ended with.",
      result: z.object({
        exitCode: z.number().nullable().meta(words("Exit code")),
        output: z.string().meta(words("Output", "The first 64 KiB.")),
        errors: z.string().meta(words("Error output", "The first 64 KiB.")),
        durationMs: milliseconds("Duration"),
      }),
    },
  ],
  async check({ command, user, password, privateKey }: Config) {
    if (command === undefined) return []
    if (user === undefined) return [{ path: "user", message: "To run a command somebody must sign in: name the user." }]
    if (password === undefined && privateKey === undefined)
      return [{ path: "privateKey", message: "To sign in, a private key or a password is needed." }]
    return []
  },
  async probe(_target, asked: Config, limits: ProbeLimits) {
    const { askSsh } = await import("../clients/ssh-client.ts")
    return { values: await askSsh(asked, limits) }
  },
} satisfies Strategy<Config, unknown>
