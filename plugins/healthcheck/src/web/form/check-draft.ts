import type { InputOf } from "@countersign/core/contract"
import type { Edited } from "@countersign/core/web"
import type { Option } from "@countersign/ui"
import {
  type Assertion,
  type Check,
  type FieldType,
  type healthcheckContract,
  type Operator,
  type StatusRule,
  USUAL_RULE,
} from "../../contract.ts"
import { type ConfigField, fieldsOf } from "../config-shape.ts"
import { draftOfGroup, type GroupDraft, sentOfGroup } from "./config-draft.ts"

/** A way to check as `strategies` describes it, with its form. */
export interface Way {
  id: string
  title: string
  description: string
  fields: readonly ConfigField[]
  collectors: readonly WayCollector[]
}

export interface WayCollector {
  id: string
  title: string
  fields: readonly { name: string; title: string; type: FieldType; operators: readonly string[] }[]
}

type Described = Omit<Way, "fields"> & { configSchema: Record<string, unknown> }

export function toWay({ configSchema, ...rest }: Described): Way {
  return { ...rest, fields: fieldsOf(configSchema) }
}

/** A check while it is typed. */
export interface CheckDraft {
  name: string
  description: string
  config: GroupDraft
  assertions: readonly AssertionRow[]
  systems: readonly SystemRow[]
  intervalSeconds: string
  timeoutSeconds: string
  retries: string
  rule: StatusRule
  tellMe: boolean
}

/** An assertion with its collector. `part` is the key of a record: the header of `headers.content-type`. */
export interface AssertionRow {
  collector: string
  field: string
  part: string
  path: string
  operator: Operator
  value: string
  severity: Assertion["severity"]
}

export interface SystemRow {
  system: Option | null
  /** All environments of the system, those chosen, or once without one. */
  where: "all" | "chosen" | "once"
  environments: readonly Option[]
  /** In place of the check's own; set elsewhere, and kept. */
  statusRule: StatusRule | null
}

export function newSystemRow(system: Option | null): SystemRow {
  return { system, where: "all", environments: [], statusRule: null }
}

export function blankDraft(way: Way, systems: readonly Option[]): CheckDraft {
  return {
    name: "",
    description: "",
    config: draftOfGroup(way.fields, {}),
    assertions: [],
    systems: systems.length > 0 ? systems.map(newSystemRow) : [newSystemRow(null)],
    intervalSeconds: "60",
    timeoutSeconds: "",
    retries: "0",
    rule: USUAL_RULE,
    tellMe: false,
  }
}

export function storedDraft(way: Way, check: Check): CheckDraft {
  return {
    name: check.name,
    description: check.description,
    config: draftOfGroup(way.fields, check.config),
    assertions: toRows(way, check.collectors),
    systems: check.assignments.map(({ system, environments, statusRule }) => ({
      system: toOption(system),
      where: environments === null ? "all" : environments.length === 0 ? "once" : "chosen",
      environments: (environments ?? []).map(toOption),
      statusRule,
    })),
    intervalSeconds: String(check.intervalSeconds),
    timeoutSeconds: String(check.timeoutSeconds),
    retries: String(check.retries),
    rule: check.statusRule,
    tellMe: false,
  }
}

/** What a model asked for, as far as it fits the fields: a check for one system. */
export function askedDraft(way: Way, { input, nameOf }: Pick<Edited, "input" | "nameOf">): CheckDraft {
  const asked = input as Partial<CreateInput> & { assignToSystemId?: string; environmentIds?: string[] | null }
  const { assignToSystemId, environmentIds = null, timeoutSeconds } = asked
  const blank = blankDraft(way, [])
  const option = (id: string) => ({ id, label: nameOf(id) })
  return {
    ...blank,
    name: asked.name ?? "",
    description: asked.description ?? "",
    config: draftOfGroup(way.fields, asked.config ?? {}),
    assertions: toRows(way, (asked.collectors ?? []) as Check["collectors"]),
    systems: [
      {
        ...newSystemRow(assignToSystemId === undefined ? null : option(assignToSystemId)),
        where: environmentIds === null ? "all" : environmentIds.length === 0 ? "once" : "chosen",
        environments: (environmentIds ?? []).map(option),
      },
    ],
    intervalSeconds: String(asked.intervalSeconds ?? blank.intervalSeconds),
    timeoutSeconds: timeoutSeconds === undefined ? "" : String(timeoutSeconds),
    retries: String(asked.retries ?? 0),
    tellMe: asked.tellMe ?? false,
  }
}

