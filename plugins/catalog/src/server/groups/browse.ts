import { implement } from "@countersign/core/server"
import { and, sql } from "drizzle-orm"
import { catalogContract, groupAccess } from "../../contract.ts"
import { matches, visibleSystems } from "../systems/visible-systems.ts"
import { browseSystems } from "./browse-store.ts"

export const browse = implement(catalogContract.browse, async (ctx, { perGroup, ...filter }) => {
  const wanted = matches(filter)
  const { principal } = ctx
  const seesGroups =
    principal.kind === "service" || principal.rules.has("*") || principal.rules.has(groupAccess.read.id)
  return browseSystems(ctx.tx, {
    condition: and(visibleSystems(ctx), wanted) ?? sql`true`,
    perGroup,
    // While searching, a group without a match is noise; and who sees systems by a team's grant only learns of theirs.
    emptyGroups: wanted === undefined && seesGroups,
  })
})
