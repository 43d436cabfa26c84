import { procedure } from "@countersign/core/contract"
import { z } from "zod"
import { chatAccess } from "./access.ts"

export const Probe = z.object({
  status: z.int(),
  /** In the server's own words; empty where it has none. */
  statusText: z.string(),
  /** Whether it answered with a redirect, which is reported and never followed. */
  redirected: z.boolean(),
  location: z.string().nullable(),
  contentType: z.string().nullable(),
  /** Those that say something about the answer; none that could carry a secret. */
  headers: z.record(z.string(), z.string()),
  /** The beginning of the body where it is text. */
  bodySample: z.string(),
  bodyTruncated: z.boolean(),
  bytes: z.int(),
  milliseconds: z.int(),
})
export type Probe = z.infer<typeof Probe>

export const probeProcedures = {
  probeUrl: procedure({
    summary: "Look at a public web address once: status, content type, safe headers and the beginning of the body.",
    effect: "read",
    egress: true,
    access: chatAccess.read,
    input: z.object({
      url: z
        .url({ protocol: /^https?$/, error: "Pass an address that begins with http:// or https://." })
        .max(2_000)
        .describe("The whole address, with https:// or http://."),
      method: z.enum(["GET", "HEAD"]).default("GET"),
    }),
    output: Probe,
  }),
}
