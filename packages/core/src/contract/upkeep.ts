import { z } from "zod"
import { procedure } from "./procedure.ts"

/** For a plugin with sample data: `sampleProcedures("incidents")` into its contract, the verbs under `sample` of the plugin. */
export function sampleProcedures(things: string) {
  return {
    addSample: procedure({
      summary: `Add sample ${things}. Does nothing if they are there already.`,
      effect: "mutate",
      access: "internal",
      input: z.object({}),
      output: z.object({ added: z.int() }),
    }),
    removeSample: procedure({
      summary: `Delete the sample ${things}.`,
      effect: "destructive",
      access: "internal",
      input: z.object({}),
      output: z.object({ removed: z.int() }),
    }),
    referToSample: referToSampleProcedure(things),
  }
}

/** For `refersToSample` of a plugin: `referToSampleProcedure("subscriptions")`. */
export function referToSampleProcedure(things: string) {
  return procedure({
    summary: `Tell which ${things} that people made are about sample data of other plugins.`,
    effect: "read",
    access: "internal",
    input: z.object({ resource: z.string().max(100), ids: z.array(z.uuid()).max(1_000) }),
    output: z.object({ references: z.array(z.object({ id: z.uuid(), by: z.string() })) }),
  })
}

/** For `consequences` of a plugin: what deleting a thing of another plugin would do to its own. */
export function foreseeProcedure(summary: string) {
  return procedure({
    summary,
    effect: "read",
    access: "internal",
    input: z.object({ id: z.uuid().toLowerCase() }),
    output: z.object({ sentences: z.array(z.string()) }),
  })
}
