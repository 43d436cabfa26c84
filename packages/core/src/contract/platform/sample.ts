import { z } from "zod"
import { Instant } from "../paging.ts"
import { defineContract, procedure } from "../procedure.ts"
import { sampleAccess } from "./access.ts"

export { sampleAccess } from "./access.ts"

export const SampleStatus = z.object({
  /** Whether any plugin has sample data to offer. */
  offered: z.boolean(),
  present: z.boolean(),
  plugins: z.array(z.object({ id: z.string(), addedAt: Instant.nullable() })),
})
export type SampleStatus = z.infer<typeof SampleStatus>

export const sampleContract = defineContract("platform", {
  sampleStatus: procedure({
    summary: "Tell whether sample data is there.",
    effect: "read",
    access: sampleAccess.manage,
    input: z.object({}),
    output: SampleStatus,
  }),
  addSample: procedure({
    summary: "Add every plugin's sample data; what is already there stays as it is.",
    effect: "mutate",
    access: sampleAccess.manage,
    input: z.object({}),
    output: SampleStatus,
  }),
  previewRemoveSample: procedure({
    summary: "Tell what removing the sample data does to what people made themselves.",
    effect: "read",
    access: sampleAccess.manage,
    input: z.object({}),
    output: z.object({ sentences: z.array(z.string()) }),
  }),
  removeSample: procedure({
    summary: "Remove the sample data again, except what something that people made refers to.",
    effect: "destructive",
    access: sampleAccess.manage,
    input: z.object({}),
    output: SampleStatus,
  }),
})
