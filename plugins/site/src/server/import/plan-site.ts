/** In the child: what becomes of an archive. Pure but for its input; nothing here knows the database. */
import type { Conflicts, ImportPlan } from "../../contract/import.ts"
import { ruleNamer, rulesOf } from "../../document/css/rules.ts"
import { type Stylesheet, sheetOf, textOf } from "../../document/css/stylesheet.ts"
import { addressFrom, addressProblem, freeAddress } from "../../document/facts/address.ts"
import { pageAt, policyOf, type SiteFacts } from "../../document/facts/facts.ts"
import {
  apply,
  type Command,
  cleanCss,
  emptySite,
  type FoundSheet,
  guardFor,
  importPage,
  keyOf,
  type NodeRecord,
  nameFrom,
} from "../../document.ts"
import { fileNameFor } from "../media/media-names.ts"
import { extensionOf, whatItIs } from "../media/prepare/what-it-is.ts"
import type { Archive, ArchiveFile } from "./read-archive.ts"
import { type Lookup, renameClasses, rewriteCss, rewriteNode, withImports } from "./rewrite.ts"

export interface ImportInto {
  readonly facts: SiteFacts
  readonly sheets: readonly Stylesheet[]
  readonly fileNames: readonly string[]
  readonly conflicts: Conflicts
  /** Of ids of nodes, and of whatever else needs one. */
  readonly prefix: string
}

/** One row of the log: what happens, and what takes it back. */
export interface PlannedRow {
  readonly part: string
  readonly title: string | null
  readonly commands: readonly Command[]
  readonly inverse: readonly Command[]
}
export interface Planned {
  readonly plan: ImportPlan
  readonly rows: readonly PlannedRow[]
  readonly media: readonly {
    readonly path: string
    readonly fileName: string
    readonly bytes: Buffer
    /** As the library had them where they come from. */
    readonly id?: string
    readonly name?: string
    readonly alt?: string
  }[]
}

const LIMITS = { pages: 2_000, nodes: 300_000, cssBytes: 8 * 1024 * 1024 }
/** Of what a plan tells: a page with a hundred thousand attributes has as many notes, and nobody reads them. */
const TOLD = { notes: 200, letters: 300, dropped: 1_000 }

