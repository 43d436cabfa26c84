import { z } from "zod"
import type { Strategy } from "../../contract/strategy.ts"
import { type Asked as Config, pingRedis } from "../clients/redis-client.ts"
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
  port: portField(6379),
  user: filled(z.string().min(1).max(128), {
    ...words("User", "Of Redis 6 and later."),
    takes: ["templates"],
  }).optional(),
  password: secretField("Password", secretNamed("REDIS_PASSWORD")).optional(),
  tls: z
    .enum(["off", "on", "any-certificate"])
    .default("off")
    .meta(words("Encryption", "off, on (the certificate must be trusted), or on with any certificate.")),
  family: familyField,
})

export const redis = {
  id: "redis",
  title: "Redis",
  description: "Signs in to Redis or Valkey, sends PING and looks at its state: role, memory, clients.",
  config,
  version: 1,
  migrations: {},
  collectors: [
    {
      id: "reply",
      title: "Answer",
      description: "What PING was answered with.",
      result: z.object({ reply: z.string().meta(words("Answer", "PONG.")), durationMs: milliseconds("Duration") }),
    },
    {
      id: "server",
      title: "Server",
      description: "What INFO says.",
      result: z.object({
        version: z.string().meta(words("Version")),
        role: z.string().meta(words("Role", "master or slave.")),
        connectedClients: z.number().nullable().meta(words("Connected clients")),
        usedMemoryBytes: z.number().nullable().meta(words("Memory in use", "In bytes.")),
        uptimeSeconds: z.number().nullable().meta(words("Up for", "In seconds.")),
      }),
    },
  ],
  async probe({ collectors }, asked: Config, limits: ProbeLimits) {
    return { values: await pingRedis(asked, collectors.has("server"), limits) }
  },
} satisfies Strategy<Config, unknown>
