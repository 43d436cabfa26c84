import { procedure } from "@countersign/core/contract"
import { z } from "zod"
import { documentAccess, mediaAccess } from "./access.ts"

export const exportProcedures = {
  exportSite: procedure({
    summary: "List the files of an archive of the site, or read a piece of one of them.",
    effect: "read",
    // An archive holds files of the library beside the documents.
    access: [documentAccess.read, mediaAccess.read],
    input: z.object({
      /** The published pages as any host serves them, or the draft as this product takes it in again. */
      what: z.enum(["pages", "draft"]),
      hash: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .optional(),
      from: z
        .int()
        .min(0)
        .max(2 ** 40)
        .default(0),
    }),
    output: z.object({
      files: z.array(z.object({ path: z.string(), hash: z.string().nullable(), text: z.string().nullable() })),
      /** One character for each byte; empty behind the last. */
      piece: z.string(),
    }),
  }),
}
