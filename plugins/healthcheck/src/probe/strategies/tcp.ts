import { z } from "zod"
import type { Strategy } from "../../contract/strategy.ts"
import { familyField, familyOf, filled, hostField, milliseconds, words } from "../configuration/fields.ts"
import { type ProbeLimits, placeOf } from "../limits.ts"
import { asProbeError } from "../probe-error.ts"
import { SocketReader } from "../socket/read.ts"

const config = z.strictObject({
  host: hostField,
  port: z.int().min(1).max(65_535).meta(words("Port")),
  send: filled(z.string().max(4_000), {
    ...words("Send", "Text to send after connecting. \\r\\n and \\n stand for line ends."),
    takes: ["templates", "secrets"],
  }).optional(),
  readReply: z.boolean().default(false).meta(words("Wait for an answer", "Reads the first text the server sends.")),
  family: familyField,
})
type Config = z.infer<typeof config>

export const tcp = {
  id: "tcp",
  title: "TCP port",
  description: "Opens a connection to a port, and can send a text and look at the answer.",
  config,
  version: 1,
  migrations: {},
  collectors: [
    {
      id: "connection",
      title: "Connection",
      description: "How long it took, and what the server said.",
      result: z.object({
        connectMs: milliseconds("Connecting"),
        nameMs: milliseconds("Looking up the name"),
        reply: z.string().meta(words("Answer", "The first 4,000 characters.")),
      }),
    },
  ],
  async probe(_target, { host, port, send, readReply, family }: Config, limits: ProbeLimits) {
    const where = placeOf(host, port)
    const { socket, connectMs, nameMs } = await limits.dial(host, port, familyOf(family))
    try {
      const reader = new SocketReader(socket, where)
      if (send !== undefined) socket.write(send.replaceAll("\\r", "\r").replaceAll("\\n", "\n"))
      const reply = readReply ? (await reader.some()).toString("utf8").slice(0, 4_000) : ""
      return { values: { connection: { connectMs, nameMs, reply } } }
    } catch (error) {
      throw asProbeError(error, where)
    }
  },
} satisfies Strategy<Config, unknown>
