import { z } from "zod"
import type { Strategy } from "../../contract/strategy.ts"
import { filled, hostText, milliseconds, portField, words } from "../configuration/fields.ts"
import type { ProbeLimits } from "../limits.ts"

export const RECORD_TYPES = [
  "A",
  "AAAA",
  "CAA",
  "CNAME",
  "DNSKEY",
  "DS",
  "MX",
  "NS",
  "PTR",
  "SOA",
  "SRV",
  "TXT",
] as const

const config = z.strictObject({
  name: filled(hostText, { ...words("Name", "What to ask for, such as example.com."), takes: ["templates"] }),
  type: z.enum(RECORD_TYPES).default("A").meta(words("Record type")),
  server: filled(hostText, {
    ...words("Server", "Whom to ask. Left out: the resolver of this machine."),
    takes: ["templates"],
  }).optional(),
  port: portField(53),
})
type Config = z.infer<typeof config>

export const dns = {
  id: "dns",
  title: "DNS",
  description: "Asks a name server for records and looks at the answer, its code and whether it was validated.",
  config,
  version: 1,
  migrations: {},
  collectors: [
    {
      id: "answer",
      title: "Answer",
      description: "What the name server said.",
      result: z.object({
        code: z.string().meta(words("Code", "NOERROR, NXDOMAIN, SERVFAIL and the like.")),
        records: z.array(z.string()).meta(words("Records", "As text, such as 192.0.2.1.")),
        ttl: z.number().nullable().meta(words("Time to live", "The shortest of the records, in seconds.")),
        authenticated: z.boolean().meta(words("Validated", "The server says that it validated the answer (DNSSEC).")),
        durationMs: milliseconds("Duration"),
      }),
    },
  ],
  async probe(_target, asked: Config, limits: ProbeLimits) {
    const { askNameServer } = await import("../clients/dns-client.ts")
    return { values: { answer: { ...(await askNameServer(asked, limits)) } } }
  },
} satisfies Strategy<Config, unknown>
