import { implement, uuids } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { catalogContract, type System } from "../../contract.ts"
import { readEnvironments } from "../environments/environment-store.ts"
import { readGroups } from "../groups/group-store.ts"
import { readSystems } from "../systems/system-store.ts"
import { visibleSystems } from "../systems/visible-systems.ts"

/** Groups and environments that none of the visible systems belongs to are left out: they may be others' business. */
export const exportCatalog = implement(catalogContract.exportCatalog, async (ctx) => {
  const systems = await readSystems(ctx.tx, visibleSystems(ctx))
  const groupIds = new Set(systems.flatMap(({ groups }) => groups.map(({ id }) => id)))
  const environmentIds = new Set(systems.flatMap(({ environments }) => environments.map(({ id }) => id)))
  const groups = await readGroups(ctx.tx, sql`g.id = ANY(${uuids([...groupIds])})`)
  const environments = await readEnvironments(ctx.tx, sql`e.id = ANY(${uuids([...environmentIds])})`)
  const { dump } = await import("js-yaml")
  const text = dump(
    {
      groups: groups.map(({ name, description }) => ({ name, description })),
      environments: environments.map(({ name, description, fields }) => ({ name, description, fields })),
      systems: systems.map(toEntry),
    },
    // What the import reads: every value a text, quoted where another reader could take it for a number or a date.
    { lineWidth: -1, noRefs: true },
  )
  return { text, systemCount: systems.length }
})

function toEntry(system: System): object {
  const { name, description, ownerTeam, contacts, links, tags, groups, environments, metadata } = system
  return {
    name,
    description,
    owner: ownerTeam?.name ?? "",
    contacts: contacts.map(({ kind, label, value }) => ({ kind, label, value })),
    links,
    tags,
    groups: groups.map((group) => group.name),
    environments: environments.map((environment) => environment.name),
    metadata,
  }
}
