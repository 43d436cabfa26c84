import { implement } from "@countersign/core/server"
import { incidentContract } from "../contract.ts"
import { renameAuthor } from "./author-store.ts"

/** What they wrote stays: it is the incident's record, and may name others too. */
export const erasePerson = implement(incidentContract.erasePerson, async (ctx, { personId, name }) => {
  const renamed = await renameAuthor(ctx.tx, personId, name)
  if (renamed === 0) return { renamed }
  ctx.signal("incident.incident")
  ctx.audit({
    thing: { type: "platform.person", id: personId, name },
    note: `${renamed} ${renamed === 1 ? "entry" : "entries"} of incidents renamed.`,
  })
  return { renamed }
})
