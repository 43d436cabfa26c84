import { procedure } from "@countersign/core/contract"
import { z } from "zod"
import { documentAccess, mediaAccess } from "./access.ts"

/** An archive brings files into the library, and taking it back deletes them. */
const BOTH = [documentAccess.manage, mediaAccess.manage]

/** What happens where the site has a page, or a style, that is in the archive too. */
const Conflicts = z.enum(["ours", "theirs", "rename"])
export type Conflicts = z.infer<typeof Conflicts>

const Dropped = z.object({ path: z.string(), reason: z.string() })
export const ImportPlan = z.object({
  pages: z.array(
    z.object({
      path: z.string(),
      title: z.string(),
      address: z.string(),
      nodes: z.int(),
      conflict: z.string().nullable(),
    }),
  ),
  sheets: z.array(z.object({ name: z.string(), bytes: z.int() })),
  media: z.array(z.object({ path: z.string(), kind: z.string(), bytes: z.int() })),
  /** Each with why it stays out. */
  dropped: z.array(Dropped),
  /** What was changed or left out of what comes in. */
  notes: z.array(z.string()),
  bytes: z.int(),
})
export type ImportPlan = z.infer<typeof ImportPlan>

export const importProcedures = {
  planImport: procedure({
    summary: "Tell what would become of an archive of pages, styles and files, without changing anything.",
    effect: "read",
    access: BOTH,
    input: z.object({ conflicts: Conflicts.default("ours") }),
    output: z.object({ plan: ImportPlan, digest: z.string() }),
  }),
  importSite: procedure({
    summary: "Bring the pages, styles and files of an archive into the draft of the site, as it was planned.",
    effect: "mutate",
    access: BOTH,
    input: z.object({ conflicts: Conflicts.default("ours"), digest: z.string().max(100) }),
    output: z.object({ import: z.int(), plan: ImportPlan, dropped: z.array(Dropped) }),
  }),
  undoImport: procedure({
    summary: "Take back what an import brought, but for what somebody has changed or used since.",
    effect: "mutate",
    access: BOTH,
    input: z.object({ import: z.int().min(1).max(2_147_483_647) }),
    output: z.object({ removed: z.int(), kept: z.array(z.string()) }),
  }),
}
