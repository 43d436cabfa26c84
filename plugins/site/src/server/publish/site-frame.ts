/** What all pages of a version have in common: styles, scripts, templates, components, facts. */
import { createHash } from "node:crypto"
import { textOf } from "../../document/css/stylesheet.ts"
import { escapeAttribute } from "../../document/html/escape.ts"
import { cleanCss, policyOf, type SafetyPolicy, type SiteDocument, tokenSheet } from "../../document.ts"
import type { Template, TemplateTarget, Values } from "../../render.ts"
import { hashOf, type NewFile } from "../files/file-store.ts"
import { addressOfAsset } from "./addresses.ts"
import type { MediaAddresses } from "./media-addresses.ts"
import type { SiteVersion } from "./site-version.ts"

export interface SiteFrame {
  readonly site: Values
  readonly policy: SafetyPolicy
  readonly templates: readonly Template[]
  readonly components: ReadonlyMap<string, SiteDocument>
  /** Styles and scripts, which pages name by their hash. */
  readonly assets: readonly NewFile[]
  /** Of every page. */
  readonly styles: string
  /** Of a page made of these documents. */
  scriptsOf(keys: readonly string[]): string
  /** All of the above that a page shows without saying so in what it reads. */
  readonly madeOf: string
}

export async function openFrame(
  version: SiteVersion,
  { url, media }: { url: string | null; media: MediaAddresses },
): Promise<SiteFrame> {
  const { facts, sheets, scripts } = version
  const policy = policyOf(facts)
  const assets: NewFile[] = []
  const put = (type: string, text: string, ending: string): string => {
    const file = { type, bytes: Buffer.from(text) }
    assets.push(file)
    return addressOfAsset(hashOf(file), ending)
  }
  const written = [
    { media: "", text: tokenSheet(facts.tokens, media) },
    ...sheets.map((sheet) => ({ media: sheet.media, text: textOf(sheet) })),
  ]
  const links = written
    .filter(({ text }) => text.trim() !== "")
    .map((sheet) => {
      const address = put("text/css; charset=utf-8", cleanCss(sheet.text, policy).css, "css")
      const when = sheet.media.trim() === "" ? "" : ` media="${escapeAttribute(sheet.media)}"`
      return `<link rel="stylesheet" href="${address}"${when}>`
    })
  const tags = scripts.map(({ content, runtime }) => {
    const address = put("text/javascript; charset=utf-8", content, "js")
    // What stands at the end of a page runs when all of it is there, which is what a browser does with those that wait.
    const kind = runtime.module ? ' type="module"' : runtime.place === "head" ? "" : " defer"
    return { runtime, tag: `<script src="${address}"${kind}></script>` }
  })
  const site: Values = {
    name: facts.settings.name ?? "Untitled",
    url: url ?? "",
    language: facts.settings.language ?? "en",
    description: facts.settings.description ?? null,
    image: facts.settings.image ? media(facts.settings.image) : null,
    timeZone: "UTC",
  }
  const feed = `<link rel="alternate" type="application/atom+xml" href="/feed.xml" title="${escapeAttribute(String(site.name))}">`
  const styles = [...links, feed].join("")
  return {
    site,
    policy,
    templates: await templatesOf(version),
    components: await componentsOf(version),
    assets,
    styles,
    scriptsOf: (keys) =>
      tags
        .filter(({ runtime }) => runtime.documents === null || runtime.documents.some((key) => keys.includes(key)))
        .map(({ tag }) => tag)
        .join(""),
    madeOf: createHash("sha256")
      .update(JSON.stringify([site, policy, styles, tags]))
      .digest("base64url"),
  }
}

async function templatesOf({ facts, documents, load }: SiteVersion): Promise<Template[]> {
  const templates: Template[] = []
  for (const key of documents.keys()) {
    const known = key.startsWith("template:") ? facts.templates[key.slice("template:".length)] : undefined
    const document = known && (await load(key))
    if (!known || !document) continue
    const target: TemplateTarget =
      known.target.type === "postTypes" ? { type: "entries", sources: known.target.slugs } : known.target
    templates.push({ document, target, priority: known.priority })
  }
  return templates
}

async function componentsOf({ documents, load }: SiteVersion): Promise<Map<string, SiteDocument>> {
  const components = new Map<string, SiteDocument>()
  for (const key of documents.keys()) {
    if (!key.startsWith("visualComponent:")) continue
    const document = await load(key)
    if (document) components.set(document.ref.id, document)
  }
  return components
}
