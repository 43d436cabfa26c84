import { listed, quoteName } from "@countersign/core/contract"
import {
  type Ctx,
  type PreviewThing,
  type QuotedThing,
  quotedAuthor,
  thingNames,
  thingVersions,
} from "@countersign/core/server"
import type { Check, CheckSummary, TargetView } from "../../contract/check.ts"
import { type AssignmentDraft, checks, type FoundCheck } from "../checks/check-store.ts"

/** A check as cards show it: what people can change, under the names of the inputs. */
export function checkCard(found: FoundCheck) {
  const { inherited, systemIds, createdBy, updatedAt, assignments, paused, subject, ...check } = found
  return { ...check, assignments: assignments.map(({ id: _, ...assignment }) => assignment) }
}

/** For `things` of a card that names systems with their environments. */
export async function assignmentCards(ctx: Ctx, drafts: readonly AssignmentDraft[]): Promise<PreviewThing[]> {
  const systems = await checks.parentCards(
    ctx,
    drafts.map(({ systemId }) => systemId),
  )
  const environmentIds = [...new Set(drafts.flatMap((draft) => draft.environmentIds ?? []))]
  const type = "catalog.environment"
  const names = await thingNames(ctx, type, environmentIds)
  const versions = await thingVersions(ctx, type, environmentIds)
  const environments = environmentIds.map((id) => ({
    type,
    id,
    name: names.get(id) ?? "An environment you cannot see",
    state: { version: versions.get(id) ?? 0 },
  }))
  return [...systems, ...environments]
}

/** Where and how often it will run. */
export function courseInWords(intervalSeconds: number, assignments: readonly AssignmentDraft[]): string[] {
  if (assignments.length === 0) return ["It is for no system yet, so it does not run."]
  return [`It runs at once, then ${everyInWords(intervalSeconds)}.`]
}

export function everyInWords(seconds: number): string {
  const [count, unit] =
    seconds % 3600 === 0
      ? [seconds / 3600, "hour"]
      : seconds % 60 === 0
        ? [seconds / 60, "minute"]
        : [seconds, "second"]
  return count === 1 ? `every ${unit}` : `every ${count} ${unit}s`
}

export function namesInWords(found: readonly Pick<FoundCheck, "name">[]): string {
  return listed(found.map(({ name }) => quoteName(name)))
}

/** Whose words the answers of the tools repeat. What a probe brought back is from outside. */
export function quotedInCheck(check: Check): QuotedThing[] {
  return [
    checks.quoted({ id: check.id, name: check.name }),
    ...check.assignments.flatMap(({ system, environments }) => [
      checks.quotedParent(system),
      ...(environments ?? []).map(quotedEnvironment),
    ]),
    ...quotedAuthor(check.createdBy),
    ...(check.paused ? quotedAuthor(check.paused.by) : []),
  ]
}

export function quotedInSummary({ id, name, systems, paused, sentence }: CheckSummary): QuotedThing[] | "outside" {
  if (sentence !== "") return "outside"
  return [checks.quoted({ id, name }), ...systems.map(checks.quotedParent), ...(paused ? quotedAuthor(paused.by) : [])]
}

export function quotedInTarget({ system, environment, sentence }: TargetView): QuotedThing[] | "outside" {
  if (sentence !== "") return "outside"
  return [checks.quotedParent(system), ...(environment ? [quotedEnvironment(environment)] : [])]
}

function quotedEnvironment(environment: { id: string; name: string }): QuotedThing {
  return { type: "catalog.environment", ...environment }
}

/** From outside as soon as one part is. */
export function quotedTogether(parts: readonly (readonly QuotedThing[] | "outside")[]): QuotedThing[] | "outside" {
  const things: QuotedThing[] = []
  for (const part of parts) {
    if (part === "outside") return "outside"
    things.push(...part)
  }
  return things
}
