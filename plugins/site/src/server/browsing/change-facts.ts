import { ConflictError, type Ctx, implement, NotFoundError } from "@countersign/core/server"
import { type SiteCommand, siteContract } from "../../contract.ts"
import { DEFAULT_PRIORITY, keyOf } from "../../document.ts"
import { appendCommands } from "../append.ts"
import { lastChangeOf } from "../part-store.ts"
import { whyGone } from "../read-documents.ts"
import { lockSite } from "../site-store.ts"
import { factsOf } from "./browse-documents.ts"
import { demandAddress } from "./demand-address.ts"

export const changePage = implement(siteContract.changePage, async (ctx, { page, title, noindex, ...facts }) => {
  const document = { type: "page", id: page } as const
  await lockSite(ctx.tx)
  const known = await titleOf(ctx, document)
  const now = await factsOf(ctx)
  if (typeof facts.address === "string") await demandAddress(ctx, now, { page, address: facts.address })
  const before = now.pages[page] ?? {}
  const set = withoutEmpty({
    ...facts,
    ...(noindex === undefined ? {} : { noindex: noindex ? (true as const) : null }),
  })
  const commands: SiteCommand[] = [
    ...(title === undefined || title === known ? [] : [{ type: "document.set" as const, document, title }]),
    ...(Object.keys(set).length === 0 ? [] : [{ type: "page.set" as const, page, set }]),
  ]
  const sequence = await append(ctx, commands)
  ctx.audit({
    thing: { id: keyOf(document), name: title ?? known },
    before: { title: known, ...before },
    after: { title: title ?? known, ...before, ...set },
  })
  return { sequence }
})

export const changeTemplate = implement(siteContract.changeTemplate, async (ctx, { template, target }) => {
  const document = { type: "template", id: template } as const
  await lockSite(ctx.tx)
  const name = await titleOf(ctx, document)
  const before = (await factsOf(ctx)).templates[template] ?? null
  const facts =
    target === "nothing" ? null : { target: { type: target }, priority: before?.priority ?? DEFAULT_PRIORITY }
  const sequence = await append(ctx, [{ type: "template.set", template, facts }])
  ctx.audit({
    thing: { id: keyOf(document), name },
    before: { target: before?.target.type ?? "nothing" },
    after: { target },
  })
  return { sequence }
})

export const changeSettings = implement(siteContract.changeSettings, async (ctx, input) => {
  await lockSite(ctx.tx)
  const { settings } = await factsOf(ctx)
  const set = withoutEmpty(input)
  const sequence = await append(ctx, Object.keys(set).length === 0 ? [] : [{ type: "setting.set", set }])
  const { name = null, language = null, description = null } = settings
  const before = { name, language, description }
  ctx.audit({ thing: { id: "settings", name: "Settings of the site" }, before, after: { ...before, ...set } })
  return { sequence }
})

async function titleOf(ctx: Ctx, document: Parameters<typeof keyOf>[0]): Promise<string> {
  const known = await lastChangeOf(ctx.tx, keyOf(document))
  if (!known?.present) throw new NotFoundError(await whyGone(ctx, document))
  return known.title ?? document.id
}

/** Nothing to change is no mistake: the draft stays as it is. */
async function append(ctx: Ctx, commands: readonly SiteCommand[]): Promise<number> {
  if (commands.length === 0) return lockSite(ctx.tx)
  const done = await appendCommands(ctx, commands)
  if (!done.ok) throw new ConflictError(done.reason)
  return done.sequence
}

/** A text of nothing says nothing, but for the address of the home page. */
function withoutEmpty<T extends object>(input: T): T {
  const set = Object.entries(input).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value === "" && name !== "address" ? null : value]],
  )
  return Object.fromEntries(set) as T
}
