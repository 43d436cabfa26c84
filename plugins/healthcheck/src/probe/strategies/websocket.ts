import { z } from "zod"
import type { Strategy } from "../../contract/strategy.ts"
import { familyField, filled, milliseconds, words } from "../configuration/fields.ts"
import type { ProbeLimits } from "../limits.ts"
import { requestFields } from "./http.ts"

const urlText = z
  .string()
  .max(2_000)
  .refine((text) => {
    const url = URL.parse(text)
    return url !== null && ["ws:", "wss:"].includes(url.protocol) && url.username === "" && url.password === ""
  }, "Write a whole address that begins with ws:// or wss://, without a name or password in it.")

const config = z.strictObject({
  url: filled(urlText, { ...words("Address", "Such as wss://example.com/live."), takes: ["templates", "secrets"] }),
  headers: requestFields(["templates", "secrets"]).headers,
  subprotocol: z
    .string()
    .max(100)
    .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, "A subprotocol is one word.")
    .optional()
    .meta(words("Subprotocol")),
  send: filled(z.string().max(4_000), {
    ...words("Send", "A text to send once it is open."),
    takes: ["templates", "secrets"],
  }).optional(),
  waitForMessage: z.boolean().default(false).meta(words("Wait for a message", "Reads the first one that comes.")),
  acceptUntrusted: z
    .boolean()
    .default(false)
    .meta(words("Accept any certificate", "Also an expired or self-signed one.")),
  family: familyField,
})
type Config = z.infer<typeof config>

export const websocket = {
  id: "websocket",
  title: "WebSocket",
  description: "Opens a WebSocket, and can send a message and look at the answer.",
  config,
  version: 1,
  migrations: {},
  collectors: [
    {
      id: "connection",
      title: "Connection",
      description: "How long it took to open, and what came.",
      result: z.object({
        openMs: milliseconds("Until it was open"),
        subprotocol: z.string().meta(words("Subprotocol", "What the server chose.")),
        message: z.string().meta(words("Message", "The first one, where it was waited for.")),
        messageMs: z.number().nullable().meta(words("Until the message", "In milliseconds.")),
      }),
    },
  ],
  async probe(_target, asked: Config, limits: ProbeLimits) {
    const { openWebSocket } = await import("../clients/websocket-client.ts")
    return { values: { connection: await openWebSocket(asked, limits) } }
  },
} satisfies Strategy<Config, unknown>
