import { InvalidInputError, implement } from "@countersign/core/server"
import { catalogContract } from "../../contract.ts"
import { visibleSystems } from "../systems/visible-systems.ts"
import { listChanges } from "./change-store.ts"

export const changes = implement(catalogContract.changes, async (ctx, input) => {
  const { from, to } = input
  if (from !== undefined && to !== undefined && Date.parse(from) >= Date.parse(to))
    throw new InvalidInputError('"from" must be before "to".', [{ path: "from", message: "Must be before the end." }])
  return listChanges(ctx.tx, input, visibleSystems(ctx))
})
