import { ConflictError, type Ctx, implement, NotFoundError } from "@countersign/core/server"
import { type SiteCommand, siteContract } from "../contract.ts"
import type { Script, SiteFacts } from "../document.ts"
import { appendCommands } from "./append.ts"
import { loadPart } from "./load-part.ts"
import { FACTS, SCRIPTS } from "./parts.ts"
import { lockSite } from "./site-store.ts"

export const changeScript = implement(siteContract.changeScript, async (ctx, { script }) => {
  const before = (await scriptsOf(ctx)).find(({ id }) => id === script.id) ?? null
  const sequence = await append(ctx, { type: "asset.set", script })
  ctx.audit({ thing: { id: script.id, name: script.path }, before, after: script })
  return { sequence }
})

export const removeScript = implement(siteContract.removeScript, async (ctx, { script }) => {
  const before = (await scriptsOf(ctx)).find(({ id }) => id === script)
  if (!before) throw new NotFoundError(`There is no script ${script}. List the code of the site to find the right one.`)
  const sequence = await append(ctx, { type: "asset.remove", script })
  ctx.audit({ thing: { id: script, name: before.path }, before, after: null })
  return { sequence }
})

export const allowHosts = implement(siteContract.allowHosts, async (ctx, hosts) => {
  const before = hostsOf((await loadPart(ctx, FACTS, await lockSite(ctx.tx))).part.facts)
  const set = Object.fromEntries(Object.entries(hosts).map(([name, list]) => [name, list.length > 0 ? list : null]))
  const sequence = await append(ctx, { type: "setting.set", set })
  ctx.audit({ thing: { id: "hosts", name: "Allowed hosts" }, before, after: hosts })
  return { sequence }
})

function hostsOf({ settings }: SiteFacts) {
  return { resourceHosts: settings.resourceHosts ?? [], frameHosts: settings.frameHosts ?? [] }
}

async function scriptsOf(ctx: Ctx): Promise<readonly Script[]> {
  return (await loadPart(ctx, SCRIPTS, await lockSite(ctx.tx))).part.scripts
}

async function append(ctx: Ctx, command: SiteCommand): Promise<number> {
  const done = await appendCommands(ctx, [command])
  if (!done.ok) throw new ConflictError(done.reason)
  return done.sequence
}
