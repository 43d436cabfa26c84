import { implement } from "@countersign/core/server"
import { incidentContract } from "../contract.ts"
import { countIncidentsOfSystem } from "./system-store.ts"

/** Says before what `forgetSystem` does after. */
export const foreseeSystemDeletion = implement(incidentContract.foreseeSystemDeletion, async (ctx, { id }) => {
  const { all, resolved } = await countIncidentsOfSystem(ctx.tx, id)
  const sentences: string[] = []
  if (all > 0) sentences.push(`It is taken off ${all === 1 ? "one incident" : `${all} incidents`}.`)
  if (resolved > 0)
    sentences.push(
      resolved === 1
        ? "One open incident names no other system and is resolved."
        : `${resolved} open incidents name no other system and are resolved.`,
    )
  return { sentences }
})
