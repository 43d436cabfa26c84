import type { Named } from "@countersign/core/contract"
import type { Environment, Group, ImportPlan, ImportRow, System } from "../../../contract.ts"
import type { EnvironmentFields } from "../../environments/environment-store.ts"
import type { SystemFields } from "../../systems/system-store.ts"
import {
  cut,
  type EnvironmentDraft,
  type GroupDraft,
  MOST_PROBLEMS,
  type OnLine,
  type ParsedFile,
  quote,
  type SystemDraft,
} from "./draft.ts"

/** What is there already, by lower-cased name. */
export interface Existing {
  groups: ReadonlyMap<string, Group>
  environments: ReadonlyMap<string, Environment>
  teams: ReadonlyMap<string, Named>
  systems: ReadonlyMap<string, System>
  /** Ids of systems the importer may change. */
  changeable: ReadonlySet<string>
}

/** Everything the import will do, by name: ids of groups and environments may not exist yet. */
export interface ImportSteps {
  rows: ImportRow[]
  /** Problems of the file beside those among the rows. */
  otherProblems: number
  createGroups: { name: string; description: string }[]
  updateGroups: { before: Group; changes: { description: string } }[]
  createEnvironments: EnvironmentFields[]
  updateEnvironments: { before: Environment; changes: Partial<EnvironmentFields> }[]
  createSystems: { fields: SystemFields; groups: string[]; environments: string[] }[]
  updateSystems: { before: System; changes: Partial<SystemFields>; groups?: string[]; environments?: string[] }[]
}

export function planImport(file: ParsedFile, existing: Existing): ImportSteps {
  const steps: ImportSteps = {
    rows: file.problems.map((problem) => ({ ...problem, action: "error", changes: [] })),
    otherProblems: file.otherProblems,
    createGroups: [],
    updateGroups: [],
    createEnvironments: [],
    updateEnvironments: [],
    createSystems: [],
    updateSystems: [],
  }
  const groups = once("group", file.groups, steps.rows)
  const environments = once("environment", file.environments, steps.rows)
  const systems = once("system", file.systems, steps.rows)
  for (const one of groups) planGroup(one, existing, steps)
  for (const one of environments) planEnvironment(one, existing, steps)
  planMentioned(systems, existing, steps)
  for (const one of systems) planSystem(one, existing, steps)
  steps.rows.sort((a, b) => a.line - b.line)
  return steps
}

export function summarize({ rows, otherProblems }: ImportSteps): ImportPlan["summary"] {
  const summary = { create: 0, update: 0, unchanged: 0, error: otherProblems }
  for (const { action } of rows) summary[action]++
  return summary
}

/** As many as a page draws. */
const MOST_ROWS = 200
/** Of a value that becomes different. */
const LONGEST_VALUE = 400

/** What the answer holds: the first problems and the number of the others, or the first of what will be done. */
export function shownRows({ rows }: ImportSteps, { error }: ImportPlan["summary"]): ImportRow[] {
  if (error === 0) {
    const first = DONE_FIRST.flatMap((action) => rows.filter((one) => one.action === action)).slice(0, MOST_ROWS)
    return first.map(shortened).sort((a, b) => a.line - b.line)
  }
  const problems = rows.filter(({ action }) => action === "error").slice(0, MOST_PROBLEMS)
  const others = error - problems.length
  if (others === 0) return problems
  const line = problems.at(-1)?.line ?? 1
  const sentence = others === 1 ? "There is one more problem below." : `There are ${others} more problems below.`
  return [...problems, row(line, "file", "", "error", [], [sentence])]
}

const DONE_FIRST = ["update", "create", "unchanged"] as const

