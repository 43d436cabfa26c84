import { implement } from "@countersign/core/server"
import { incidentContract } from "../contract.ts"
import { incidents, isOpen } from "./incident-store.ts"

/** Says before what `forgetSystem` does after. */
export const foreseeSystemDeletion = implement(incidentContract.foreseeSystemDeletion, async (ctx, { id }) => ({
  sentences: await incidents.foresee(ctx.tx, id, {
    which: isOpen,
    adjective: "open",
    become: ["is resolved", "are resolved"],
  }),
}))
