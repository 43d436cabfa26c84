/** Commands that change what is known of a site besides its documents. Each gives its inverse, and asks nothing of a document. */
import { addressProblem, takenBy } from "../facts/address.ts"
import type { DesignTokens, TokensPatch } from "../facts/design-tokens.ts"
import { TOKEN_FAMILIES } from "../facts/design-tokens.ts"
import type { PageFacts, PageFactsPatch, RedirectTo, Script, SiteFacts } from "../facts/facts.ts"
import { mayLeadTo, reachOf } from "../safety/urls.ts"
import { LIMITS } from "../tree/limits.ts"
import type { Site } from "../tree/node.ts"
import type { Applied } from "./apply.ts"
import type { Command, CommandOf } from "./command.ts"
import { checkBreakpoints, checkPageField, checkScript, checkSetting, checkTemplate } from "./fact-checks.ts"
import { refuse } from "./refusal.ts"
import { checkTokens } from "./token-checks.ts"

type Outcome = Omit<Applied, "ok">

export function setPage(site: Site, command: CommandOf<"page.set">): Outcome {
  const { page, set } = command
  const { facts } = site
  checkDocumentId(page)
  const before: PageFacts = owned(facts.pages, page) ?? {}
  for (const name of Object.keys(set) as (keyof PageFactsPatch)[]) checkPageField(name, set[name])
  const after = patched(before, set)
  const notes: string[] = []
  const redirects = { ...facts.redirects }
  if (after.address !== undefined && after.address !== before.address) {
    const other = takenBy(facts, after.address, page)
    if (other !== null) {
      const where = after.address === "" ? "the home page already" : `at "${after.address}" already`
      refuse(`The page ${other} is ${where}. Choose another address, or change that one first.`)
    }
    delete redirects[after.address]
    // Links to a page that was moved still lead to it. The home page moves only when another one takes its place.
    if (before.address && command.redirect !== false) {
      if (Object.keys(redirects).length < LIMITS.redirects) redirects[before.address] = { page }
      else notes.push(`The site has ${LIMITS.redirects} redirects, so "${before.address}" leads nowhere now.`)
    }
  }
  const old = Object.fromEntries(
    Object.keys(set).map((name) => [name, before[name as keyof PageFacts] ?? null]),
  ) as PageFactsPatch
  const inverse: Command = { type: "page.set", page, set: old, redirect: false }
  return outcome(site, {
    facts: { ...facts, pages: withEntry(facts.pages, page, after), redirects },
    inverse: grouped([inverse, ...redirectsBack(facts.redirects, redirects)]),
    notes,
  })
}

/** What a redirect was, where it is another one now. What stands there because a page left goes first. */
function redirectsBack(before: SiteFacts["redirects"], after: SiteFacts["redirects"]): Command[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].flatMap((from): Command[] => {
    const was = owned(before, from) ?? null
    return was === (owned(after, from) ?? null) ? [] : [{ type: "redirect.set", from, to: was }]
  })
}

export function setRedirect(site: Site, command: CommandOf<"redirect.set">): Outcome {
  const { from, to } = command
  const { facts } = site
  const before = owned(facts.redirects, from) ?? null
  const problem = from === "" ? "The home page cannot lead elsewhere. Choose another address." : addressProblem(from)
  if (problem) refuse(problem)
  if (to !== null) {
    const there = takenBy(facts, from, "")
    if (there !== null) refuse(`The page ${there} is at "${from}", so nothing else can answer there.`)
    if (before === null && Object.keys(facts.redirects).length >= LIMITS.redirects)
      refuse(`A site has at most ${LIMITS.redirects} redirects. Remove some that nobody follows.`)
    checkRedirect(facts, from, to)
  }
  return outcome(site, {
    facts: { ...facts, redirects: withEntry(facts.redirects, from, to) },
    inverse: { ...command, to: before },
  })
}