function shortened(one: ImportRow): ImportRow {
  const short = (value: string) => (value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE)}...` : value)
  return {
    ...one,
    changes: one.changes.map(({ field, before, after }) => ({ field, before: short(before), after: short(after) })),
  }
}

export function keyOf(name: string): string {
  return name.toLowerCase()
}

type Change = ImportRow["changes"][number]

/** A name stands for one thing; the second mention of it is the mistake. */
function once<Draft extends { name: string }>(
  kind: ImportRow["kind"],
  all: readonly OnLine<Draft>[],
  rows: ImportRow[],
): OnLine<Draft>[] {
  const lines = new Map<string, number>()
  return all.filter(({ line, draft }) => {
    const first = lines.get(keyOf(draft.name))
    if (first === undefined) {
      lines.set(keyOf(draft.name), line)
      return true
    }
    const problems = [`${quote(draft.name)} is already on line ${first}. Keep one of them.`]
    rows.push({ line, kind, name: cut(draft.name), action: "error", changes: [], problems })
    return false
  })
}

function planGroup({ line, draft }: OnLine<GroupDraft>, existing: Existing, steps: ImportSteps): void {
  const before = existing.groups.get(keyOf(draft.name))
  const { name, description = "" } = draft
  if (!before) {
    steps.createGroups.push({ name, description })
    steps.rows.push(row(line, "group", name, "create"))
    return
  }
  const changes = [changed("description", before.description, draft.description)].filter((one) => one !== null)
  if (changes.length > 0) steps.updateGroups.push({ before, changes: { description } })
  steps.rows.push(row(line, "group", before.name, changes.length > 0 ? "update" : "unchanged", changes))
}

function planEnvironment({ line, draft }: OnLine<EnvironmentDraft>, existing: Existing, steps: ImportSteps): void {
  const before = existing.environments.get(keyOf(draft.name))
  const { name, description, fields } = draft
  if (!before) {
    steps.createEnvironments.push({ name, description: description ?? "", fields: fields ?? {} })
    steps.rows.push(row(line, "environment", name, "create"))
    return
  }
  const changes = [
    changed("description", before.description, description),
    changed("fields", pairs(before.fields), fields && pairs(fields)),
  ].filter((one) => one !== null)
  const after = { description: description ?? before.description, fields: fields ?? before.fields }
  if (changes.length > 0) steps.updateEnvironments.push({ before, changes: after })
  steps.rows.push(row(line, "environment", before.name, changes.length > 0 ? "update" : "unchanged", changes))
}

/** Groups and environments that systems name but nobody described are made along the way. */
function planMentioned(systems: readonly OnLine<SystemDraft>[], existing: Existing, steps: ImportSteps): void {
  const groups = new Set([...existing.groups.keys(), ...steps.createGroups.map(({ name }) => keyOf(name))])
  const environments = new Set([
    ...existing.environments.keys(),
    ...steps.createEnvironments.map(({ name }) => keyOf(name)),
  ])
  for (const { line, draft } of systems) {
    for (const name of draft.groups ?? []) {
      if (groups.has(keyOf(name))) continue
      groups.add(keyOf(name))
      steps.createGroups.push({ name, description: "" })
      steps.rows.push(row(line, "group", name, "create"))
    }
    for (const name of draft.environments ?? []) {
      if (environments.has(keyOf(name))) continue
      environments.add(keyOf(name))
      steps.createEnvironments.push({ name, description: "", fields: {} })
      steps.rows.push(row(line, "environment", name, "create"))
    }
  }
}

function planSystem(one: OnLine<SystemDraft>, existing: Existing, steps: ImportSteps): void {
  const { line, draft } = one
  const team = draft.owner ? existing.teams.get(keyOf(draft.owner)) : undefined
  const before = existing.systems.get(keyOf(draft.name))
  const refuse = (problem: string) => steps.rows.push(row(line, "system", cut(draft.name), "error", [], [problem]))
  if (draft.owner && !team)
    return void refuse(
      `There is no team called ${quote(draft.owner)}. Create it under Settings, Teams, or leave the owner out.`,
    )
  if (before && !existing.changeable.has(before.id))
    return void refuse(`The name ${quote(draft.name)} is taken. Choose a different one.`)
  if (!before) {
    steps.createSystems.push({
      fields: {
        name: draft.name,
        description: draft.description ?? "",
        ownerTeamId: team?.id ?? null,
        contacts: draft.contacts ?? [],
        links: draft.links ?? [],
        tags: draft.tags ?? [],
        metadata: withoutEmpty(draft.metadata ?? {}),
      },
      groups: draft.groups ?? [],
      environments: draft.environments ?? [],
    })
    steps.rows.push(row(line, "system", draft.name, "create"))
    return
  }
  planUpdate(one, before, team, steps)
}

function planUpdate(one: OnLine<SystemDraft>, before: System, team: Named | undefined, steps: ImportSteps): void {
  const { line, draft, keepsOtherMetadata } = one
  const metadata =
    draft.metadata && withoutEmpty(keepsOtherMetadata ? { ...before.metadata, ...draft.metadata } : draft.metadata)
  const changes: Change[] = []
  const fields: Partial<SystemFields> = {}
  function compare<Value>(field: string, was: string, now: string | undefined, keep: () => Value): void {
    const change = changed(field, was, now)
    if (!change) return
    changes.push(change)
    keep()
  }
  compare("description", before.description, draft.description, () => (fields.description = draft.description))
  compare("owner", before.ownerTeam?.name ?? "", draft.owner === undefined ? undefined : (team?.name ?? ""), () => {
    fields.ownerTeamId = team?.id ?? null
  })
  compare(
    "contacts",
    contacts(before.contacts),
    draft.contacts && contacts(draft.contacts),
    () => (fields.contacts = draft.contacts),
  )
  compare("links", links(before.links), draft.links && links(draft.links), () => (fields.links = draft.links))
  compare("tags", sorted(before.tags), draft.tags && sorted(draft.tags), () => (fields.tags = draft.tags))
  compare("metadata", pairs(before.metadata), metadata && pairs(metadata), () => (fields.metadata = metadata))
  const update: ImportSteps["updateSystems"][number] = { before, changes: fields }
  const groups = belonging("groups", before.groups, draft.groups)
  const environments = belonging("environments", before.environments, draft.environments)
  if (groups) {
    changes.push(groups)
    update.groups = draft.groups
  }
  if (environments) {
    changes.push(environments)
    update.environments = draft.environments
  }
  if (changes.length > 0) steps.updateSystems.push(update)
  steps.rows.push(row(line, "system", before.name, changes.length > 0 ? "update" : "unchanged", changes))
}

function belonging(field: string, before: readonly Named[], after: readonly string[] | undefined): Change | null {
  if (!after) return null
  const was = before.map(({ name }) => name)
  const old = new Set(was.map(keyOf))
  const now = new Set(after.map(keyOf))
  const same = old.size === now.size && [...old].every((key) => now.has(key))
  return same ? null : { field, before: sorted(was), after: sorted(after) }
}

function changed(field: string, before: string, after: string | undefined): Change | null {
  return after === undefined || before === after ? null : { field, before, after }
}

function row(
  line: number,
  kind: ImportRow["kind"],
  name: string,
  action: ImportRow["action"],
  changes: Change[] = [],
  problems: string[] = [],
): ImportRow {
  return { line, kind, name, action, changes, problems }
}

function sorted(values: readonly string[]): string {
  return values.toSorted((a, b) => a.localeCompare(b)).join("; ")
}

function pairs(values: Readonly<Record<string, string>>): string {
  return sorted(Object.entries(values).map(([key, value]) => `${key}=${value}`))
}

function contacts(all: readonly { kind: string; label: string; value: string }[]): string {
  return all.map(({ kind, label, value }) => `${label}=${kind}:${value}`).join("; ")
}

function links(all: readonly { label: string; url: string }[]): string {
  return all.map(({ label, url }) => `${label}=${url}`).join("; ")
}

/** An empty cell says that the system has no such value. */
function withoutEmpty(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""))
}
