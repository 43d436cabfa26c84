import { z } from "zod"
import type { Strategy } from "../../contract/strategy.ts"
import {
  certificateResult,
  familyField,
  familyOf,
  filled,
  hostField,
  hostText,
  milliseconds,
  portField,
  words,
} from "../configuration/fields.ts"
import { type ProbeLimits, placeOf } from "../limits.ts"
import { secure } from "../socket/secure.ts"

const config = z.strictObject({
  host: hostField,
  port: portField(443),
  serverName: filled(hostText, {
    ...words("Name to ask for", "Where it differs from the host: whom the certificate must be for."),
    takes: ["templates"],
  }).optional(),
  family: familyField,
  acceptUntrusted: z
    .boolean()
    .default(false)
    .meta(words("Accept any certificate", "Also an expired or self-signed one, so that assertions judge it.")),
})
type Config = z.infer<typeof config>

export const tls = {
  id: "tls",
  title: "TLS certificate",
  description: "Looks at the certificate of a server: whether it is trusted, for whom it is, how many days are left.",
  config,
  version: 1,
  migrations: {},
  collectors: [
    { id: "certificate", title: "Certificate", description: "What the server showed.", result: certificateResult },
    {
      id: "session",
      title: "Connection",
      description: "How the connection was secured.",
      result: z.object({
        trusted: z.boolean().meta(words("Trusted")),
        problem: z.string().meta(words("What is wrong", "Empty where it is trusted.")),
        protocol: z.string().meta(words("Protocol", "Such as TLSv1.3.")),
        cipher: z.string().meta(words("Cipher")),
        tlsMs: milliseconds("Securing the connection"),
      }),
    },
  ],
  async probe(_target, { host, port, serverName, family, acceptUntrusted }: Config, limits: ProbeLimits) {
    const { socket } = await limits.dial(host, port, familyOf(family))
    const options = { host: serverName ?? host, where: placeOf(host, port), ca: limits.ca, acceptUntrusted }
    const { tls: secured, certificate, tlsMs } = await secure(socket, options)
    const session = {
      trusted: secured.authorized,
      problem: secured.authorizationError ? String(secured.authorizationError) : "",
      protocol: secured.getProtocol() ?? "",
      cipher: secured.getCipher().name,
      tlsMs,
    }
    return { values: { certificate: { ...certificate }, session } }
  },
} satisfies Strategy<Config, unknown>
