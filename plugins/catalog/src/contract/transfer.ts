import { procedure } from "@countersign/core/contract"
import { z } from "zod"
import { environmentAccess, groupAccess, systemAccess } from "./access.ts"

/** The server does nothing else while it reads a file: a tenth of a second for one of this length, whatever is in it. */
export const LONGEST_IMPORT = 400_000
export const TOO_LONG = "The file is larger than 400 kB. Split it and import the parts."

export const IMPORT_FORMATS = ["csv", "yaml"] as const
export type ImportFormat = (typeof IMPORT_FORMATS)[number]

/** One thing the file speaks of, and what importing it does. */
export const ImportRow = z.object({
  /** Where it begins in the file, counted from 1. */
  line: z.int(),
  kind: z.enum(["group", "environment", "system", "file"]),
  name: z.string(),
  action: z.enum(["create", "update", "unchanged", "error"]),
  /** With `update`: what becomes different, as people read it. */
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  /** With `error`: what is wrong and what to do. */
  problems: z.array(z.string()),
})
export type ImportRow = z.infer<typeof ImportRow>

export const ImportPlan = z.object({
  /** False for previews. */
  applied: z.boolean(),
  /** Of all rows of the file. */
  summary: z.object({ create: z.int(), update: z.int(), unchanged: z.int(), error: z.int() }),
  /** The first of them, by line: as long as there are problems, only those. */
  rows: z.array(ImportRow),
})
export type ImportPlan = z.infer<typeof ImportPlan>

export const transferProcedures = {
  importCatalog: procedure({
    summary:
      "Import systems, groups and environments from CSV or YAML: preview answers the plan, apply carries all of it out or, with one bad row, none.",
    effect: "mutate",
    access: [systemAccess.manage, groupAccess.manage, environmentAccess.manage],
    scope: { by: "rule" },
    input: z.object({
      format: z.enum(IMPORT_FORMATS),
      text: z
        .string()
        .max(LONGEST_IMPORT, TOO_LONG)
        .refine((text) => text.trim() !== "", "Choose a file, or paste what it holds."),
      mode: z.enum(["preview", "apply"]),
    }),
    output: ImportPlan,
  }),
  exportCatalog: procedure({
    summary: "Write the systems the caller may see, with their groups and environments, as YAML that can be imported.",
    effect: "read",
    access: systemAccess.read,
    scope: { by: "list" },
    input: z.object({}),
    output: z.object({ text: z.string(), systemCount: z.int() }),
  }),
  addSample: procedure({
    summary: "Add a small sample catalog for a first look. Does nothing if it is there already.",
    effect: "mutate",
    access: [systemAccess.manage, groupAccess.manage, environmentAccess.manage],
    scope: { by: "rule" },
    input: z.object({}),
    output: z.object({ added: z.int() }),
  }),
  previewRemoveSample: procedure({
    summary: "Tell what removing the sample catalog does to what people made themselves.",
    effect: "read",
    access: "internal",
    input: z.object({}),
    output: z.object({ sentences: z.array(z.string()) }),
  }),
  removeSample: procedure({
    summary: "Remove what the sample catalog added, except systems that something of people's own refers to.",
    effect: "destructive",
    access: [systemAccess.manage, groupAccess.manage, environmentAccess.manage],
    scope: { by: "rule" },
    input: z.object({}),
    output: z.object({ removed: z.int() }),
  }),
}
