import { line } from "@countersign/core/contract"
import { z } from "zod"
import { ContactInput, Description, KeyValues, LinkInput, Name, Tags } from "../../contract.ts"

/** What a file says of one thing. What it leaves out stays as it is. */
export const SystemDraft = z.strictObject({
  name: Name,
  description: Description.optional(),
  /** A team by name; empty: nobody. */
  owner: z.union([z.literal(""), line("An owner", 120)]).optional(),
  contacts: z.array(ContactInput).max(20, "A system has at most 20 contacts.").optional(),
  links: z.array(LinkInput).max(30, "A system has at most 30 links.").optional(),
  tags: Tags.optional(),
  groups: z.array(Name).max(50, "A system is in at most 50 groups.").optional(),
  environments: z.array(Name).max(50, "A system has at most 50 environments.").optional(),
  metadata: KeyValues.optional(),
})
export type SystemDraft = z.infer<typeof SystemDraft>

export const GroupDraft = z.strictObject({ name: Name, description: Description.optional() })
export type GroupDraft = z.infer<typeof GroupDraft>

export const EnvironmentDraft = z.strictObject({
  name: Name,
  description: Description.optional(),
  fields: KeyValues.optional(),
})
export type EnvironmentDraft = z.infer<typeof EnvironmentDraft>

export interface OnLine<Draft> {
  line: number
  draft: Draft
  /** CSV has a column per key of metadata: keys without a column stay. */
  keepsOtherMetadata?: boolean
}

export interface Problem {
  line: number
  kind: "group" | "environment" | "system" | "file"
  name: string
  problems: string[]
}

export interface ParsedFile {
  groups: OnLine<GroupDraft>[]
  environments: OnLine<EnvironmentDraft>[]
  systems: OnLine<SystemDraft>[]
  problems: Problem[]
}

export function emptyFile(): ParsedFile {
  return { groups: [], environments: [], systems: [], problems: [] }
}

export function fileProblem(line: number, problem: string): Problem {
  return { line, kind: "file", name: "", problems: [problem] }
}

/** Checks one thing of the file; it lands among the drafts or, with every reason, among the problems. */
export function readDraft<Schema extends z.ZodType>(
  file: ParsedFile,
  schema: Schema,
  at: { line: number; kind: Problem["kind"]; value: unknown },
  keep: (draft: z.output<Schema>) => void,
): void {
  const parsed = schema.safeParse(at.value)
  if (parsed.success) {
    keep(parsed.data)
    return
  }
  const { name } = (at.value ?? {}) as { name?: unknown }
  const problems = parsed.error.issues.flatMap(toSentences)
  file.problems.push({ line: at.line, kind: at.kind, name: typeof name === "string" ? name : "", problems })
}

function toSentences(issue: z.core.$ZodIssue): string[] {
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => `"${key}" is not a field that can be imported.`)
  const [field, position, part] = issue.path
  if (field === undefined) return ["This is not a list of fields and values."]
  if (field === "name" && issue.code === "invalid_type") return ["It has no name."]
  const where =
    typeof position === "number" ? `${String(field)} ${position + 1}` : [field, position].filter(Boolean).join(".")
  return [`${[where, part].filter(Boolean).join(", ")}: ${issue.message}`]
}
