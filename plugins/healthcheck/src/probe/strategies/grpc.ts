import { z } from "zod"
import type { Strategy } from "../../contract/strategy.ts"
import { askHealth, type Asked as Config } from "../clients/grpc-client.ts"
import { familyField, filled, hostField, milliseconds, words } from "../configuration/fields.ts"
import type { ProbeLimits } from "../limits.ts"

const config = z.strictObject({
  host: hostField,
  port: z.int().min(1).max(65_535).meta(words("Port")),
  service: filled(z.string().max(200), {
    ...words("Service", "Whose health to ask for. Left out: that of the whole server."),
    takes: ["templates"],
  }).optional(),
  tls: z
    .enum(["off", "on", "any-certificate"])
    .default("on")
    .meta(words("Encryption", "on (the certificate must be trusted), on with any certificate, or off.")),
  family: familyField,
})

export const grpc = {
  id: "grpc",
  title: "gRPC health",
  description: "Asks a gRPC server for its health by the standard health protocol (grpc.health.v1).",
  config,
  version: 1,
  migrations: {},
  collectors: [
    {
      id: "health",
      title: "Health",
      description: "What the server says about itself.",
      result: z.object({
        status: z.string().meta(words("State", "SERVING, NOT_SERVING, SERVICE_UNKNOWN or UNKNOWN.")),
        serving: z.boolean().meta(words("Serving")),
        code: z.number().meta(words("gRPC code", "0 is fine; 5 says that there is no such service.")),
        message: z.string().meta(words("Message")),
        durationMs: milliseconds("Duration"),
      }),
    },
  ],
  async probe(_target, asked: Config, limits: ProbeLimits) {
    return { values: { health: await askHealth(asked, limits) } }
  },
} satisfies Strategy<Config, unknown>
