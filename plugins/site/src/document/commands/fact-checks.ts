/** Whether a fact can be one. Each refusal says what would do. */
import { addressProblem } from "../facts/address.ts"
import type { Breakpoint } from "../facts/breakpoints.ts"
import type { PageFactsPatch, Script, SettingsPatch, TemplateFacts } from "../facts/facts.ts"
import { hostProblem } from "../facts/host.ts"
import { LIMITS } from "../tree/limits.ts"
import { checkText } from "./record.ts"
import { refuse } from "./refusal.ts"

const LANGUAGE = /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,6}$/
/** Of a picture, a breakpoint, a post type. */
const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,59}$/

export function checkPageField(name: keyof PageFactsPatch, value: PageFactsPatch[typeof name]): void {
  if (value === null || value === undefined) return
  if (name === "address") {
    const problem = addressProblem(String(value))
    if (problem) refuse(problem)
  } else if (name === "noindex") {
    if (value !== true) refuse("A page is kept out of search engines or it is not. Set it to true, or take it away.")
  } else if (name === "description") checkWords("A description", String(value), LIMITS.description)
  else if (name === "seoTitle") checkWords("A title", String(value), LIMITS.title)
  else if (name === "language") checkLanguage(String(value))
  else if (name === "image") checkId("a picture", String(value))
  else refuse(`A page has no "${String(name).slice(0, 60)}".`)
}

export function checkSetting(name: keyof SettingsPatch, value: SettingsPatch[typeof name]): void {
  if (value === null || value === undefined) return
  if (name === "name") checkWords("The name of a site", String(value), LIMITS.label)
  else if (name === "description") checkWords("A description", String(value), LIMITS.description)
  else if (name === "language") checkLanguage(String(value))
  else if (name === "image") checkId("a picture", String(value))
  else if ((name === "resourceHosts" || name === "frameHosts") && Array.isArray(value)) checkHosts(value)
  else refuse(`A site has no setting "${String(name).slice(0, 60)}".`)
}

function checkHosts(hosts: readonly string[]): void {
  if (hosts.length === 0 || hosts.length > LIMITS.hosts)
    refuse(`A list of allowed hosts names 1 to ${LIMITS.hosts}. Take the setting away to allow none.`)
  for (const host of hosts) {
    const problem = hostProblem(host)
    if (problem) refuse(problem)
  }
  if (new Set(hosts).size !== hosts.length) refuse("A host is allowed twice. Name it once.")
}

export function checkTemplate({ target, priority }: TemplateFacts): void {
  if (!Number.isInteger(priority) || priority < 0 || priority > 1_000_000)
    refuse("A priority is a whole number from 0 to 1,000,000; 100 is usual.")
  if (target.type !== "postTypes") return
  if (target.slugs.length === 0) refuse("A template for post types names at least one of them.")
  for (const slug of target.slugs) checkId("a post type", slug)
  if (new Set(target.slugs).size !== target.slugs.length) refuse("A post type occurs twice. Name it once.")
}

export function checkBreakpoints(breakpoints: readonly Breakpoint[]): void {
  if (breakpoints.length === 0 || breakpoints.length > LIMITS.breakpoints)
    refuse(`A site has 1 to ${LIMITS.breakpoints} breakpoints, the base first.`)
  for (const { id, name, width } of breakpoints) {
    checkId("a breakpoint", id)
    checkWords("The name of a breakpoint", name, LIMITS.label)
    if (!Number.isInteger(width) || width < 100 || width > 10_000)
      refuse(`The width of "${name}" is a whole number of pixels from 100 to 10,000.`)
  }
  if (new Set(breakpoints.map(({ id }) => id)).size !== breakpoints.length)
    refuse("Two breakpoints have the same id. Give each an id of its own.")
  if (new Set(breakpoints.map(({ width }) => width)).size !== breakpoints.length)
    refuse("Two breakpoints have the same width. Leave one of them out.")
}

const PATH = /^[A-Za-z0-9][A-Za-z0-9._-]*(?:\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/

export function checkScript({ id, path, content, runtime }: Script): void {
  checkId("a script", id)
  if (path.length > LIMITS.address || !PATH.test(path) || !/\.m?js$/.test(path))
    refuse(
      `"${path.slice(0, 60)}" cannot be the path of a script. Use letters, digits and hyphens, and end it with .js.`,
    )
  checkText(content, `The script ${path}`)
  const { documents } = runtime
  if (documents === null) return
  if (documents.length === 0 || documents.length > LIMITS.breakpoints * 100)
    refuse("A script names the pages it runs on, or runs on all of them. Remove it to have it run nowhere.")
  for (const key of documents) {
    const [, type, documentId] = /^(page|template):(.*)$/s.exec(key) ?? []
    if (!type || !ID.test(documentId!)) refuse(`"${key.slice(0, 60)}" is not a page or a template. Write page:home.`)
  }
}

function checkLanguage(language: string): void {
  if (!LANGUAGE.test(language)) refuse(`"${language.slice(0, 60)}" is not a language. Write it as en, de or pt-BR.`)
}

function checkId(what: string, id: string): void {
  if (!ID.test(id)) refuse(`"${id.slice(0, 60)}" cannot be the id of ${what}. Use letters and digits, at most 60.`)
}

function checkWords(what: string, words: string, most: number): void {
  checkText(words, what)
  if (words.trim() === "" || words.length > most)
    refuse(`${what} has 1 to ${most} characters. Choose ${words.trim() === "" ? "one" : "a shorter one"}.`)
}
