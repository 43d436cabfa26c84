import fc from "fast-check"
import { expect, it } from "vitest"
import { commandFor, type Intent, intents, startSite } from "../document/commands/random-commands.fixture.ts"
import { apply, type Site, type SiteFacts } from "../document.ts"
import { factsBack } from "./restore-facts.ts"

/** Those that are about facts. */
const FACTS = 19

function changed(site: Site, wanted: readonly Intent[]): Site {
  return wanted.reduce((current, intent, at) => {
    const applied = apply(current, commandFor(current, { ...intent, kind: FACTS }, `n${at}`))
    return applied.ok ? applied.site : current
  }, site)
}

/** What is brought back: neither from where pages may load, nor anything of pages and templates of which nothing was known then. */
function broughtBack({ settings, pages, templates, redirects, ...facts }: SiteFacts, then: SiteFacts) {
  const { resourceHosts: _, frameHosts: __, ...rest } = settings
  const known = (entries: object, of: object) => Object.fromEntries(Object.entries(entries).filter(([id]) => id in of))
  return { ...facts, settings: rest, pages: known(pages, then.pages), templates: known(templates, then.templates) }
}

it("makes any facts those of any earlier moment, by commands that the library takes", () => {
  let commandsSeen = 0
  let notesSeen = 0
  fc.assert(
    fc.property(intents(60), intents(60), (before, since) => {
      const then = changed(startSite(), before)
      const now = changed(then, since)
      const { commands, notes } = factsBack(now.facts, then.facts, () => true)
      const applied = apply(now, { type: "group", commands })
      if (!applied.ok) throw new Error(applied.reason)
      commandsSeen += commands.length
      notesSeen += notes.length
      const { facts } = applied.site
      if (notes.length === 0) expect(broughtBack(facts, then.facts)).toEqual(broughtBack(then.facts, then.facts))
      const addresses = new Set(Object.values(facts.pages).map(({ address }) => address))
      for (const [from, to] of Object.entries(then.facts.redirects))
        if (!addresses.has(from)) expect(facts.redirects[from], from).toEqual(to)
    }),
    { seed: 20261118, numRuns: 500 },
  )
  expect(commandsSeen).toBeGreaterThan(1_000)
  expect(notesSeen).toBeGreaterThan(10)
})
