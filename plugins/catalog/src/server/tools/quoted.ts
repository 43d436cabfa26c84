import type { QuotedThing } from "@countersign/core/server"
import type { Change, System, SystemDetail, SystemSummary } from "../../contract.ts"

/** Whose words the answers of the catalog's tools repeat: those of everybody who wrote on what they name. */

interface Named {
  id: string
  name?: string
}

export function quotedSystem({ id, name }: Named): QuotedThing {
  return { type: "catalog.system", id, name }
}

export function quotedGroup({ id, name }: Named): QuotedThing {
  return { type: "catalog.group", id, name }
}

export function quotedEnvironment({ id, name }: Named): QuotedThing {
  return { type: "catalog.environment", id, name }
}

/** A system with everything that is told along with it. */
export function quotedInSystem(system: SystemSummary | System | SystemDetail): QuotedThing[] {
  return [
    quotedSystem(system),
    ...(system.ownerTeam ? [{ type: "platform.team", ...system.ownerTeam }] : []),
    ...system.groups.map(quotedGroup),
    ...system.environments.map(quotedEnvironment),
    ...("contacts" in system ? system.contacts.flatMap(quotedContact) : []),
    ...("reports" in system ? system.reports.flatMap(({ source }) => quotedReport(system, source)) : []),
  ]
}

/** What changed is in the words of whoever recorded it, which is seldom who wrote on the systems. */
export function quotedInChange({
  id,
  systems,
  environment,
}: Pick<Change, "id" | "systems" | "environment">): QuotedThing[] {
  return [
    { type: "catalog.change", id },
    ...systems.map(quotedSystem),
    ...(environment ? [quotedEnvironment(environment)] : []),
  ]
}

/** Where a contact is a person with an account, their name stands in its place. */
function quotedContact({ kind, value, display }: System["contacts"][number]): QuotedThing[] {
  return kind === "person" && display !== value ? [{ type: "platform.person", id: value, name: display }] : []
}

/**
 * What was reported of a status: the words of whoever reported it from outside, or of what a plugin reported it for, as
 * `incident:<id>` or, where its kind is called otherwise than the plugin, `maintenance:window:<id>`. What no person wrote
 * on, such as the answer of a probe, counts as from outside.
 */
export function quotedReport({ id, name }: Named, source: string): QuotedThing[] {
  const [plugin = "", ...of] = source.split(":")
  if (["api", "catalog"].includes(plugin)) return [{ type: "catalog.status", id: `${id}:${source}`, name }]
  const [kind = plugin, about = ""] = of.length > 1 ? of : [plugin, of[0]]
  return [{ type: `${plugin}.${kind}`, id: about }]
}
