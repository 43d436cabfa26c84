/** In the child: what becomes of an archive that was exported here. Ids and addresses stay, where they are free. */
import type { ImportPlan } from "../../contract/import.ts"
import { textOf } from "../../document/css/stylesheet.ts"
import { policyOf } from "../../document/facts/facts.ts"
import { apply, type Command, emptySite, guardFor, keyOf } from "../../document.ts"
import { pathOfMedia, SITE_FILE, type SiteFile } from "../export/site-file.ts"
import { whatItIs } from "../media/prepare/what-it-is.ts"
import type { ImportInto, Planned, PlannedRow } from "./plan-site.ts"
import type { Archive } from "./read-archive.ts"

/** Null where the archive is another one. */
export function planRestored(archive: Archive, into: ImportInto): Planned | { readonly refused: string } | null {
  const file = archive.files.find(({ path }) => path === SITE_FILE)
  if (!file) return null
  let site: SiteFile
  try {
    site = JSON.parse(file.bytes.toString()) as SiteFile
    if (site.format !== "countersign-site" || site.version !== 1) throw new Error("another format")
  } catch {
    return { refused: `${SITE_FILE} cannot be read. Export the site again.` }
  }
  try {
    return restored(archive, site, into)
  } catch {
    return { refused: `${SITE_FILE} is not as it was exported. Export the site again.` }
  }
}

function restored(archive: Archive, site: SiteFile, into: ImportInto): Planned {
  const dropped: ImportPlan["dropped"] = [...archive.dropped]
  const names = new Set(into.fileNames)
  const media: {
    path: string
    fileName: string
    kind: string
    bytes: Buffer
    id: string
    name: string
    alt: string
  }[] = []
  for (const { id, fileName, name, alt } of site.media) {
    const path = pathOfMedia(fileName)
    const bytes = archive.files.find((one) => one.path === path)?.bytes
    const found = bytes ? whatItIs(bytes, name) : { refused: "It is not in the archive." }
    if ("refused" in found) dropped.push({ path, reason: found.refused })
    else if (names.has(fileName))
      dropped.push({ path, reason: `The library has a file at /_media/${fileName}, which was kept.` })
    else media.push({ path, fileName, kind: found.kind, bytes: bytes!, id, name, alt })
  }
  const rows: PlannedRow[] = []
  const pages: ImportPlan["pages"] = []
  // What it allows itself counts for nothing: hosts are allowed by whoever may.
  const guard = guardFor(policyOf(into.facts))
  let current = { ...emptySite(), facts: into.facts }
  const judge = (path: string, part: string, title: string | null, command: Command): boolean => {
    const applied = apply(current, command, guard)
    if (!applied.ok) {
      dropped.push({ path, reason: applied.reason })
      return false
    }
    current = applied.site
    rows.push({ part, title, commands: flat(command), inverse: flat(applied.inverse) })
    return true
  }
  for (const { ref, content } of site.documents) {
    const key = keyOf(ref)
    if (!judge(key, key, content.title, { type: "document.add", document: ref, content })) continue
    const address = ref.type === "page" ? site.facts.pages[ref.id]?.address : undefined
    pages.push({
      path: key,
      title: content.title,
      address: address === undefined ? "" : `/${address}`,
      nodes: content.fragment.nodes.length,
      conflict: null,
    })
    const page = ref.type === "page" ? site.facts.pages[ref.id] : undefined
    if (page) judge(key, "facts", null, { type: "page.set", page: ref.id, set: page })
    const template = ref.type === "template" ? site.facts.templates[ref.id] : undefined
    if (template) judge(key, "facts", null, { type: "template.set", template: ref.id, facts: template })
  }
  const { resourceHosts: _, frameHosts: __, ...settings } = site.facts.settings
  const { colors, fonts, scales } = site.facts.tokens
  judge("settings", "facts", null, { type: "setting.set", set: settings })
  judge("breakpoints", "facts", null, { type: "breakpoints.set", breakpoints: site.facts.breakpoints })
  judge("tokens", "facts", null, { type: "setTokens", set: { colors, fonts, scales } })
  for (const [from, to] of Object.entries(site.facts.redirects))
    judge("redirects", "facts", null, { type: "redirect.set", from, to })
  let after = into.sheets.at(-1)?.id ?? null
  for (const sheet of site.sheets) {
    if (into.sheets.some(({ id }) => id === sheet.id)) {
      dropped.push({ path: sheet.name, reason: "The site has this stylesheet already, which was kept." })
      continue
    }
    if (judge(sheet.name, "stylesheets", null, { type: "sheet.add", sheet, after })) after = sheet.id
  }
  return {
    plan: {
      pages,
      sheets: site.sheets.map((sheet) => ({ name: sheet.name, bytes: textOf(sheet).length })),
      media: media.map(({ path, kind, bytes }) => ({ path, kind, bytes: bytes.length })),
      dropped,
      notes: [],
      bytes: archive.bytes,
    },
    rows,
    media,
  }
}

function flat(command: Command): Command[] {
  return command.type === "group" ? command.commands.flatMap(flat) : [command]
}
