import { z } from "zod"
import type { Access } from "../access.ts"
import { procedure } from "../procedure.ts"

const Capability = z.object({
  /** `strategy.http`: an entry within the plugin's kinds. */
  kind: z.string(),
  title: z.string(),
  description: z.string(),
})

/**
 * The two reads by which people, scripts and models find out what a plugin's kinds offer. Spread them into its contract.
 * `more` is what its entries have to say besides their configuration: what `capabilities` then answers for each.
 */
export function capabilityProcedures<const More extends z.ZodRawShape = Record<never, never>>(
  access: Access,
  more: More = {} as More,
) {
  return {
    listCapabilities: procedure({
      summary: "List what there is to choose from.",
      effect: "read",
      access,
      input: z.object({}),
      output: z.object({ capabilities: z.array(Capability) }),
    }),
    getCapabilitySchema: procedure({
      summary: "Describe what one of the listed capabilities is configured with.",
      effect: "read",
      access,
      input: z.object({ kind: z.string().min(1).max(100) }),
      output: Capability.extend({ configSchema: z.record(z.string(), z.unknown()) }).extend(more),
    }),
  }
}