export function planSite(archive: Archive, into: ImportInto): Planned | { readonly refused: string } {
  const dropped = [...archive.dropped]
  // By its path, and by what that is without the folder that holds all of an archive.
  const whyDropped = new Map(
    archive.dropped.flatMap(({ path, reason }): [string, string][] => [
      [path.slice(path.indexOf("/") + 1), reason],
      [path, reason],
    ]),
  )
  const notes = new Map<string, number>()
  const note = (line: string, count = 1) => notes.set(line, (notes.get(line) ?? 0) + count)
  const policy = policyOf(into.facts)
  const pageFiles: ArchiveFile[] = []
  const cssFiles = new Map<string, string>()
  const media: { path: string; fileName: string; kind: string; bytes: Buffer }[] = []
  const names = new Set(into.fileNames)
  let scripts = 0
  for (const file of archive.files) {
    const extension = extensionOf(file.path)
    if (/^x?html?$/.test(extension)) pageFiles.push(file)
    else if (extension === "css") cssFiles.set(file.path, textIn(file.bytes, /@charset\s+"([\w-]+)"/i))
    else if (/^(?:js|mjs|cjs|ts|map)$/.test(extension)) scripts += 1
    else {
      const name = file.path.slice(file.path.lastIndexOf("/") + 1)
      const found = whatItIs(file.bytes, name)
      if ("refused" in found) dropped.push({ path: file.path, reason: found.refused })
      else {
        const fileName = fileNameFor(name, found.type === "image/x-icon" ? "png" : found.extension, (one) =>
          names.has(one),
        )
        names.add(fileName)
        media.push({ path: file.path, fileName, kind: found.kind, bytes: file.bytes })
      }
    }
  }
  if (scripts > 0) note(`Scripts were left out (${scripts} files). A site runs none unless somebody adds it.`)
  if (pageFiles.length > LIMITS.pages)
    return {
      refused: `The archive has ${pageFiles.length} pages, and ${LIMITS.pages} are the most at once. Import it in parts.`,
    }

  const addressed = addressPages(pageFiles, into)
  const where = new Map<string, string>(media.map(({ path, fileName }) => [path, `/_media/${fileName}`]))
  for (const { file, address } of addressed) where.set(file.path, `/${address}`)
  const lookup: Lookup = (path) => where.get(path) ?? null

  let count = 0
  const nextId = () => `${into.prefix}${(count++).toString(36)}`
  const sheets: { name: string; media: string; css: string; pages: number }[] = []
  const known = new Map<string, (typeof sheets)[number]>()
  const rows: PlannedRow[] = []
  const pages: ImportPlan["pages"] = []
  const drafts: {
    file: ArchiveFile
    address: string
    title: string
    content: Extract<Command, { type: "document.add" }>["content"]
    displaced: string | null
  }[] = []
  for (const one of addressed) {
    const { file, address, skipped, conflict } = one
    if (skipped) {
      pages.push({ path: file.path, title: address, address: `/${address}`, nodes: 0, conflict })
      dropped.push({ path: file.path, reason: conflict! })
      continue
    }
    const html = textIn(file.bytes, /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]+)/i)
    const read = importPage(html, { nextId, policy })
    if (!read.ok) {
      dropped.push({ path: file.path, reason: read.reason })
      continue
    }
    for (const line of read.report) note(line)
    for (const sheet of read.sheets) takeSheet(sheet, file.path)
    const nodes = read.fragment.nodes.map((node) => rewriteNode(node, file.path, lookup))
    const title = read.title === "" ? titleFrom(file.path) : read.title
    const { mode, contentNodeId } = read
    drafts.push({
      file,
      address,
      title,
      content: { title, mode, contentNodeId, fragment: { roots: read.fragment.roots, nodes } },
      displaced: one.displaced,
    })
    pages.push({ path: file.path, title, address: `/${address}`, nodes: nodes.length, conflict })
    if (count > LIMITS.nodes)
      return { refused: `The pages have more than ${LIMITS.nodes} elements and texts together. Import them in parts.` }
  }

  function takeSheet(found: FoundSheet, from: string): void {
    let name: string
    let css: string
    if ("css" in found) {
      name = `${from} (style)`
      css = withImports(found.css, from, (path) => cssFiles.get(path) ?? null)
      css = rewriteCss(css, from, lookup)
    } else {
      const url = URL.parse(found.href, `https://own.invalid/${from}`)
      const path = url?.host === "own.invalid" ? safeDecode(url.pathname).slice(1) : null
      const text = path === null ? undefined : cssFiles.get(path)
      if (path === null || text === undefined) {
        const why = path === null ? undefined : whyDropped.get(path)
        note(
          why
            ? `The stylesheet ${found.href.slice(0, 120)} was left out. ${why}`
            : `The stylesheet ${found.href.slice(0, 120)} is not in the archive and was left out.`,
        )
        return
      }
      name = path
      css = rewriteCss(
        withImports(text, path, (one) => cssFiles.get(one) ?? null),
        path,
        lookup,
      )
    }
    const key = `${found.media}\n${css}`
    const before = known.get(key)
    if (before) {
      before.pages += 1
      return
    }
    const sheet = { name, media: found.media, css, pages: 1 }
    known.set(key, sheet)
    sheets.push(sheet)
  }

  for (const path of cssFiles.keys())
    if (
      !sheets.some(({ name }) => name === path) &&
      ![...cssFiles.values()].some((css) => css.includes(path.slice(path.lastIndexOf("/") + 1)))
    )
      dropped.push({ path, reason: "No page of the archive uses this stylesheet." })
  const cssBytes = sheets.reduce((sum, { css }) => sum + css.length, 0)
  if (cssBytes > LIMITS.cssBytes)
    return {
      refused: `The styles have ${Math.ceil(cssBytes / 1024 / 1024)} MB together, and ${LIMITS.cssBytes / 1024 / 1024} MB are the most. Import them in parts.`,
    }
  for (const { name, pages: users } of sheets)
    if (users < drafts.length && drafts.length > 1)
      note(`${name} was meant for ${users} of ${drafts.length} pages. The styles of a site are for all of its pages.`)

  const nameOf = ruleNamer()
  const ours = new Set(into.sheets.flatMap((sheet) => rulesOf(sheet).map(nameOf)))
  const renamed =
    into.conflicts === "rename"
      ? classesOf(
          into.sheets,
          sheets.map(({ css }) => css),
        )
      : new Map<string, string>()
  if (renamed.size > 0)
    note(
      `Classes that the site has already were renamed: ${[...renamed]
        .slice(0, 10)
        .map(([a, b]) => `${a} to ${b}`)
        .join(", ")}.`,
    )
  const made = sheets.map(({ name, media: when, css }, at) => {
    const cleaned = cleanCss(renameClasses(css, renamed), policy)
    for (const part of cleaned.removed) note(`${part} was left out: it could run or load something.`)
    let sheet = sheetOf(cleaned.css, {
      id: `${into.prefix}s${at}`,
      name: nameFrom(name, 500) || "styles.css",
      media: when.slice(0, 2_000),
    })
    if (into.conflicts === "ours" && ours.size > 0) {
      const pieces = sheet.pieces.filter((piece) => {
        const rules = rulesOf({ ...sheet, pieces: [piece] })
        return rules.length === 0 || rules.some((rule) => !ours.has(nameOf(rule)))
      })
      const skipped = sheet.pieces.length - pieces.length
      if (skipped > 0)
        note(`${skipped} rules of ${name} were left out, because the site has rules for the same elements.`)
      sheet = { ...sheet, pieces }
    }
    return sheet
  })

  // Judged here as the server judges every command, so that it need not read them all again.
  const guard = guardFor(policy)
  let site = { ...emptySite(), facts: into.facts }
  const judge = (part: string, title: string | null, commands: readonly Command[]): string | null => {
    const applied = apply(site, { type: "group", commands }, guard)
    if (!applied.ok) return applied.reason
    site = applied.site
    rows.push({ part, title, commands, inverse: flat(applied.inverse) })
    return null
  }
  for (const [at, draft] of drafts.entries()) {
    const document = { type: "page", id: `${into.prefix}p${at.toString(36)}` } as const
    const content = {
      ...draft.content,
      fragment: {
        ...draft.content.fragment,
        nodes: draft.content.fragment.nodes.map((node) => withClasses(node, renamed)),
      },
    }
    const why = judge(keyOf(document), draft.title, [{ type: "document.add", document, content }])
    const whyFacts =
      why ??
      judge("facts", null, [
        ...(draft.displaced === null
          ? []
          : [{ type: "page.set" as const, page: draft.displaced, set: { address: null }, redirect: false }]),
        { type: "page.set", page: document.id, set: { address: draft.address } },
      ])
    if (whyFacts !== null) {
      dropped.push({ path: draft.file.path, reason: whyFacts })
      if (why === null) rows.pop()
    }
  }
  // The sheets that are there are not judged again: those that come stand behind them.
  let after = into.sheets.at(-1)?.id ?? null
  for (const sheet of made) {
    if (sheet.pieces.length === 0) continue
    const commands: Command[] = [{ type: "sheet.add", sheet, after }]
    const applied = apply({ ...emptySite(), facts: into.facts }, commands[0]!, guard)
    if (!applied.ok) {
      dropped.push({ path: sheet.name, reason: applied.reason })
      continue
    }
    rows.push({ part: "stylesheets", title: null, commands, inverse: [{ type: "sheet.remove", sheet: sheet.id }] })
    after = sheet.id
  }
  // Where something could come, and stays out for a reason, the plan tells the reason and what to choose instead.
  if (rows.length === 0 && media.length === 0 && dropped.length === 0)
    return { refused: "The archive holds nothing that could become part of a site: no page and no file." }
  return {
    plan: {
      pages,
      sheets: made.map((sheet) => ({ name: sheet.name, bytes: textOf(sheet).length })),
      media: media.map(({ path, kind, bytes }) => ({ path, kind, bytes: bytes.length })),
      dropped: toldFiles(dropped, pages),
      notes: toldNotes(notes),
      bytes: archive.bytes,
    },
    rows,
    media,
  }
}

