import { ConflictError, type Ctx, implement, NotFoundError } from "@countersign/core/server"
import { type SiteCommand, siteContract } from "../../contract.ts"
import { sheetOf } from "../../document/css/stylesheet.ts"
import {
  DEFAULT_PRIORITY,
  type DesignTokens,
  type DocumentRef,
  importPage,
  keyOf,
  pageAt,
  type TokensPatch,
} from "../../document.ts"
import { type Starter, starters, statusPage } from "../../render.ts"
import { appendCommands } from "../append.ts"
import { flatten } from "../parts.ts"
import { lockSite } from "../site-store.ts"
import { factsOf } from "./browse-documents.ts"
import { refsOf } from "./browsing-store.ts"
import { newDocumentId } from "./duplicate-document.ts"

const OFFERED: readonly Starter[] = [statusPage, ...starters]

export const listStarters = implement(siteContract.listStarters, async () => ({
  starters: OFFERED.map(({ id, name, description }) => ({ id, name, description })),
}))

export const beginWithStarter = implement(siteContract.beginWithStarter, async (ctx, { starter: id, name }) => {
  const starter = OFFERED.find((one) => one.id === id)
  if (!starter)
    throw new NotFoundError(`There is no starter "${id}". Choose one of ${OFFERED.map((one) => one.name).join(", ")}.`)
  await lockSite(ctx.tx)
  await demandNoPages(ctx)
  const home: DocumentRef = { type: "page", id: newDocumentId() }
  const [frame, notFound] = [newDocumentId(), newDocumentId()]
  const facts = await factsOf(ctx)
  const made = await appendCommands(ctx, [
    ...(name === undefined ? [] : [{ type: "setting.set" as const, set: { name } }]),
    added({ type: "template", id: frame }, "Frame of every page", starter.frame),
    { type: "template.set", template: frame, facts: { target: { type: "everywhere" }, priority: DEFAULT_PRIORITY } },
    added(home, "Home", starter.home),
    ...(pageAt(facts, "") === null ? [{ type: "page.set" as const, page: home.id, set: { address: "" } }] : []),
    added({ type: "template", id: notFound }, "Page not found", starter.notFound),
    { type: "template.set", template: notFound, facts: { target: { type: "notFound" }, priority: DEFAULT_PRIORITY } },
    ...flatten({ type: "setTokens", set: missingIn(facts.tokens, starter.tokens) }),
    ...flatten({
      type: "sheet.add",
      sheet: sheetOf(starter.css, { id: newDocumentId(), name: `${starter.id}.css` }),
      after: null,
    }),
  ])
  if (!made.ok) throw new ConflictError(made.reason)
  ctx.audit({
    thing: { id: keyOf(home), name: "Home" },
    after: { starter: starter.id, ...(name !== undefined && { name }) },
  })
  return { home }
})

/** A name that the site has given already stays what it is: the starter then looks as the site does. */
function missingIn({ colors, fonts }: DesignTokens, wanted: DesignTokens): TokensPatch {
  const unless = <T>(known: Readonly<Record<string, T>>, all: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(all).filter(([slug]) => !Object.hasOwn(known, slug)))
  return { colors: unless(colors, wanted.colors), fonts: unless(fonts, wanted.fonts) }
}

async function demandNoPages(ctx: Ctx): Promise<void> {
  const [page] = await refsOf(ctx.tx, ["page"])
  if (page)
    throw new ConflictError(
      "The site has pages already. A starter is for a site that has none; make a new page instead.",
    )
}

/** Starters are ours, so what cannot be read is a mistake of ours. */
function added(document: DocumentRef, title: string, html: string): SiteCommand {
  let count = 0
  const page = importPage(html, { nextId: () => `s${(count++).toString(36)}` })
  if (!page.ok) throw new Error(page.reason)
  const { mode, contentNodeId, fragment } = page
  const [command] = flatten({ type: "document.add", document, content: { title, mode, contentNodeId, fragment } })
  return command!
}
