import { randomUUID } from "node:crypto"
import type { Named } from "@countersign/core/contract"
import { implement } from "@countersign/core/server"
import { catalogContract, changeAccess, changeRecorded } from "../../contract.ts"
import { ownSource } from "../status/take-reports.ts"
import { insertChange } from "./change-store.ts"
import { checkChange } from "./check-change.ts"

export const recordChange = implement(catalogContract.recordChange, async (ctx, input) => {
  const { systems, environment, at } = await checkChange(ctx, input)
  const { what, release = null, link = null } = input
  const id = randomUUID()
  await insertChange(ctx.tx, {
    id,
    what,
    release,
    link,
    environmentId: environment?.id ?? null,
    source: ownSource(ctx, undefined),
    at,
    systemIds: systems.map((system) => system.id),
  })
  const where = environment && toNamed(environment)
  const after = { what, release, link, environment: where, at: at.toISOString() }
  for (const [index, { id: systemId, name }] of systems.entries()) {
    ctx.audit({
      thing: { type: "catalog.system", id: systemId, name },
      after,
      // The words stand on the change alone: a pipeline's do not become part of the system.
      wroteOn: index === 0 ? [{ type: changeAccess.record.resource, id }] : [],
    })
    await ctx.emit(changeRecorded, { changeId: id, systemId, systemName: name, ...after })
  }
  return { id, at: after.at, environment: where, systems: systems.map(toNamed) }
})

function toNamed({ id, name }: Named): Named {
  return { id, name }
}