function toldNotes(notes: ReadonlyMap<string, number>): string[] {
  const lines = [...notes].slice(0, TOLD.notes).map(([line, times]) => {
    const told = line.length > TOLD.letters ? `${line.slice(0, TOLD.letters).toWellFormed()}…` : line
    return times > 1 ? `${told} (${times} times)` : told
  })
  return notes.size > TOLD.notes ? [...lines, `And ${notes.size - TOLD.notes} more of the like.`] : lines
}

/** Pages that stay out are told all: what comes in is counted by them. */
function toldFiles(dropped: ImportPlan["dropped"], pages: ImportPlan["pages"]): ImportPlan["dropped"] {
  const isPage = new Set(pages.map(({ path }) => path))
  const others = dropped.filter(({ path }) => !isPage.has(path))
  const more = others.length - TOLD.dropped
  if (more <= 0) return dropped
  const told = new Set(others.slice(0, TOLD.dropped))
  return [
    ...dropped.filter((one) => isPage.has(one.path) || told.has(one)),
    { path: "…", reason: `And ${more} more files stay out.` },
  ]
}

interface Addressed {
  readonly file: ArchiveFile
  readonly address: string
  readonly skipped: boolean
  /** The page that loses its address to this one. */
  readonly displaced: string | null
  readonly conflict: string | null
}

