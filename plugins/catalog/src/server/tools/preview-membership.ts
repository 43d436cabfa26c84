import { listed, quoteName } from "@countersign/core/contract"
import { type Ctx, type Preview, ToolValidationError } from "@countersign/core/server"
import type { Group, System } from "../../contract.ts"
import { readMembersToBe } from "../groups/group-members.ts"
import { groupThing, systemThing } from "./system-card.ts"

/** The card of systems that join or leave a group: what changes is the groups that each of them is in. */
export async function previewMembership(
  ctx: Ctx,
  input: { groupId: string; systemIds: readonly string[] },
  joins: boolean,
): Promise<Preview> {
  const { group, systems } = await readMembersToBe(ctx, input)
  const moving = systems.filter((system) => isIn(system, group) !== joins)
  if (moving.length === 0)
    throw new ToolValidationError([
      {
        path: "systemIds",
        message: joins
          ? `All of them are in ${quoteName(group.name)} already.`
          : `None of them is in ${quoteName(group.name)}.`,
      },
    ])
  const { id, name } = group
  const target = { id, name, systems: systems.map(named), groups: systems.map((system) => groupsOf(system)) }
  const names = listed(moving.map((system) => quoteName(system.name)))
  return {
    summary: joins
      ? `Add ${names} to the group ${quoteName(name)}`
      : `Take ${names} out of the group ${quoteName(name)}`,
    target,
    after: { ...target, groups: systems.map((system) => groupsOf(system, { group, joins })) },
    things: [groupThing(group), ...systems.map(systemThing)],
  }
}

function groupsOf(system: System, change?: { group: Group; joins: boolean }): string {
  const stays = system.groups.filter(({ id }) => id !== change?.group.id)
  const groups = !change ? system.groups : change.joins ? [...stays, change.group] : stays
  const names = groups.map(({ name }) => name).sort((a, b) => a.localeCompare(b))
  return `${quoteName(system.name)}: ${names.map(quoteName).join(", ") || "none"}`
}

function isIn(system: System, group: Group): boolean {
  return system.groups.some(({ id }) => id === group.id)
}

function named({ id, name }: System): { id: string; name: string } {
  return { id, name }
}
