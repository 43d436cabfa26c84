/** Commands that change the stylesheets of a site. Each gives its inverse. */
import { editSheet, leftOpen } from "../css/rules.ts"
import { type Stylesheet, standsAlone } from "../css/stylesheet.ts"
import type { Site } from "../tree/node.ts"
import type { Applied } from "./apply.ts"
import type { Command, CommandOf } from "./command.ts"
import { refuse } from "./refusal.ts"

type Outcome = Omit<Applied, "ok">

export function addSheet(site: Site, { sheet, after }: CommandOf<"sheet.add">): Outcome {
  if (site.sheets.some(({ id }) => id === sheet.id))
    refuse(`There is a stylesheet ${sheet.id} already. Choose another id.`)
  if (new Set(sheet.pieces.map(({ id }) => id)).size !== sheet.pieces.length) {
    refuse(`Two rules of ${sheet.name} have the same id. Give each an id of its own.`)
  }
  if (!sheet.pieces.every(({ text }) => standsAlone(text))) refuse(leftOpen(sheet.name))
  const at = after === null ? 0 : site.sheets.findIndex(({ id }) => id === after) + 1
  const stands = after === null || at > 0
  const sheets = site.sheets.toSpliced(stands ? at : site.sheets.length, 0, sheet)
  const notes = stands ? [] : [`The stylesheet ${after} is gone, so ${sheet.name} stands last.`]
  return { site: { ...site, sheets }, inverse: { type: "sheet.remove", sheet: sheet.id }, touched: [], notes }
}

export function removeSheet(site: Site, command: CommandOf<"sheet.remove">): Outcome {
  const { at, sheet } = sheetIn(site, command.sheet)
  const inverse: Command = { type: "sheet.add", sheet, after: site.sheets[at - 1]?.id ?? null }
  return { site: { ...site, sheets: site.sheets.toSpliced(at, 1) }, inverse, touched: [], notes: [] }
}

export function editStyles(site: Site, command: CommandOf<"editStyles">): Outcome {
  const { at, sheet } = sheetIn(site, command.sheet)
  const edited = editSheet(sheet, command.edits)
  if (!edited.ok) refuse(edited.reason)
  const sheets = site.sheets.with(at, edited.sheet)
  return { site: { ...site, sheets }, inverse: { ...command, edits: edited.inverse }, touched: [], notes: [] }
}

function sheetIn(site: Site, id: string): { at: number; sheet: Stylesheet } {
  const at = site.sheets.findIndex((sheet) => sheet.id === id)
  if (at < 0) refuse(`There is no stylesheet ${id}. It may have been removed; list the styles again.`)
  return { at, sheet: site.sheets[at]! }
}
