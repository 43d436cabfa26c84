import type { PreviewThing } from "@countersign/core/server"
import type { System } from "../../contract.ts"
import type { KnownThing } from "../groups/membership-store.ts"
import type { DraftReferences, SystemDraft } from "../systems/system-draft.ts"

/** A system as cards show it: what people can change, each list in the shape an input has. */
export function systemCard(system: System) {
  return {
    id: system.id,
    name: system.name,
    description: system.description,
    ownerTeam: system.ownerTeam,
    contacts: system.contacts.map(({ kind, label, value }) => ({ kind, label, value })),
    links: system.links.map(({ label, url }) => ({ label, url })),
    tags: system.tags,
    groups: system.groups,
    environments: system.environments,
    metadata: system.metadata,
    createdAt: system.createdAt,
    version: system.version,
  }
}

/** The card's fields as a draft leaves them. */
export function draftedFields(draft: Partial<SystemDraft>, references: DraftReferences): object {
  const { ownerTeamId, groupIds, environmentIds, ...fields } = draft
  const { ownerTeam, groups, environments } = references
  const after = {
    ...fields,
    ownerTeam: ownerTeam && named(ownerTeam),
    groups: groups?.map(named),
    environments: environments?.map(named),
  }
  return Object.fromEntries(Object.entries(after).filter(([, value]) => value !== undefined))
}

export function systemThing({ id, name, version }: KnownThing): PreviewThing {
  return { type: "catalog.system", id, name, state: { version } }
}

export function groupThing({ id, name, version }: KnownThing): PreviewThing {
  return { type: "catalog.group", id, name, state: { version } }
}

export function environmentThing({ id, name, version }: KnownThing): PreviewThing {
  return { type: "catalog.environment", id, name, state: { version } }
}

/** What a draft of a system names besides the people it lets call. */
export function referredThings({ ownerTeam, groups = [], environments = [] }: DraftReferences): PreviewThing[] {
  const team = ownerTeam
    ? [{ type: "platform.team", id: ownerTeam.id, name: ownerTeam.name, state: { version: ownerTeam.version } }]
    : []
  return [...team, ...groups.map(groupThing), ...environments.map(environmentThing)]
}

function named({ id, name }: KnownThing): { id: string; name: string } {
  return { id, name }
}
