/** What is known of a site besides its documents and styles. All of it lies together: an address can be judged only beside the others. */
import type { SafetyPolicy } from "../safety/policy.ts"
import { type Breakpoint, DEFAULT_BREAKPOINTS } from "./breakpoints.ts"
import { type DesignTokens, NO_TOKENS } from "./design-tokens.ts"

/** A field that is not there says nothing; the page then takes what the site says. */
export interface PageFacts {
  /** The path without its first slash; empty is the home page. A page without one is in the draft only. */
  readonly address?: string
  readonly description?: string
  /** The id of a picture that others show beside a link to the page. */
  readonly image?: string
  readonly language?: string
  readonly noindex?: true
  /** In place of the title, for search engines and the browser's tab. */
  readonly seoTitle?: string
}
export type PageFactsPatch = { readonly [Name in keyof PageFacts]?: PageFacts[Name] | null }

export type TemplateFor =
  | { readonly type: "everywhere" }
  | { readonly type: "notFound" }
  | { readonly type: "postTypes"; readonly slugs: readonly string[] }
export interface TemplateFacts {
  readonly target: TemplateFor
  /** Of two for the same, the higher one is used. */
  readonly priority: number
}
export const DEFAULT_PRIORITY = 100

export interface SiteSettings {
  readonly name?: string
  readonly language?: string
  readonly description?: string
  /** For pages that have none of their own. */
  readonly image?: string
  /** From where pages may load, and what they may show in a frame. Nothing is loaded from anywhere else. */
  readonly resourceHosts?: readonly string[]
  readonly frameHosts?: readonly string[]
}
export type SettingsPatch = { readonly [Name in keyof SiteSettings]?: SiteSettings[Name] | null }

/** Where an address leads that no page has any more. */
export type RedirectTo = { readonly page: string } | { readonly address: string }

export interface SiteFacts {
  readonly settings: SiteSettings
  /** The base first. */
  readonly breakpoints: readonly Breakpoint[]
  readonly tokens: DesignTokens
  /** By id of the page. */
  readonly pages: Readonly<Record<string, PageFacts>>
  /** By id of the template. */
  readonly templates: Readonly<Record<string, TemplateFacts>>
  /** By the address that was left. */
  readonly redirects: Readonly<Record<string, RedirectTo>>
}

/** A program that visitors' browsers run. Its text is changed by no command that a page of the editor may send. */
export interface Script {
  readonly id: string
  readonly path: string
  readonly content: string
  readonly runtime: ScriptRuntime
}
export interface ScriptRuntime {
  /** Pages and templates, as `type:id`; null is every page. */
  readonly documents: readonly string[] | null
  readonly place: "head" | "bodyEnd"
  readonly module: boolean
}
export const DEFAULT_RUNTIME: ScriptRuntime = { documents: null, place: "bodyEnd", module: true }

export function noFacts(): SiteFacts {
  return {
    settings: {},
    breakpoints: DEFAULT_BREAKPOINTS,
    tokens: NO_TOKENS,
    pages: {},
    templates: {},
    redirects: {},
  }
}

export function policyOf({ settings }: SiteFacts): SafetyPolicy {
  return { resourceHosts: settings.resourceHosts ?? [], frameHosts: settings.frameHosts ?? [] }
}

/** The page at an address; null where none is. */
export function pageAt({ pages }: SiteFacts, address: string): string | null {
  for (const [page, facts] of Object.entries(pages)) if (facts.address === address) return page
  return null
}