/** Those nearest to the top first, so that `index.html` of the top is the home page. */
function addressPages(files: readonly ArchiveFile[], { facts, conflicts }: ImportInto): Addressed[] {
  let known = facts
  const depth = (path: string) => path.split("/").length
  const isIndex = (path: string) => /(?:^|\/)index\.x?html?$/i.test(path)
  const sorted = files.toSorted(
    ({ path: a }, { path: b }) => depth(a) - depth(b) || Number(isIndex(b)) - Number(isIndex(a)) || (a < b ? -1 : 1),
  )
  return sorted.map((file, at) => {
    const wanted = addressOf(file.path)
    const holder = pageAt(facts, wanted)
    const free = freeAddress(known, wanted)
    const take = (address: string, more: Partial<Addressed>): Addressed => {
      known = { ...known, pages: { ...known.pages, [`import ${at}`]: { address } } }
      return { file, address, skipped: false, displaced: null, conflict: null, ...more }
    }
    if (holder === null)
      return take(free, {
        conflict: free === wanted ? null : `Another page of the archive has the address /${wanted}.`,
      })
    if (conflicts === "ours")
      return take(wanted, { skipped: true, conflict: `The site has a page at /${wanted}, which was kept.` })
    if (conflicts === "theirs")
      return take(wanted, {
        displaced: holder,
        conflict: `The site's page at /${wanted} stays as a draft without an address.`,
      })
    return take(free, { conflict: `The site has a page at /${wanted}, so this one is at /${free}.` })
  })
}

function addressOf(path: string): string {
  const bare = path.replace(/\.x?html?$/i, "").replace(/(?:^|\/)index$/i, "")
  if (bare === "") return ""
  const address = bare.split("/").map(addressFrom).join("/")
  return addressProblem(address) === null ? address : addressFrom(bare)
}

function titleFrom(path: string): string {
  return nameFrom(path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]*$/, ""), 200) || "Untitled"
}

function safeDecode(path: string): string {
  try {
    return decodeURIComponent(path).normalize("NFC")
  } catch {
    return path
  }
}

/** UTF-8, or what it declares, or what browsers take where nobody says anything. */
function textIn(bytes: Buffer, declared: RegExp): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    const label = declared.exec(bytes.subarray(0, 2_048).toString("latin1"))?.[1] ?? "windows-1252"
    try {
      return new TextDecoder(/^utf-?8$/i.test(label) ? "windows-1252" : label).decode(bytes)
    } catch {
      return new TextDecoder("windows-1252").decode(bytes)
    }
  }
}

const CLASS = /\.(-?[_a-z][\w-]*)/gi

function classesOf(sheets: readonly Stylesheet[], css: readonly string[]): Map<string, string> {
  const ours = new Set(
    sheets.flatMap((sheet) =>
      rulesOf(sheet).flatMap(({ selector }) => [...selector.matchAll(CLASS)].map(([, name]) => name!)),
    ),
  )
  const theirs = new Set(css.flatMap((text) => [...text.matchAll(CLASS)].map(([, name]) => name!)))
  const renamed = new Map<string, string>()
  for (const name of theirs) {
    if (!ours.has(name)) continue
    let number = 2
    while (ours.has(`${name}-${number}`) || theirs.has(`${name}-${number}`)) number += 1
    renamed.set(name, `${name}-${number}`)
  }
  return renamed
}

function withClasses(node: NodeRecord, renamed: ReadonlyMap<string, string>): NodeRecord {
  if (node.kind !== "element" || renamed.size === 0 || !node.classes.some((name) => renamed.has(name))) return node
  const { classText: _, ...rest } = node
  return { ...rest, classes: node.classes.map((name) => renamed.get(name) ?? name) }
}

function flat(command: Command): Command[] {
  return command.type === "group" ? command.commands.flatMap(flat) : [command]
}
