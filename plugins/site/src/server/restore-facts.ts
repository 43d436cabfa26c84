import { isDeepStrictEqual } from "node:util"
import { type Command, type SiteFacts, TOKEN_FAMILIES } from "../document.ts"

/**
 * What makes the facts of a site what they were: settings, breakpoints, tokens, addresses, templates, redirects. Documents that are
 * gone stay gone, those that came since keep what they have, and from where pages may load is not brought back: somebody signed that.
 */
export function factsBack(
  now: SiteFacts,
  then: SiteFacts,
  isThere: (key: string) => boolean,
): { commands: readonly Command[]; notes: readonly string[] } {
  const pages = pagesBack(now, then, isThere)
  const commands = [
    ...settingsBack(now, then),
    ...(isDeepStrictEqual(now.breakpoints, then.breakpoints)
      ? []
      : [{ type: "breakpoints.set" as const, breakpoints: then.breakpoints }]),
    ...tokensBack(now, then),
    ...pages.commands,
    ...templatesBack(now, then, isThere),
    ...redirectsBack(now, then, { isThere, taken: pages.taken }),
  ]
  return { commands, notes: pages.notes }
}

type Fields = Readonly<Record<string, unknown>>

/** What differs, as it was; null where it was not there. */
function differing(now: object, then: object): Record<string, unknown> {
  const [is, was] = [now as Fields, then as Fields]
  const names = new Set([...Object.keys(is), ...Object.keys(was)])
  return Object.fromEntries(
    [...names].flatMap((name) => (isDeepStrictEqual(is[name], was[name]) ? [] : [[name, was[name] ?? null]])),
  )
}

function settingsBack(now: SiteFacts, then: SiteFacts): Command[] {
  const { resourceHosts: _, frameHosts: __, ...set } = differing(now.settings, then.settings)
  return Object.keys(set).length > 0 ? [{ type: "setting.set", set }] : []
}

function tokensBack(now: SiteFacts, then: SiteFacts): Command[] {
  const set = Object.fromEntries(
    TOKEN_FAMILIES.flatMap((family) => {
      const changed = differing(now.tokens[family], then.tokens[family])
      return Object.keys(changed).length > 0 ? [[family, changed]] : []
    }),
  )
  return Object.keys(set).length > 0 ? [{ type: "setTokens", set }] : []
}

/** Addresses are left before they are taken: two pages may have changed theirs. */
function pagesBack(now: SiteFacts, then: SiteFacts, isThere: (key: string) => boolean) {
  const notes: string[] = []
  const changes = Object.entries(then.pages).flatMap(([page, facts]) => {
    const set = differing(now.pages[page] ?? {}, facts)
    return isThere(`page:${page}`) && Object.keys(set).length > 0 ? [{ page, set }] : []
  })
  const kept = new Map(
    Object.entries(now.pages).flatMap(([page, { address }]) =>
      Object.hasOwn(then.pages, page) || address === undefined ? [] : [[address, page] as const],
    ),
  )
  // Whoever does not get its address back stays where it is, and may be in the way of the next.
  for (let at = 0; at < changes.length; at += 1) {
    const { page, set } = changes[at]!
    const other = typeof set.address === "string" ? kept.get(set.address) : undefined
    if (other === undefined) continue
    notes.push(`The page ${page} does not get "${String(set.address)}" back: the page ${other} is there now.`)
    delete set.address
    const { address } = now.pages[page] ?? {}
    if (address === undefined) continue
    kept.set(address, page)
    at = -1
  }
  const given = changes.flatMap(({ set }) => (typeof set.address === "string" ? [set.address] : []))
  const staying = Object.entries(now.pages).flatMap(([page, { address }]) =>
    address === undefined || changes.some((one) => one.page === page && "address" in one.set) ? [] : [address],
  )
  const leaving = changes.filter(({ page, set }) => "address" in set && now.pages[page]?.address !== undefined)
  return {
    notes,
    /** Where pages are afterwards. */
    taken: new Set([...given, ...staying]),
    commands: [
      ...leaving.map(({ page }): Command => ({ type: "page.set", page, set: { address: null }, redirect: false })),
      ...changes.flatMap(({ page, set }): Command[] =>
        Object.keys(set).length > 0 ? [{ type: "page.set", page, set, redirect: false }] : [],
      ),
    ],
  }
}

function templatesBack(now: SiteFacts, then: SiteFacts, isThere: (key: string) => boolean): Command[] {
  return Object.entries(then.templates).flatMap(([template, facts]): Command[] =>
    isThere(`template:${template}`) && !isDeepStrictEqual(now.templates[template], facts)
      ? [{ type: "template.set", template, facts }]
      : [],
  )
}

/** An address that a page has leads nowhere else, and none leads to a page that is gone. */
function redirectsBack(
  now: SiteFacts,
  then: SiteFacts,
  { isThere, taken }: { isThere: (key: string) => boolean; taken: ReadonlySet<string> },
): Command[] {
  return Object.entries(differing(now.redirects, then.redirects)).flatMap(([from, was]): Command[] => {
    const to = was as SiteFacts["redirects"][string] | null
    const leads = to === null || !("page" in to) || isThere(`page:${to.page}`)
    if (to !== null && (taken.has(from) || !leads)) return []
    return [{ type: "redirect.set", from, to }]
  })
}
