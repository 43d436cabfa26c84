import { line } from "@countersign/core/contract"
import { z } from "zod"
import { ContactInput, Description, KeyValues, LinkInput, Name, Tags } from "../../../contract.ts"

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
  /** The first of them. */
  problems: Problem[]
  /** How many there are beside those. */
  otherProblems: number
  /** How many things were read, good ones and bad ones, and of how many texts and lists they are made. */
  thingCount: number
  valueCount: number
}

/** As many as anybody mends before looking again. */
export const MOST_PROBLEMS = 10
const MOST_THINGS = 5_000
/** A system with all that it may have has 500. */
export const MOST_VALUES_OF_ONE = 1_000
/** Aliases make few characters stand for many values. */
const MOST_VALUES = 100_000

export function emptyFile(): ParsedFile {
  return {
    groups: [],
    environments: [],
    systems: [],
    problems: [],
    otherProblems: 0,
    thingCount: 0,
    valueCount: 0,
  }
}

export function addProblem(file: ParsedFile, line: number, problem: string): void {
  keepProblem(file, () => ({ line, kind: "file", name: "", problems: [problem] }))
}

/** Of one thing; the words are only made if they are kept. */
export function keepProblem(file: ParsedFile, toProblem: () => Problem): void {
  if (file.problems.length < MOST_PROBLEMS) file.problems.push(toProblem())
  else file.otherProblems++
}

/** Words of the file inside a sentence of ours, no more of them than tell which are meant. */
export function quote(words: string): string {
  return `"${cut(words)}"`
}

export function cut(words: string, most = 60): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: one of them takes six characters in an answer.
  const readable = words.slice(0, most).replace(/[\u0000-\u001f\u007f]/g, " ")
  return words.length > most ? `${readable}...` : readable
}

/**
 * Checks one thing of the file; it lands among the drafts or, with the reasons, among the problems. False when the file
 * holds more than is read of one: nothing after it counts.
 */
export function readDraft<Schema extends z.ZodType>(
  file: ParsedFile,
  schema: Schema,
  at: { line: number; kind: Problem["kind"]; value: unknown },
  keep: (draft: z.output<Schema>) => void,
): boolean {
  const { line, kind, value } = at
  const values = countValues(value, MOST_VALUES_OF_ONE + 1)
  if (!hasRoom(file, line, values)) return false
  const { name } = (value ?? {}) as { name?: unknown }
  const refuse = (toSentences: () => string[]) =>
    keepProblem(file, () => ({
      line,
      kind,
      name: typeof name === "string" ? cut(name) : "",
      problems: toSentences(),
    }))
  if (values > MOST_VALUES_OF_ONE) {
    refuse(() => [`It has more than ${MOST_VALUES_OF_ONE} values. Leave out what nobody looks for.`])
    return true
  }
  const parsed = schema.safeParse(value)
  if (parsed.success) keep(parsed.data)
  else refuse(() => firstOf(parsed.error.issues.flatMap(toSentences)))
  return true
}

/** Counts one thing more. What is beyond the limits is the only problem then: those above may come of it. */
export function hasRoom(file: ParsedFile, line: number, values: number): boolean {
  file.thingCount++
  file.valueCount += values
  const beyond =
    file.thingCount > MOST_THINGS
      ? `${MOST_THINGS} rows or entries`
      : file.valueCount > MOST_VALUES
        ? `${MOST_VALUES} values, those that aliases repeat included`
        : null
  if (!beyond) return true
  Object.assign(file, { groups: [], environments: [], systems: [], problems: [], otherProblems: 0 })
  addProblem(file, line, `The file has more than ${beyond}. Split it and import the parts.`)
  return false
}

/** Of texts, lists and what is inside of them; no further than anybody asks. */
function countValues(value: unknown, enough: number): number {
  if (typeof value !== "object" || value === null) return 1
  let count = 1
  for (const part of Array.isArray(value) ? value : Object.values(value)) {
    count += countValues(part, enough - count)
    if (count >= enough) break
  }
  return count
}

const MOST_SENTENCES = 5

function firstOf(sentences: string[]): string[] {
  const others = sentences.length - MOST_SENTENCES
  if (others <= 0) return sentences
  return [...sentences.slice(0, MOST_SENTENCES), `There are ${others} more problems with it.`]
}

function toSentences(issue: z.core.$ZodIssue): string[] {
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => `${quote(key)} is not a field that can be imported.`)
  const [field, position, part] = issue.path
  if (field === undefined) return ["This is not a list of fields and values."]
  if (field === "name" && issue.code === "invalid_type") return ["It has no name."]
  const where =
    typeof position === "number"
      ? `${String(field)} ${position + 1}`
      : [field, position && cut(String(position))].filter(Boolean).join(".")
  return [`${[where, part && cut(String(part))].filter(Boolean).join(", ")}: ${issue.message}`]
}
