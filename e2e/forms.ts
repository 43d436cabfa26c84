import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Locator, Page } from "playwright-core"
import { plugins } from "../apps/server/src/plugins.ts"

export const ROOT = join(import.meta.dirname, "..")

/** Files of the pages that the product is made of. */
export function sourcesOfPages(): string[] {
  const listed = readFileSync(join(ROOT, "apps/web/src/plugins.ts"), "utf8").matchAll(
    /WebPlugin } from "@countersign\/(?!core)(\w+)\/web"/g,
  )
  return [
    "apps/web/src",
    "packages/ui/src",
    "packages/core/src/web",
    ...[...listed].map(([, id]) => `plugins/${id}/src`),
  ].flatMap(sourcesIn)
}

/** Names of forms in the sources that the product is made of. A form whose name is not written out cannot be found, so it is refused. */
export function formsInSources(): { names: string[]; faults: string[] } {
  const names = new Set<string>()
  const faults: string[] = []
  const timelines: string[] = []
  const timelineForms: string[] = []
  for (const path of sourcesOfPages()) {
    const source = readFileSync(join(ROOT, path), "utf8")
    for (const [tag, attributes = ""] of source.matchAll(FORMS)) {
      const name = /\bname=(?:"([^"]+)"|\{(?:props\.)?(\w+)\}|\{`\$\{(?:timeline\.)?name\}-([\w-]+)`\})/.exec(
        attributes,
      )
      // Named after the plugin whose settings they are; whoever draws the page is asked below.
      if (path === SETTINGS_FORM) continue
      if (!name) faults.push(`${path}: a form without a name: ${tag.slice(0, 60)}`)
      else if (name[1]) names.add(name[1])
      else if (name[3] && path.startsWith("packages/core/src/web/timeline/")) timelineForms.push(name[3])
      else if (name[2] !== "name" && name[2] !== "formName")
        faults.push(`${path}: a form's name is computed: ${name[0]}`)
    }
    for (const [whole, name, computed] of source.matchAll(/\bformName=(?:"([^"]+)"|\{([^}]+)\})/g)) {
      if (name) names.add(name)
      else if (computed !== "props.formName" && computed !== "name")
        faults.push(`${path}: a form's name is computed: ${whole}`)
    }
    for (const [, name] of source.matchAll(/\bdefineTimeline\(\{\s*(?:name: "([^"]+)")?/g)) {
      if (name) timelines.push(name)
      else faults.push(`${path}: a timeline begins with its name, written out`)
    }
    if (source.includes("<PluginSettingsPage")) names.add(`${path.split("/")[1]}-settings`)
    if (/<form[\s>]/.test(source) && !OWN_FORMS.includes(path)) faults.push(`${path}: uses <form> instead of Form`)
  }
  // The parts of a timeline are forms of whoever defines one.
  for (const timeline of timelines) for (const form of timelineForms) names.add(`${timeline}-${form}`)
  return { names: [...names].sort(), faults }
}

/** Form, and everything that draws one. */
const FORMS = /<(?:Form|FormDialog|FormSection|InlineForm|PageForm|BulkDialog|form)(?=[\s>])([^>]*)/g

const SETTINGS_FORM = "packages/core/src/web/settings/PluginSettingsPage.tsx"

/** Form itself, and the box that the assistant is written to in, which is no form to fill in. */
const OWN_FORMS = ["packages/ui/src/fields/Form.tsx", "packages/ui/src/chat/Composer.tsx"]

function sourcesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|fixture)\./.test(file))
    .map((file) => join(folder, file))
}

/** What only a schema, a program or a model has any use for. */
export const NOT_FOR_PEOPLE = [
  /\btoo (small|big)\b/i,
  /\binvalid (input|option|string|type|email|url|uuid|key|union)/i,
  /\bexpected (string|number|array|object|boolean)/i,
  /[<>]=\s?\d/,
  /\bunrecognized\b/i,
  /\bNaN\b|\bundefined\b|\[object /,
  /does not fit/,
  // A verb or a tool of any plugin; permissions have a third part.
  new RegExp(`(?<![\\w.])(${["platform", ...plugins.map(({ id }) => id)].join("|")})\\.[a-z]\\w+(?![\\w.])`),
]

/** Everything one can write into, except what searches in a list of choices. */
export function textsOf(form: Locator): Locator {
  return form.locator(
    "input:not([type=hidden],[type=checkbox],[type=radio],[type=file],[role=combobox],[readonly],[disabled]), textarea:not([readonly],[disabled])",
  )
}

export async function emptyAll(form: Locator): Promise<void> {
  for (const text of await textsOf(form).all()) if (await text.isVisible()) await text.fill("")
}

export type Outcome = "told" | "sent"

/** Presses the form's button and waits until it has said something or was taken. */
export async function send(page: Page, form: Locator): Promise<Outcome> {
  const answered = page
    .waitForResponse((response) => /\/api\/v1\//.test(response.url()) && response.request().method() === "POST", {
      timeout: 5_000,
    })
    .catch(() => null)
  await form.locator("button[type=submit]").first().click()
  const told = form.locator("[aria-invalid=true], [data-form-failure], [role=alert]").first()
  await Promise.race([told.waitFor({ timeout: 15_000 }).catch(() => null), answered])
  // What was answered is drawn in the next frames.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await page.waitForFunction(() => !document.querySelector("form [aria-busy=true]"))
  return (await told.count()) > 0 ? "told" : "sent"
}

export interface Seen {
  text: string
  invalid: string[]
  focused: string | null
  inView: boolean
}

/** What the form shows after it was refused. */
export async function look(form: Locator): Promise<Seen> {
  return form.evaluate((element) => {
    const invalid = [...element.querySelectorAll<HTMLElement>("[aria-invalid=true]")]
    const nameOf = (one: Element) =>
      one.getAttribute("aria-label") ??
      document.getElementById(`${one.id}-label`)?.textContent?.replace(/optional$/, "") ??
      one.id
    // Each by itself: joined, "Email" and "Invalid email" would be one word.
    const texts: string[] = []
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) texts.push(walker.currentNode.nodeValue ?? "")
    const first = invalid[0] ?? element.querySelector("[data-form-failure]")
    const box = first?.getBoundingClientRect()
    return {
      text: texts.join("\n"),
      invalid: invalid.map(nameOf),
      focused:
        document.activeElement && element.contains(document.activeElement) ? nameOf(document.activeElement) : null,
      inView: box !== undefined && box.top >= 0 && box.bottom <= innerHeight && box.width > 0,
    }
  })
}