/** A check as it would be, once what was asked for is done. */
export function askedChange<Stored extends Check>(
  check: Stored,
  { input, nameOf }: Pick<Edited, "input" | "nameOf">,
): Stored {
  const { id: _, assignments, ...asked } = input as Partial<UpdateInput>
  const named = (id: string) => ({ id, name: nameOf(id) })
  return {
    ...check,
    ...asked,
    ...(assignments && {
      assignments: assignments.map(({ systemId, environmentIds = null, statusRule = null }) => ({
        ...check.assignments.find(({ system }) => system.id === systemId),
        system: named(systemId),
        environments: environmentIds?.map(named) ?? null,
        statusRule,
      })),
    }),
  } as Stored
}

type UpdateInput = InputOf<typeof healthcheckContract.update>
type CreateInput = InputOf<typeof healthcheckContract.create>

/** What trying, creating and changing have in common. */
export function toProbe(way: Way, draft: CheckDraft) {
  const { config, assertions, intervalSeconds, timeoutSeconds, retries } = draft
  return {
    strategyId: way.id,
    config: sentOfGroup(way.fields, config) as CreateInput["config"],
    collectors: toCollectors(way, assertions),
    intervalSeconds: numberOr(intervalSeconds),
    ...(timeoutSeconds.trim() !== "" && { timeoutSeconds: numberOr(timeoutSeconds) }),
    retries: numberOr(retries),
  }
}

export function toInput(way: Way, draft: CheckDraft): CreateInput {
  return {
    name: draft.name,
    description: draft.description,
    ...toProbe(way, draft),
    statusRule: draft.rule,
    assignments: toAssignments(draft.systems),
    ...(draft.tellMe && { tellMe: true }),
  }
}

/** As the proposal was asked for: its system is a field of its own, and a status rule is none. */
export function toProposal(way: Way, draft: CheckDraft): object {
  const [assignment] = toAssignments(draft.systems)
  return {
    name: draft.name,
    description: draft.description,
    ...toProbe(way, draft),
    assignToSystemId: assignment?.systemId,
    environmentIds: assignment?.environmentIds ?? null,
    tellMe: draft.tellMe,
  }
}

export function toAssignments(rows: readonly SystemRow[]) {
  return rows.flatMap(({ system, where, environments, statusRule }) =>
    system
      ? [
          {
            systemId: system.id,
            environmentIds: where === "all" ? null : where === "once" ? [] : environments.map(({ id }) => id),
            statusRule,
          },
        ]
      : [],
  )
}

/** All that the way can measure, in its order: what runs brought back is then there to look at. */
function toCollectors(way: Way, rows: readonly AssertionRow[]): CreateInput["collectors"] {
  return way.collectors.map(({ id }) => ({
    id,
    assertions: rows.filter(({ collector }) => collector === id).map((row) => toAssertion(way, row)),
  }))
}

function toAssertion(way: Way, row: AssertionRow): Assertion {
  const { field, part, path, operator, value, severity } = row
  const isNumber = fieldOf(way, row)?.type === "number"
  return {
    field: part === "" ? field : `${field}.${part}`,
    ...(path !== "" && { path }),
    operator,
    ...(needsValue(operator) && { value: isNumber ? numberOr(value) : value }),
    severity,
  }
}

export function fieldOf(way: Way, { collector, field }: Pick<AssertionRow, "collector" | "field">) {
  return way.collectors.find(({ id }) => id === collector)?.fields.find(({ name }) => name === field)
}

function toRows(way: Way, collectors: Check["collectors"]): AssertionRow[] {
  return collectors.flatMap(({ id, assertions = [] }) =>
    assertions.map(({ field, path = "", operator, value, severity = "unhealthy" }) => {
      const known = fieldOf(way, { collector: id, field })
      const dot = known ? -1 : field.indexOf(".")
      return {
        collector: id,
        field: dot === -1 ? field : field.slice(0, dot),
        part: dot === -1 ? "" : field.slice(dot + 1),
        path,
        operator,
        value: value === undefined || value === null ? "" : String(value),
        severity,
      }
    }),
  )
}

/** Where a row stands in what is sent: rows are one list here, and there each is under its collector. */
export function pathOfRow(way: Way, rows: readonly AssertionRow[], at: number): string {
  const { collector = "" } = rows[at] ?? {}
  const before = rows.slice(0, at).filter((row) => row.collector === collector).length
  return `collectors.${way.collectors.findIndex(({ id }) => id === collector)}.assertions.${before}`
}

const WITHOUT_VALUE: readonly Operator[] = ["isEmpty", "isNotEmpty", "isTrue", "isFalse", "exists", "notExists"]

export function needsValue(operator: Operator): boolean {
  return !WITHOUT_VALUE.includes(operator)
}

/** What is no number goes as it was written: the server's words tell what it takes. */
function numberOr(text: string): number {
  const number = Number(text)
  return (text.trim() === "" || Number.isNaN(number) ? text : number) as number
}

function toOption({ id, name }: { id: string; name: string }): Option {
  return { id, label: name }
}
