import { catalogContract, type Status } from "@countersign/catalog/contract"
import { quoteName } from "@countersign/core/contract"
import { type Ctx, defineTool, implement } from "@countersign/core/server"
import { siteContract } from "../../contract.ts"
import { refreshSources } from "../publish/refresh.ts"
import { lockPublicNames, type PublicName, publicNameOf, setPublicNameOf, setPublicRow } from "./public-store.ts"
import { statusFields } from "./status-words.ts"

export const setPublicName = implement(siteContract.setPublicName, async (ctx, { systemId, name, heading }) => {
  await lockPublicNames(ctx, [systemId])
  // Whoever may not see it cannot show it to everybody.
  const system = await ctx.call(catalogContract.getSystem, { systemId })
  const before = await publicNameOf(ctx.tx, systemId)
  const after = name === null ? null : { name, heading }
  await setPublicNameOf(ctx.tx, systemId, after)
  await setPublicRow(ctx.tx, { source: "systems", id: systemId }, after && rowOf(systemId, after, system))
  await refreshSources(ctx, ["systems", "incidents", "maintenance"])
  ctx.audit({ thing: { type: "catalog.system", id: systemId, name: system.name }, before, after })
  return { systemId, name, heading: after?.heading ?? null }
})

export const getPublicName = implement(siteContract.getPublicName, async (ctx, { systemId }) => {
  await ctx.call(catalogContract.getSystem, { systemId })
  return (await publicNameOf(ctx.tx, systemId)) ?? { name: null, heading: null }
})

export const setPublicNameTool = defineTool({
  name: "setPublicName",
  verb: setPublicName,
  describe: ({ systemId }, say) => `Choose the public name of ${say.name(systemId) ?? "a system"}`,
  description:
    "Show a system to everybody on the public site under a name, or take it off the site with null. Pass the id of a system " +
    "from the catalog and a name that customers understand, never an internal one. A heading puts several under one title.",
  quotes: ({ input }) => [{ type: "catalog.system", id: input.systemId }],
  async preview(ctx, { systemId, name, heading }) {
    const system = await ctx.call(catalogContract.getSystem, { systemId })
    const before = await publicNameOf(ctx.tx, systemId)
    return {
      summary: summaryOf(system.name, name),
      target: { id: systemId, ...nameFields(before) },
      after: name === null ? nameFields(null) : { id: systemId, name, heading },
      things: [{ type: "catalog.system", id: systemId, name: system.name, state: { version: system.version } }],
      consequences: [await sentenceFor(ctx, systemId, name)],
    }
  },
})

function summaryOf(system: string, name: string | null): string {
  return name === null
    ? `Take ${quoteName(system)} off the public site`
    : `Show ${quoteName(system)} on the public site as ${quoteName(name)}`
}

async function sentenceFor(ctx: Ctx, systemId: string, name: string | null): Promise<string> {
  if (name !== null) return `Everybody will see this system on the public site as ${quoteName(name)}, with its status.`
  const before = await publicNameOf(ctx.tx, systemId)
  return before
    ? "Nobody will see this system, its incidents and its maintenance on the public site any more."
    : "It is not on the public site now."
}

function nameFields(shown: PublicName | null) {
  return { name: shown?.name ?? null, heading: shown?.heading ?? null }
}

export function rowOf(
  systemId: string,
  { name, heading }: PublicName,
  { status, statusSince }: { status: Status | null; statusSince: string | null },
) {
  return { fields: { name, heading, ...statusFields(status), since: statusSince }, systemIds: [systemId] }
}
