import { readFileSync } from "node:fs"
import { join, posix } from "node:path"
import {
  apply,
  cleanCss,
  emptySite,
  guardFor,
  importPage,
  type SafetyPolicy,
  writeDocument,
} from "../../plugins/site/src/document.ts"

export interface Published {
  html: string
  /** By path within the package: what is served there in place of what was. */
  sheets: ReadonlyMap<string, string>
  report: readonly string[]
}

/** The whole way of a page: imported, put into a site by a command, written out again; its styles beside it. */
export function publishPage(folder: string, path: string, policy: SafetyPolicy): Published {
  let count = 0
  const page = importPage(readFileSync(join(folder, path), "utf8"), { nextId: () => `n${count++}`, policy })
  if (!page.ok) throw new Error(`${path}: ${page.reason}`)
  const { mode, contentNodeId, fragment } = page
  const ref = { type: "page", id: "page" } as const
  const content = { title: page.title || "Untitled", mode, contentNodeId, fragment }
  const added = apply(emptySite(), { type: "document.add", document: ref, content }, guardFor(policy))
  if (!added.ok) throw new Error(`${path}: ${added.reason}`)
  const report = [...page.report]
  const sheets = new Map<string, string>()
  const clean = (css: string) => {
    const cleaned = cleanCss(css, policy)
    report.push(...cleaned.removed)
    return cleaned.css
  }
  const links = page.sheets.flatMap((sheet) => {
    const media = sheet.media ? ` media="${sheet.media.replaceAll('"', "&quot;")}"` : ""
    if ("css" in sheet) return [`<style${media}>${clean(sheet.css)}</style>`]
    const target = URL.parse(sheet.href, `http://own.invalid/${path}`)
    if (target?.host !== "own.invalid") return []
    const file = decodeURIComponent(posix.normalize(target.pathname)).slice(1)
    try {
      sheets.set(file, clean(readFileSync(join(folder, file), "utf8")))
    } catch {
      return []
    }
    return [
      `<link rel="stylesheet" href="${sheet.href.split(/[?#]/)[0]!.replaceAll('"', "&quot;")}?published"${media}>`,
    ]
  })
  const document = added.site.documents.get("page:page")!
  return { html: writeDocument(document, { policy, headEnd: links.join("") }), sheets, report }
}