function checkRedirect(facts: SiteFacts, from: string, to: RedirectTo): void {
  if ("page" in to) {
    checkDocumentId(to.page)
    return
  }
  if (to.address.length > LIMITS.link || !mayLeadTo(to.address))
    refuse(
      `"${to.address.slice(0, 60)}" is not an address that a person can be sent to. Use a path or an https address.`,
    )
  const seen = new Set([from])
  for (let at: RedirectTo | undefined = to; at && "address" in at; ) {
    if (reachOf(at.address) !== "own") return
    const path: string = at.address.replace(/^\//, "").replace(/[?#].*$/s, "")
    if (seen.has(path)) refuse(`"${from}" would lead back to itself. Let it lead to a page.`)
    seen.add(path)
    at = owned(facts.redirects, path)
  }
}

export function setTemplate(site: Site, command: CommandOf<"template.set">): Outcome {
  checkDocumentId(command.template)
  if (command.facts !== null) checkTemplate(command.facts)
  const { templates } = site.facts
  return outcome(site, {
    facts: { ...site.facts, templates: withEntry(templates, command.template, command.facts) },
    inverse: { ...command, facts: owned(templates, command.template) ?? null },
  })
}

export function setSetting(site: Site, command: CommandOf<"setting.set">): Outcome {
  const { settings } = site.facts
  for (const name of Object.keys(command.set) as (keyof typeof command.set)[]) checkSetting(name, command.set[name])
  const old = Object.fromEntries(
    Object.keys(command.set).map((name) => [name, settings[name as keyof typeof settings] ?? null]),
  )
  return outcome(site, {
    facts: { ...site.facts, settings: patched(settings, command.set) },
    inverse: { ...command, set: old },
  })
}

export function setBreakpoints(site: Site, command: CommandOf<"breakpoints.set">): Outcome {
  checkBreakpoints(command.breakpoints)
  return outcome(site, {
    facts: { ...site.facts, breakpoints: command.breakpoints },
    inverse: { ...command, breakpoints: site.facts.breakpoints },
  })
}

export function setTokens(site: Site, command: CommandOf<"setTokens">): Outcome {
  const { tokens } = site.facts
  const changed: Record<string, unknown> = {}
  const back: Record<string, unknown> = {}
  for (const family of TOKEN_FAMILIES) {
    const set = command.set[family] ?? {}
    changed[family] = patched<object>(tokens[family], set)
    if (command.set[family])
      back[family] = Object.fromEntries(
        Object.keys(set).map((slug) => [slug, owned<object>(tokens[family], slug) ?? null]),
      )
  }
  const after = changed as unknown as DesignTokens
  checkTokens(command.set, after)
  return outcome(site, {
    facts: { ...site.facts, tokens: after },
    inverse: { type: "setTokens", set: back as TokensPatch },
  })
}

export function setScript(site: Site, { script }: CommandOf<"asset.set">): Outcome {
  checkScript(script)
  const other = site.scripts.find(({ id, path }) => path === script.path && id !== script.id)
  if (other) refuse(`There is a script ${script.path} already (${other.id}). Change that one, or choose another path.`)
  const at = site.scripts.findIndex(({ id }) => id === script.id)
  const before = site.scripts[at]
  if (!before && site.scripts.length >= LIMITS.scripts)
    refuse(`A site has at most ${LIMITS.scripts} scripts. Put this one into another.`)
  const scripts: readonly Script[] = before ? site.scripts.with(at, script) : [...site.scripts, script]
  return {
    site: { ...site, scripts },
    inverse: before ? { type: "asset.set", script: before } : { type: "asset.remove", script: script.id },
    touched: [],
    notes: [],
  }
}

export function removeScript(site: Site, command: CommandOf<"asset.remove">): Outcome {
  const at = site.scripts.findIndex(({ id }) => id === command.script)
  const before = site.scripts[at]
  if (!before)
    refuse(`There is no script ${command.script}. It may have been removed; list the code of the site again.`)
  // Scripts run in their order, so the others go and come back behind it.
  const later = site.scripts.slice(at + 1)
  return {
    site: { ...site, scripts: site.scripts.toSpliced(at, 1) },
    inverse: grouped([
      ...later.map(({ id }): Command => ({ type: "asset.remove", script: id })),
      { type: "asset.set", script: before },
      ...later.map((script): Command => ({ type: "asset.set", script })),
    ]),
    touched: [],
    notes: [],
  }
}

function outcome(
  site: Site,
  { facts, inverse, notes = [] }: { facts: SiteFacts; inverse: Command; notes?: readonly string[] },
): Outcome {
  return { site: { ...site, facts }, inverse, touched: [], notes }
}

/** With what the patch says; null takes a field away. */
function patched<T extends object>(before: T, patch: { readonly [Name in keyof T]?: T[Name] | null } | object): T {
  const kept = Object.entries({ ...before, ...patch }).filter(([, value]) => value !== null)
  return Object.fromEntries(kept) as T
}

function withEntry<T extends object>(
  entries: Readonly<Record<string, T>>,
  key: string,
  value: T | null,
): Readonly<Record<string, T>> {
  const { [key]: _, ...others } = entries
  return value === null || Object.keys(value).length === 0 ? others : { ...others, [key]: value }
}

/** Names that people choose can be those of an object's own methods. */
function owned<T>(entries: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(entries, key) ? entries[key] : undefined
}

function checkDocumentId(id: string): void {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,59}$/.test(id))
    refuse(`"${id.slice(0, 60)}" cannot be the id of a document. Use letters and digits, at most 60.`)
}

function grouped(commands: readonly Command[]): Command {
  return commands.length === 1 ? commands[0]! : { type: "group", commands }
}
